import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Queryable } from '../postgres/queryable.ts';

/** As the server reads them: int8 as bigint, a date as its text. */
const parsers: Record<number, (text: string) => unknown> = { 20: BigInt, 1082: (text) => text };
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
};

export interface TestLedger extends Queryable {
  /** One connection of one's own, for transactions and for attacks. */
  connect(): Promise<pg.PoolClient>;
}

export interface TestDatabase {
  /** A role that has what the running server has. */
  app: TestLedger;
  /** The owner of the tables. */
  owner: TestLedger;
  appUrl: string;
  drop(): Promise<void>;
}

/** A copy of the migrated template that the test run provides. */
export async function createTestDatabase(max = 10): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `ledger_${randomBytes(6).toString('hex')}`;
  await administer(server.ownerUrl, `create database ${name} template ${server.template} strategy file_copy`);
  const appUrl = inDatabase(server.appUrl, name);
  const app = openPool(appUrl, max);
  const owner = openPool(inDatabase(server.ownerUrl, name), 2);
  return {
    app: ledgerOn(app),
    owner: ledgerOn(owner),
    appUrl,
    async drop() {
      await Promise.all([app.end(), owner.end()]);
      await administer(server.adminUrl, `drop database ${name} with (force)`);
    },
  };
}

function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, types });
  pool.on('error', () => undefined);
  return pool;
}

function ledgerOn(pool: pg.Pool): TestLedger {
  return {
    async query<Row>(query: { name?: string; text: string; values?: unknown[] }) {
      const { rows, rowCount } = await pool.query(query);
      return { rows: rows as Row[], rowCount };
    },
    connect: () => pool.connect(),
  };
}

function inDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
