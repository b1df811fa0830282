import type { Network } from '@lode/chain';
import type { BuildTurns } from './payout-ports.ts';

/** Runs `work`, which handles its failures itself, for every item: those of one lane one after another, `lanesAtOnce` lanes at a time. */
export async function runInLanes<T>(
  items: readonly T[],
  { laneOf, lanesAtOnce }: { readonly laneOf: (item: T) => string; lanesAtOnce: number },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const lanes = new Map<string, T[]>();
  for (const item of items) {
    const lane = lanes.get(laneOf(item));
    if (lane) lane.push(item);
    else lanes.set(laneOf(item), [item]);
  }
  const waiting = lanes.values();
  const worker = async (): Promise<void> => {
    for (const lane of waiting) for (const item of lane) await work(item);
  };
  await Promise.all(Array.from({ length: lanesAtOnce }, worker));
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
