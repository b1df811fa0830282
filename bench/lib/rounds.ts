/** One side of a comparison. `run` works for about `seconds` and tells how many it did per second, or what one took. */
export interface Contestant {
  name: string;
  run(seconds: number): Promise<number>;
}

export type Results = ReadonlyMap<string, readonly number[]>;

export interface Turns {
  rounds?: number;
  seconds?: number;
  warmUpSeconds?: number;
  readonly afterWarmUp?: () => Promise<void>;
}

/**
 * Lets the contestants take turns: what slows the machine down for a while slows every one of them. The order turns
 * with each round, so that no candidate always runs after the same other one. A first warm-up turn does not count.
 */
export async function takeTurns(
  contestants: readonly Contestant[],
  { rounds = 5, seconds = 10, warmUpSeconds = 2, afterWarmUp = async () => {} }: Turns = {},
): Promise<Results> {
  const results = new Map(contestants.map(({ name }) => [name, [] as number[]]));
  if (warmUpSeconds > 0) for (const contestant of contestants) await contestant.run(warmUpSeconds);
  await afterWarmUp();
  for (let round = 0; round < rounds; round++) {
    const order = contestants.map((_, i) => contestants[(i + round) % contestants.length] as Contestant);
    for (const { name, run } of order) (results.get(name) as number[]).push(await run(seconds));
  }
  return results;
}

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('the median of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Median of the ratios of each round: the two sides of a ratio ran next to each other. */
export function medianRatio(ours: readonly number[], yardstick: readonly number[]): number {
  return median(ours.map((value, round) => value / (yardstick[round] as number)));
}
