import type { Network } from '@lode/chain';
import type { BuildTurn, BuildTurns } from './payout-ports.ts';

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
  const last = new Map<Network, Promise<unknown>>();
  return (network) => {
    const before = last.get(network) ?? Promise.resolve();
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    last.set(
      network,
      before.then(() => over),
    );
    const run: BuildTurn['run'] = async (work) => {
      await before;
      try {
        return await work();
      } finally {
        end();
      }
    };
    return { run, end };
  };
}
