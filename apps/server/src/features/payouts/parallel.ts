import type { Network } from '@lode/chain';
import type { BuildTurns } from './payout-ports.ts';

/** Runs `work`, which handles its failures itself, for every item: `concurrency` sequences at a time, the items of one in their order. */
export async function runInParallel<T>(
  items: readonly T[],
  { sequenceOf, concurrency }: { readonly sequenceOf: (item: T) => string; concurrency: number },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const sequences = new Map<string, T[]>();
  for (const item of items) {
    const sequence = sequences.get(sequenceOf(item));
    if (sequence) sequence.push(item);
    else sequences.set(sequenceOf(item), [item]);
  }
  const waiting = sequences.values();
  const worker = async (): Promise<void> => {
    for (const sequence of waiting) for (const item of sequence) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/**
 * Payments of a network are built one after another: two that are built at once choose the same inputs or nonce, and one of them
 * is built in vain. What is signed and screened does not wait for it. The table of reservations decides between processes.
 */
export function buildTurns(): BuildTurns {
  const turns = new Map<Network, Promise<unknown>>();
  return (network, work) => {
    const done = (turns.get(network) ?? Promise.resolve()).then(work);
    turns.set(
      network,
      done.catch(() => undefined),
    );
    return done;
  };
}
