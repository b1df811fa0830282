import { daysBetween } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type RealDay, realDayOf } from './demo-days.ts';
import { dogePrice, mergedMiningReport } from './demo-merged-mining.ts';

/** Invented, like the demo's customers: CNY for one USDT. */
const demoRate = '7';

export interface ReplayPorts {
  /** Null where there is no demo history. */
  readonly firstDay: (db: Queryable) => Promise<string | null>;
  readonly replayNetworkDay: (db: Queryable, date: string, past: RealDay, now: Date) => Promise<void>;
  readonly replayPrices: (
    db: Queryable,
    date: string,
    prices: Record<'BTC' | 'DOGE', string>,
    now: Date,
  ) => Promise<void>;
  readonly replayRate: (db: Queryable, date: string, cny: string, now: Date) => Promise<void>;
  readonly replayPoolReport: (
    db: Queryable,
    date: string,
    report: ReturnType<typeof mergedMiningReport>,
    now: Date,
  ) => Promise<void>;
}

export function demoSlice({ firstDay, replayNetworkDay, replayPrices, replayRate, replayPoolReport }: ReplayPorts) {
  return {
    /** Before a mining day closes: in the demo its network day and price are repeated from a real one, once, beside a pool's report. */
    async provideDay(db: Queryable, date: string, now: Date): Promise<void> {
      const first = await firstDay(db);
      if (first === null || date < first) return;
      const day = daysBetween(first, date);
      const real = realDayOf(day);
      await replayNetworkDay(db, date, real, now);
      await replayPrices(db, date, { BTC: real.usdt, DOGE: dogePrice }, now);
      await replayRate(db, date, demoRate, now);
      await replayPoolReport(db, date, mergedMiningReport(day), now);
    },
  };
}
