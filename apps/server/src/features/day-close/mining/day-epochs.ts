import { startOfMiningDay } from '../../../platform/clock/clock.ts';

/** The epochs of a day as instants, for SQL. */
export interface DayEpochs {
  starts: Date[];
  ends: Date[];
  seconds: number[];
}

export function dayEpochs(date: string, epochs: readonly { seconds: number }[]): DayEpochs {
  const seconds = epochs.map((epoch) => epoch.seconds);
  const start = startOfMiningDay(date).getTime();
  const ends = seconds.map((_, i) => new Date(start + 1000 * seconds.slice(0, i + 1).reduce((a, b) => a + b, 0)));
  return { starts: [new Date(start), ...ends.slice(0, -1)], ends, seconds };
}
