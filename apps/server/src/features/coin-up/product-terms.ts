import { businessDate } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { isInterestOwed } from './interest-days.store.ts';
import { type SavingsCoin, savingsCoins } from './savings-coin.ts';

interface StoredTerms {
  'coin-up.open': boolean;
  'coin-up.min.BTC': string;
  'coin-up.min.USDT': string;
  'coin-up.apy.BTC': string;
  'coin-up.apy.USDT': string;
}
export type TermKey = keyof StoredTerms;

const termKeys = [
  'coin-up.open',
  'coin-up.min.BTC',
  'coin-up.min.USDT',
  'coin-up.apy.BTC',
  'coin-up.apy.USDT',
] as const satisfies TermKey[];

export interface TermsPorts {
  /** The settings in force at a time. */
  readonly settingsAt: (db: Queryable, keys: typeof termKeys, at: Date) => Promise<StoredTerms>;
  /** Versions that take over after a time, the nearest first. */
  readonly scheduledVersions: (
    db: Queryable,
    key: TermKey,
    at: Date,
  ) => Promise<{ effectiveFrom: Date; value: unknown }[]>;
}

/** What is offered for one coin. */
export interface CoinTerms {
  /** Smallest subscription, full scale. */
  min: string;
  /** Per cent a year. */
  apy: string;
}

export type CoinUpTerms = { isEnableFunction: boolean } & Record<SavingsCoin, CoinTerms>;

/** The settings of a time: of the switch as of the rates. */
export async function termsAt(db: Queryable, ports: TermsPorts, at: Date): Promise<CoinUpTerms> {
  const stored = await ports.settingsAt(db, termKeys, at);
  return {
    isEnableFunction: stored['coin-up.open'],
    BTC: { min: stored['coin-up.min.BTC'], apy: stored['coin-up.apy.BTC'] },
    USDT: { min: stored['coin-up.min.USDT'], apy: stored['coin-up.apy.USDT'] },
  };
}

/** What is offered now. Subscriptions are closed by the switch, and by themselves while interest is owed. */
export async function offeredTerms(db: Queryable, ports: TermsPorts, now: Date): Promise<CoinUpTerms> {
  const terms = await termsAt(db, ports, now);
  return { ...terms, isEnableFunction: terms.isEnableFunction && !(await isInterestOwed(db)) };
}

export interface AnnouncedRate {
  date: string;
  coin: SavingsCoin;
  apy: string;
}

/** Rates that are set and not in force yet, the nearest first. */
export async function announcedRates(db: Queryable, ports: TermsPorts, at: Date): Promise<AnnouncedRate[]> {
  const rates: AnnouncedRate[] = [];
  for (const coin of savingsCoins) {
    for (const { effectiveFrom, value } of await ports.scheduledVersions(db, `coin-up.apy.${coin}`, at)) {
      rates.push({ date: businessDate(effectiveFrom), coin, apy: String(value) });
    }
  }
  return rates.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
