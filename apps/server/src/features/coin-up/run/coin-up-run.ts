import { formatAmount } from '@lode/money';
import type { Queryable, Transaction } from '../../../platform/db/database.ts';
import type { EventLog } from '../../../platform/log/event-log.ts';
import type { TermsPorts } from '../product-terms.ts';
import { type SavingsCoin, savingsCoins } from '../savings-coin.ts';
import { accrueInterest } from './accrue-interest.ts';
import type { CoinUpBatchResult } from './batch-result.ts';
import { digestOf } from './digest.ts';
import { findHindrances } from './find-hindrances.ts';
import { decideFunding } from './fund.ts';
import { type CoinUpInputs, firstSavingsDay, readInputs } from './inputs.ts';
import { moveTransit, type TransitPorts } from './move-transit.ts';
import { type PayDeps, payFunded } from './pay-interest.ts';
import { planRanges } from './plan-ranges.ts';
import type { CustomerRange } from './range.ts';
import { tieOutRun } from './tie-out.ts';

export interface RunDeps extends PayDeps, TermsPorts, TransitPorts {
  positionsPerBatch: number;
  log: EventLog;
}

interface Batch {
  date: string;
  number: number;
  range: CustomerRange;
  key: string;
  inputs: CoinUpInputs;
  now: Date;
}

/** The stages of a business day for the day close: interest, then what begins to earn and what arrives. */
export function coinUpRun(deps: RunDeps) {
  const { database, failpoint, log } = deps;
  return {
    firstDay: (db: Queryable) => firstSavingsDay(db),
    readInputs: (db: Queryable, date: string) => readInputs(db, deps, date),
    findHindrances: (date: string) => findHindrances(database, deps, date),
    planRanges: (db: Queryable) => planRanges(db, deps.positionsPerBatch),

    async postBatch(dbTx: Transaction, batch: Batch): Promise<CoinUpBatchResult> {
      const interest = await accrueInterest(dbTx, batch);
      failpoint('post:interest');
      const { begun, arrived, arrivalTransfer } = await moveTransit(dbTx, deps, batch);
      failpoint('post:transit');
      const of = (coin: SavingsCoin) => interest.find((one) => one.coin === coin);
      return {
        positions: { BTC: of('BTC')?.positions ?? 0, USDT: of('USDT')?.positions ?? 0 },
        interest: { BTC: String(of('BTC')?.amount ?? 0n), USDT: String(of('USDT')?.amount ?? 0n) },
        begun,
        arrived,
        arrivalTransfer: arrivalTransfer === null ? null : String(arrivalTransfer),
      };
    },

    /** After all batches are posted: the whole of a coin's interest, or none of it. */
    async pay(date: string, { ratesPpm }: CoinUpInputs, now: Date): Promise<void> {
      const decided = await database.transaction(async (dbTx) => {
        const decisions = await decideFunding(dbTx, { date, ratesPpm, now });
        failpoint('decide:before-commit');
        return decisions;
      });
      for (const { coin, amount, isOwed } of decided) {
        if (isOwed) log.error({ event: 'interest.owed', coin, amount: formatAmount(amount, coin), date });
      }
      failpoint('decide:committed');
      await payFunded(deps, now);
    },

    tieOut: (db: Queryable, batch: Omit<Batch, 'key' | 'number' | 'now'>, posted: CoinUpBatchResult) =>
      tieOutRun(db, { ...batch, posted }),

    async digest(db: Queryable, date: string, range: CustomerRange, posted: CoinUpBatchResult): Promise<string> {
      return (await digestOf(db, date, range, posted.arrivalTransfer)).digest.toString('hex');
    },

    describe(inputs: CoinUpInputs, batches: readonly CoinUpBatchResult[]): string[] {
      const sum = (count: (batch: CoinUpBatchResult) => number) =>
        batches.reduce((all, batch) => all + count(batch), 0);
      return [
        ...savingsCoins.map((coin) => {
          const amount = batches.reduce((all, { interest }) => all + BigInt(interest[coin]), 0n);
          const positions = sum((batch) => batch.positions[coin]);
          return `interest     ${coin}: ${positions} positions, ${formatAmount(amount, coin)} at ${inputs.ratesPpm[coin]} ppm a year`;
        }),
        `value dates  ${sum(({ begun }) => begun)} subscriptions begin to earn`,
        `arrivals     ${sum(({ arrived }) => arrived)} redemptions`,
      ];
    },
  };
}
