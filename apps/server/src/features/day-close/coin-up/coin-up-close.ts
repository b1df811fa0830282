import { addDays, startOfBusinessDay } from '../../../platform/clock/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { CannotClose, type CloseKind, type CustomerRange, type TieOut } from '../close-kind.ts';

/** What the savings slice does of a day. `Inputs` and `Settled` are its own, kept here as JSON. */
export interface CoinUpPorts<Inputs, Settled> {
  /** The day from which on runs are owed; null while there are no savings. */
  firstDay(db: Queryable): Promise<string | null>;
  readInputs(db: Queryable, date: string): Promise<Inputs | { missing: string }>;
  planRanges(db: Queryable): Promise<CustomerRange[]>;
  settle(
    db: Queryable,
    batch: { date: string; number: number; range: CustomerRange; key: string; inputs: Inputs; now: Date },
  ): Promise<Settled>;
  /** Once every batch is settled: decides whether the day is paid, and pays it. */
  pay(date: string, inputs: Inputs, now: Date): Promise<void>;
  tieOut(
    db: Queryable,
    batch: { date: string; range: CustomerRange; inputs: Inputs },
    settled: Settled,
  ): Promise<TieOut>;
  digest(db: Queryable, date: string, range: CustomerRange, settled: Settled): Promise<string>;
  describe(inputs: Inputs, settled: readonly Settled[]): string[];
}

/** A business day is settled ten minutes after its end: 00:10 in Shanghai. */
const minutesUntilDue = 10;

/** Interest of the day, then value dates and arrivals of the next. */
export function coinUpClose<Inputs extends object, Settled>(ports: CoinUpPorts<Inputs, Settled>): CloseKind {
  const endOf = (date: string) => startOfBusinessDay(addDays(date, 1));
  return {
    name: 'coin-up',
    endOf,
    dueAt: (date) => new Date(endOf(date).getTime() + minutesUntilDue * 60_000),
    firstDay: ports.firstDay,
    async readInputs(dbTx, date) {
      const inputs = await ports.readInputs(dbTx, date);
      if ('missing' in inputs) throw new CannotClose([inputs.missing]);
      return inputs;
    },
    planBatches: ports.planRanges,
    beforeBatches: async () => undefined,
    settle: (dbTx, { date, inputs, now }, batch) =>
      ports.settle(dbTx, { ...batch, date, now, inputs: inputs as Inputs }),
    afterSettle: ({ date, inputs, now }) => ports.pay(date, inputs as Inputs, now),
    tieOut: (dbTx, { date, inputs }, { range }, settled) =>
      ports.tieOut(dbTx, { date, range, inputs: inputs as Inputs }, settled as Settled),
    digest: (dbTx, date, range, settled) => ports.digest(dbTx, date, range, settled as Settled),
    describe: ({ inputs }, settled) => ports.describe(inputs as Inputs, settled as Settled[]),
    warnings: () => [],
  };
}
