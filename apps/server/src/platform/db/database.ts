import type { Writable } from 'node:stream';
import type { Transaction as LedgerTransaction } from '@lode/ledger';
import pg from 'pg';
import type { LockingQuery, Query } from './query.ts';

/** A query as `pg` takes it. A name makes the server keep its plan for the connection's life. */
export interface QueryConfig {
  name?: string;
  text: string;
  values?: unknown[];
}

/** Runs queries: the database or an open transaction. Enough to read, and to write with one query. */
export interface Queryable {
  query: <Row = Record<string, unknown>>(config: QueryConfig) => Promise<{ rows: Row[]; rowCount: number | null }>;
}

/** The connection of an open transaction. Only `Database.transaction` gives one: locks and several writes need it. */
export interface Transaction extends Queryable, Pick<LedgerTransaction, Exclude<keyof LedgerTransaction, 'query'>> {}

/** A pool of connections: every query is a transaction of its own. */
export interface Database extends Queryable {
  /** Runs queries on one connection: those that are not awaited one by one are one round trip. Each is a transaction of its own. */
  pipelined: <T>(work: (db: Queryable) => Promise<T>) => Promise<T>;
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction: <T>(work: (dbTx: Transaction) => Promise<T>) => Promise<T>;
  end: () => Promise<void>;
}

export interface DatabaseOptions {
  /** Largest number of connections. */
  max?: number;
  applicationName?: string;
  /** After so long without a query the server ends a transaction and releases its locks. */
  idleInTransactionMs?: number;
  /** After so long an unused connection is closed; absent: 10 seconds. */
  idleConnectionMs?: number;
  /** After so long the server ends a statement; absent: never. */
  statementMs?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  onConnectionLost?: (error: Error) => void;
}

const int8 = 20;
const int8Array = 1016;
const date = 1082;
const dateArray = 1182;
const timestamptz = 1184;

const readTime = pg.types.getTypeParser(timestamptz, 'text') as (text: string) => Date | number;
const ends = { first: new Date('0001-01-01T00:00:00.000Z'), last: new Date('9999-12-31T23:59:59.999Z') };

/** A time that PostgreSQL knows and no Date, `infinity` and the years from 10000 on, is the end of the calendar: pages go on reading. */
function timeOf(text: string): Date {
  const time = readTime(text);
  if (time === -Infinity || text.endsWith('BC')) return ends.first;
  return time instanceof Date && time <= ends.last ? time : ends.last;
}

/** bigint for int8, `YYYY-MM-DD` for date: a Date would drag a time zone into it, a number would lose units. */
const parsers = new Map<number, (text: string) => unknown>([
  [int8, BigInt],
  [int8Array, (text) => arrayElements(text).map((element) => (element === null ? null : BigInt(element)))],
  [date, (text) => text],
  [dateArray, arrayElements],
  [timestamptz, timeOf],
]);

/** Elements of a one-dimensional array literal whose elements need no quotes. */
function arrayElements(literal: string): (string | null)[] {
  const inside = literal.slice(1, -1);
  return inside === '' ? [] : inside.split(',').map((element) => (element === 'NULL' ? null : element));
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const parser = format === 'binary' ? undefined : parsers.get(oid);
    return parser ?? pg.types.getTypeParser(oid, format as 'text');
  },
};

/** Far longer than any transaction of the product pauses between two queries; short enough for those that wait for its locks. */
const longestIdleMs = 60_000;

/**
 * Of a process that serves: a new connection loads its caches and plans every statement up to five times, which costs a lone call more
 * than the call itself.
 */
export const keptConnectionMs = 10 * 60_000;

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const idleMs = options.idleInTransactionMs ?? longestIdleMs;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'lode',
    // Results must not depend on the server's time zone. A process that hangs must not block others.
    options: `-c TimeZone=UTC -c idle_in_transaction_session_timeout=${idleMs} -c statement_timeout=${options.statementMs ?? 0}`,
    types,
    ...(options.idleConnectionMs !== undefined && { idleTimeoutMillis: options.idleConnectionMs }),
    // Queries that a transaction does not await one by one are one round trip.
    pipeline: true,
  });
  // Without listeners a lost connection would end the process, whether it is idle or in the middle of a transaction. In a
  // transaction the next query throws.
  pool.on('error', (error) => options.onConnectionLost?.(error));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    query: (config) => run(pool, config),
    pipelined: (work) => onOneConnection(pool, work),
    transaction: (work) => inTransaction(pool, work),
    end: () => pool.end(),
  };
}

