/** Shanghai has a constant offset from UTC. */
export function businessDate(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}
