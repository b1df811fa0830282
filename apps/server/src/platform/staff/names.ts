import { accountNames } from '@lode/contract/staff-names';

/** A house account has the name of the books. */
export const accountName = (account: string): string =>
  (accountNames as Readonly<Record<string, string>>)[account] ?? account;

/** The minute in Shanghai, as the console shows times: `2026-11-24 14:00`, and the seconds where there are any. */
export const timeText = (time: Date): string =>
  new Date(time.getTime() + 8 * 3_600_000)
    .toISOString()
    .slice(0, time.getTime() % 60_000 === 0 ? 16 : 19)
    .replace('T', ' ');