async function run<Row>(client: pg.Pool | pg.PoolClient, config: QueryConfig) {
  const { rows, rowCount } = await client.query(config);
  return { rows: rows as Row[], rowCount };
}

type Writes = Pick<Writable, 'cork' | 'uncork'>;
const joined = new WeakSet<Writes>();

/** What a connection is asked in one turn is one write: `pg` alone writes each query by itself. */
function joinWrites(client: pg.PoolClient): pg.PoolClient {
  const { stream } = (client as unknown as { connection: { stream: Writes } }).connection;
  if (joined.has(stream)) return client;
  joined.add(stream);
  stream.cork();
  process.nextTick(() => {
    joined.delete(stream);
    stream.uncork();
  });
  return client;
}

async function onOneConnection<T>(pool: pg.Pool, work: (db: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work({ query: (config) => run(joinWrites(client), config) });
  } finally {
    client.release();
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (dbTx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // It travels with the first queries. None of them gives a result when it failed.
    const begun = joinWrites(client).query('BEGIN');
    begun.catch(() => undefined);
    const query: Queryable['query'] = async (config) => {
      const [, result] = await Promise.all([begun, run(joinWrites(client), config)]);
      return result as never;
    };
    const result = await work(asTransaction({ query }));
    await begun;
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    // A connection that could not roll back must not go to the next caller.
    client.release(broken);
  }
}

/** For this module and for tests that wrap a transaction: the handle must be of an open one. */
export function asTransaction(queryable: Queryable): Transaction {
  return queryable as Transaction;
}

/** Writes, and returns how many rows were written. */
export async function execute(db: Queryable, query: Query<unknown>, values?: unknown[]): Promise<number>;
export async function execute(dbTx: Transaction, query: LockingQuery<unknown>, values?: unknown[]): Promise<number>;
export async function execute(
  db: Queryable,
  { name, text }: Query<unknown> | LockingQuery<unknown>,
  values: unknown[] = [],
): Promise<number> {
  return (await db.query({ name, text, values })).rowCount ?? 0;
}

export async function many<Row>(db: Queryable, query: Query<Row>, values?: unknown[]): Promise<Row[]>;
export async function many<Row>(dbTx: Transaction, query: LockingQuery<Row>, values?: unknown[]): Promise<Row[]>;
export async function many<Row>(
  db: Queryable,
  { name, text }: Query<Row> | LockingQuery<Row>,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await db.query<Row>({ name, text, values })).rows;
}

/** The row, or null when there is none; throws when there are several. */
export async function maybeOne<Row>(db: Queryable, query: Query<Row>, values?: unknown[]): Promise<Row | null>;
export async function maybeOne<Row>(
  dbTx: Transaction,
  query: LockingQuery<Row>,
  values?: unknown[],
): Promise<Row | null>;
export async function maybeOne<Row>(
  db: Queryable,
  { name, text }: Query<Row> | LockingQuery<Row>,
  values: unknown[] = [],
): Promise<Row | null> {
  const { rows } = await db.query<Row>({ name, text, values });
  if (rows.length > 1) throw new Error(`query ${name} returned ${rows.length} rows: expected at most one`);
  return rows[0] ?? null;
}

/** The row; throws when there is none or several. */
export async function one<Row>(db: Queryable, query: Query<Row>, values?: unknown[]): Promise<Row>;
export async function one<Row>(dbTx: Transaction, query: LockingQuery<Row>, values?: unknown[]): Promise<Row>;
export async function one<Row>(
  db: Queryable,
  { name, text }: Query<Row> | LockingQuery<Row>,
  values: unknown[] = [],
): Promise<Row> {
  const row = await maybeOne(db, { name, text } as Query<Row>, values);
  if (row === null) throw new Error(`query ${name} returned no row: expected one`);
  return row;
}
