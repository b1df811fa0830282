import type { CloseKindName } from '@lode/contract/record-states';
import type { Coin } from '@lode/money';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** Business days and mining days never mix: each kind has its own order. */
export type { CloseKindName };

/** The customers of one batch: all ids from `first` to `last`, both included. */
export interface CustomerRange {
  first: bigint;
  last: bigint;
}

/** One run of a kind over one date. */
export interface Run {
  date: string;
  /** The product's time at which this process works. */
  now: Date;
  /** The time that changes of status carry: when the close was due, however late it runs, or when it began before that. */
  nominal: Date;
  /** As they were pinned when the day was opened. */
  inputs: unknown;
}

export interface Batch {
  number: number;
  range: CustomerRange;
  /** Unique for this batch of this day: the stem of its ledger keys. */
  key: string;
}

/** A figure that was computed from the inputs, beside what the ledger has. Minor units of the coin. */
export interface TieOutLine {
  name: string;
  coin: Coin;
  expected: bigint;
  posted: bigint;
}

export interface TieOut {
  lines: TieOutLine[];
  /** Each names the row that is not what it should be. None: the batch ties out. */
  differences: string[];
  /** sha-256 in hex over the rows and postings that were read. */
  digest: string;
}

/** Something that stands in the way of a close. */
export interface Finding {
  /** False: the date would close without it. */
  stops: boolean;
  reason: string;
}

/** What a close would post, by a trial of all its batches that was taken back. */
export interface Trial {
  outputs: number;
  charges: number;
  hostingCharges: number;
  /** Machines that would stop because electricity is owed. */
  stopped: number;
  /** `outputs`, and what would be charged, by the coin that pays it; minor units as text. */
  lines: { name: 'outputs' | 'electricity' | 'hosting'; coin: Coin; amount: string }[];
}

export interface Preflight {
  findings: Finding[];
  /** Null: not every batch could be tried, or the kind does not try them. */
  trial: Trial | null;
}

/** What the engine needs to know of a kind of close. */
export interface CloseKind {
  name: CloseKindName;
  /** The instant at which the date is over. */
  readonly endOf: (date: string) => Date;
  /** The instant at which its close is due. */
  readonly dueAt: (date: string) => Date;
  /** What the day is computed from; throws `CannotClose` when something is missing. */
  readonly readInputs: (db: Queryable, date: string) => Promise<unknown>;
  /** What would stop the close, or be left out of it, and what it would post, asked before it is due; what is tried is rolled back. */
  readonly preflight: (date: string, now: Date) => Promise<Preflight>;
  /** What must have happened before the batches are planned. */
  readonly beforeBatches: (run: Run) => Promise<void>;
  /** Ranges that cover every customer id there is and ever will be, of bounded work each. */
  readonly planBatches: (db: Queryable, date: string) => Promise<CustomerRange[]>;
  /** Does one batch in the caller's transaction: rows and postings. The result is kept as JSON. */
  readonly postBatch: (dbTx: Transaction, run: Run, batch: Batch) => Promise<unknown>;
  /** Between the batches and their tie-out, in transactions of its own; may be done by several processes at once. */
  readonly afterBatches?: (run: Run) => Promise<void>;
  /** Where the schedule begins before the first close; without it, or while it answers null, a person does. */
  readonly firstDay?: (db: Queryable) => Promise<string | null>;
  /** Recomputes one batch from the inputs and compares it with the ledger. */
  readonly tieOut: (dbTx: Transaction, run: Run, batch: Batch, posted: unknown) => Promise<TieOut>;
  /** The digest that a batch's tie-out kept, from what stands in the database now. */
  readonly digest: (db: Queryable, date: string, range: CustomerRange, posted: unknown) => Promise<string>;
  /** A line per stage for the operator. */
  readonly describe: (run: Run, posted: unknown[]) => string[];
  /** What people should look at although the day closes. */
  readonly warnings: (posted: unknown[]) => string[];
}

/** An input is missing or something does not tie out: the day stays open, the reason is for the operator. */
export class CannotClose extends Error {
  override readonly name = 'CannotClose';
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.reasons = reasons;
  }
}

export function differing(differences: readonly string[]): CannotClose {
  return new CannotClose(differences.map((difference) => `it does not tie out: ${difference}`));
}
