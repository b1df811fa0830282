import { accountNames } from '@lode/contract/staff-names';
import { shanghaiMinute, shanghaiTime } from '../clock/clock.ts';

/** A house account has the name of the books. */
export const accountName = (account: string): string =>
  (accountNames as Readonly<Record<string, string>>)[account] ?? account;

/** The minute in Shanghai, as the console shows times: `2026-11-24 14:00`, and the seconds where there are any. */
export const timeText = (time: Date): string =>
  time.getTime() % 60_000 === 0 ? shanghaiMinute(time) : shanghaiTime(time);
