import pg from 'pg';

/** A statement as `pg` takes it. A name makes the server keep its plan for the connection's life. */
export interface Query {
  name?: string;
  text: string;
  values?: unknown[];
}

/** Something that runs SQL: a pool, or the one connection of an open transaction. */
export interface DbTx {
  query<Row = Record<string, unknown>>(query: Query): Promise<{ rows: Row[]; rowCount: number | null }>;
}

export interface Database extends DbTx {
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (dbTx: DbTx) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

export interface DatabaseOptions {
  /** Largest number of connections. */
  max?: number;
  applicationName?: string;
  /** After so long without a statement a transaction is ended by the server, with its locks. */
  idleInTransactionMs?: number;
  /** Hears of idle connections that broke; the pool replaces them by itself. */
  onConnectionLost?: (error: Error) => void;
}

/** A statement with the shape of its rows. The name must be unique in the program: `'wallet.balances'`. */
export interface Statement<Row> {
  name: string;
  text: string;
  /** Carries the type only, is never set. */
  readonly row?: Row;
}

const int8 = 20;
const int8Array = 1016;
const date = 1082;
const dateArray = 1182;

/** bigint for int8, `YYYY-MM-DD` for date: a Date would drag a time zone into it, a number would lose units. */
const parsers = new Map<number, (text: string) => unknown>([
  [int8, BigInt],
  [int8Array, (text) => arrayElements(text).map((element) => (element === null ? null : BigInt(element)))],
  [date, (text) => text],
  [dateArray, arrayElements],
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

/** Far longer than any transaction of the product waits between two statements; short enough for those behind its locks. */
const longestIdleMs = 60_000;

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const idleMs = options.idleInTransactionMs ?? longestIdleMs;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'lode',
    // The answers of SQL must not depend on where the server stands. A process that hangs must not keep others waiting.
    options: `-c TimeZone=UTC -c idle_in_transaction_session_timeout=${idleMs}`,
    types,
  });
  // Without listeners a lost connection would end the process, whether it is idle or in the middle of a transaction. In a
  // transaction the next statement tells the caller.
  pool.on('error', (error) => options.onConnectionLost?.(error));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    query: (query) => run(pool, query),
    transaction: (work) => inTransaction(pool, work),
    end: () => pool.end(),
  };
}

async function run<Row>(client: pg.Pool | pg.PoolClient, query: Query) {
  const { rows, rowCount } = await client.query(query);
  return { rows: rows as Row[], rowCount };
}

async function inTransaction<T>(pool: pg.Pool, work: (dbTx: DbTx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work({ query: (query) => run(client, query) });
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

export function statement<Row = Record<string, unknown>>(name: string, text: string): Statement<Row> {
  return { name, text };
}

export async function many<Row>(dbTx: DbTx, { name, text }: Statement<Row>, values: unknown[] = []): Promise<Row[]> {
  return (await dbTx.query<Row>({ name, text, values })).rows;
}

/** The row, or null when there is none; more than one is a broken invariant. */
export async function maybeOne<Row>(
  dbTx: DbTx,
  statement: Statement<Row>,
  values: unknown[] = [],
): Promise<Row | null> {
  const rows = await many(dbTx, statement, values);
  if (rows.length > 1) throw new Error(`${statement.name} answered ${rows.length} rows where at most one can be`);
  return rows[0] ?? null;
}

export async function one<Row>(dbTx: DbTx, statement: Statement<Row>, values: unknown[] = []): Promise<Row> {
  const row = await maybeOne(dbTx, statement, values);
  if (row === null) throw new Error(`${statement.name} answered no row where one must be`);
  return row;
}
