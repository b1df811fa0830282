import { addDays, startOfBusinessDay } from '../../../platform/clock/clock.ts';
import type { Queryable, Transaction } from '../../../platform/db/database.ts';
import { CannotClose, type CloseKind, type CustomerRange, type Finding, type TieOut } from '../close-kind.ts';

/** What the savings slice does of a day. `Inputs` and `BatchResult` are its own, kept here as JSON. */
export interface CoinUpPorts<Inputs, BatchResult> {
  /** The day from which on runs are owed; null while there are no savings. */
  readonly firstDay: (db: Queryable) => Promise<string | null>;
  readonly readInputs: (db: Queryable, date: string) => Promise<Inputs | { missing: string }>;
  /** Before a run: what would stop it, or leave its interest owed. */
  readonly findHindrances: (date: string) => Promise<Finding[]>;
  readonly planRanges: (db: Queryable) => Promise<CustomerRange[]>;
  readonly postBatch: (
    dbTx: Transaction,
    batch: { date: string; number: number; range: CustomerRange; key: string; inputs: Inputs; now: Date },
  ) => Promise<BatchResult>;
  /** After all batches are posted: decides whether the day is paid, and pays it. */
  readonly pay: (date: string, inputs: Inputs, now: Date) => Promise<void>;
  readonly tieOut: (
    db: Queryable,
    batch: { date: string; range: CustomerRange; inputs: Inputs },
    posted: BatchResult,
  ) => Promise<TieOut>;
  readonly digest: (db: Queryable, date: string, range: CustomerRange, posted: BatchResult) => Promise<string>;
  readonly describe: (inputs: Inputs, posted: readonly BatchResult[]) => string[];
}

/** A business day closes ten minutes after its end: 00:10 in Shanghai. */
const minutesUntilDue = 10;

/** Interest of the day, then value dates and arrivals of the next. */
export function coinUpClose<Inputs extends object, BatchResult>(ports: CoinUpPorts<Inputs, BatchResult>): CloseKind {
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
    preflight: async (date) => ({ findings: await ports.findHindrances(date), trial: null }),
    planBatches: ports.planRanges,
    beforeBatches: async () => undefined,
    postBatch: (dbTx, { date, inputs, now }, batch) =>
      ports.postBatch(dbTx, { ...batch, date, now, inputs: inputs as Inputs }),
    afterBatches: ({ date, inputs, now }) => ports.pay(date, inputs as Inputs, now),
    tieOut: (dbTx, { date, inputs }, { range }, posted) =>
      ports.tieOut(dbTx, { date, range, inputs: inputs as Inputs }, posted as BatchResult),
    digest: (dbTx, date, range, posted) => ports.digest(dbTx, date, range, posted as BatchResult),
    describe: ({ inputs }, posted) => ports.describe(inputs as Inputs, posted as BatchResult[]),
    warnings: () => [],
  };
}
