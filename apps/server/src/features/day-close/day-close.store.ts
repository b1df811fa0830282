import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { CloseKindName, CustomerRange } from './close-kind.ts';
import type { Progress } from './day-order.ts';

export interface DayCloseRow {
  date: string;
  startedAt: Date;
  inputs: unknown;
  closedAt: Date | null;
  seal: Buffer | null;
}

const progress = query(
  'day-close.progress',
  `select min(date) filter (where closed_at is not null) as "firstClosed",
     max(date) filter (where closed_at is not null) as "lastClosed", max(date) filter (where closed_at is null) as begun
   from day_close where kind = $1`,
).as<Progress>();

export function readProgress(db: Queryable, kind: CloseKindName): Promise<Progress> {
  return one(db, progress, [kind]);
}

const dayColumns = `date, started_at as "startedAt", inputs, closed_at as "closedAt", seal`;
const day = query(
  'day-close.day',
  `select ${dayColumns} from day_close where kind = $1 and date = $2`,
).as<DayCloseRow>();

export function readDay(db: Queryable, kind: CloseKindName, date: string): Promise<DayCloseRow | null> {
  return maybeOne(db, day, [kind, date]);
}

const days = query(
  'day-close.closed-days',
  `select ${dayColumns} from day_close where kind = $1 and closed_at is not null order by date`,
).as<DayCloseRow>();

export function readClosedDays(db: Queryable, kind: CloseKindName): Promise<DayCloseRow[]> {
  return many(db, days, [kind]);
}

const lockKind = lockingQuery(
  'day-close.lock-kind',
  `select pg_advisory_xact_lock(hashtext('day-close'), hashtext($1))`,
);

/** Serialises opening and sealing of one kind across processes until the transaction ends. */
export async function lockCloses(dbTx: Transaction, kind: CloseKindName): Promise<void> {
  await execute(dbTx, lockKind, [kind]);
}

const months = query('day-close.keep-months', 'select keep_months($1, $2)');

/** Makes the tables of a date's month, once; rows that came before them would lie in the rest of all months. */
export async function keepMonths(db: Queryable, kind: CloseKindName, date: string): Promise<void> {
  await execute(db, months, [kind, date]);
}

const analysis = query('day-close.analyse-months', 'select analyse_months($1)');

/** Statistics of the tables of all months, once a week: autovacuum makes those of each month alone. */
export async function analyseMonths(db: Queryable, kind: CloseKindName): Promise<void> {
  await execute(db, analysis, [kind]);
}

const insertDay = query(
  'day-close.open',
  'insert into day_close (kind, date, started_at, inputs) values ($1, $2, $3, $4)',
);
const insertBatches = query(
  'day-close.plan',
  `insert into day_close_batch (kind, date, stage, batch, first_customer, last_customer)
   select $1, $2, stage, n, first, last
   from unnest($3::text[]) stage, unnest($4::bigint[], $5::bigint[]) with ordinality as range (first, last, n)`,
);

/** The row first: it waits for transactions that still write into the day, and only then are the batches planned. */
export async function openDay(
  dbTx: Transaction,
  kind: CloseKindName,
  day: { date: string; at: Date; inputs: unknown; readonly plan: (db: Queryable) => Promise<CustomerRange[]> },
): Promise<void> {
  const { date, at, inputs, plan } = day;
  await execute(dbTx, insertDay, [kind, date, at, JSON.stringify(inputs)]);
  const ranges = await plan(dbTx);
  const firsts = ranges.map(({ first }) => first);
  const lasts = ranges.map(({ last }) => last);
  await execute(dbTx, insertBatches, [kind, date, closeStages, firsts, lasts]);
}

export const closeStages = ['post', 'tie-out'] as const;
export type CloseStage = (typeof closeStages)[number];

export interface BatchRow extends CustomerRange {
  number: number;
  result: unknown;
}

const batchColumns = 'batch as number, first_customer as first, last_customer as last, result';
const unfinished = 'kind = $1 and date = $2 and stage = $3 and finished_at is null';
const takeFree = lockingQuery(
  'day-close.take-batch',
  `select ${batchColumns} from day_close_batch where ${unfinished} order by batch limit 1 for update skip locked`,
).as<BatchRow>();
/** Of one row: going on to the next with the lock of a finished one, two that wait would wait for each other. */
const awaitTaken = lockingQuery(
  'day-close.await-batch',
  `select ${batchColumns} from day_close_batch
   where ${unfinished} and batch = (select min(batch) from day_close_batch where ${unfinished}) for update`,
).as<BatchRow>();

/**
 * A free batch, locked for this transaction; a killed worker's lock ends with its connection. When
 * others hold all that is left, waits for one of them: it is taken over if its worker dies, and null if it got done.
 */
export async function takeBatch(
  dbTx: Transaction,
  kind: CloseKindName,
  date: string,
  stage: CloseStage,
): Promise<BatchRow | null> {
  return (await maybeOne(dbTx, takeFree, [kind, date, stage])) ?? maybeOne(dbTx, awaitTaken, [kind, date, stage]);
}

const left = query(
  'day-close.batches-left',
  `select count(*)::int as left from day_close_batch where kind = $1 and date = $2 and stage = $3 and finished_at is null`,
).as<{ left: number }>();

export async function countUnfinished(
  db: Queryable,
  kind: CloseKindName,
  date: string,
  stage: CloseStage,
): Promise<number> {
  return (await one(db, left, [kind, date, stage])).left;
}

const finish = query(
  'day-close.finish-batch',
  `update day_close_batch set finished_at = $5, result = $6 where kind = $1 and date = $2 and stage = $3 and batch = $4`,
);

export async function finishBatch(
  db: Queryable,
  kind: CloseKindName,
  { date, stage, number, at, result }: { date: string; stage: CloseStage; number: number; at: Date; result: unknown },
): Promise<void> {
  await execute(db, finish, [kind, date, stage, number, at, JSON.stringify(result)]);
}

const allBatches = query(
  'day-close.batches',
  `select ${batchColumns} from day_close_batch where kind = $1 and date = $2 and stage = $3 order by batch`,
).as<BatchRow>();

export function readBatches(db: Queryable, kind: CloseKindName, date: string, stage: CloseStage): Promise<BatchRow[]> {
  return many(db, allBatches, [kind, date, stage]);
}

const result = query(
  'day-close.batch-result',
  'select result from day_close_batch where kind = $1 and date = $2 and stage = $3 and batch = $4',
).as<{ result: unknown }>();

export async function readResult(
  db: Queryable,
  kind: CloseKindName,
  date: string,
  stage: CloseStage,
  number: number,
): Promise<unknown> {
  return (await one(db, result, [kind, date, stage, number])).result;
}

const close = query(
  'day-close.seal',
  'update day_close set closed_at = $3, seal = $4, tie_out = $5 where kind = $1 and date = $2',
);

export async function sealDay(
  db: Queryable,
  kind: CloseKindName,
  { date, at, seal, tieOut }: { date: string; at: Date; seal: Buffer; tieOut: unknown },
): Promise<void> {
  await execute(db, close, [kind, date, at, seal, JSON.stringify(tieOut)]);
}
