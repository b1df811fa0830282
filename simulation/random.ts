/** Numbers that look random and are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): { below(limit: number): number; pick<T>(from: readonly T[]): T } {
  let state = seed >>> 0;
  function below(limit: number): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }
  return { below, pick: (from) => from[below(from.length)] as (typeof from)[number] };
}
