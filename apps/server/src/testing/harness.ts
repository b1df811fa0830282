import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { currentPart, type Part } from './caller-role.ts';
import type { TestPostgres } from './test-postgres.ts';

let given: TestPostgres | null = null;

/** For programs without vitest, such as a simulation: their test databases are made on this server. */
export function useTestPostgres(server: TestPostgres): void {
  given = server;
}

export interface TestDatabase {
  /** As the running server sees it: the role of all its parts, or within `as` the role of one. */
  database: Database;
  /** As the migrations see it; for what no use case can do, such as breaking the books on purpose. */
  owner: Database;
  url: string;
  ownerUrl: string;
  /** As a process that does one part only logs in. */
  partUrls: Record<Part, string>;
  readonly drop: () => Promise<void>;
}

/** A fresh copy of the migrated template; `drop` it in `afterAll`. */
export async function createTestDatabase({ max = 10 }: { max?: number } = {}): Promise<TestDatabase> {
  const server = given ?? (await import('vitest')).inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server.ownerUrl, `create database ${name} template ${server.template} strategy file_copy`);
  const url = withDatabase(server.appUrl, name);
  const ownerUrl = withDatabase(server.ownerUrl, name);
  const partUrls = {
    public: withDatabase(server.partUrls.public, name),
    worker: withDatabase(server.partUrls.worker, name),
    staff: withDatabase(server.partUrls.staff, name),
  };
  const database = openByPart(url, partUrls, max);
  const owner = openDatabase(ownerUrl, { max: 4 });
  return {
    database,
    owner,
    url,
    ownerUrl,
    partUrls,
    async drop() {
      await Promise.all([database.end(), owner.end()]);
      await administer(server.adminUrl, `drop database ${name} with (force)`);
    },
  };
}

/** One database with the role of its caller; a role's connections are made when it first calls. */
function openByPart(url: string, partUrls: Record<Part, string>, max: number): Database {
  const opened = new Map<Part | undefined, Database>([[undefined, openDatabase(url, { max })]]);
  const ofCaller = (): Database => {
    const part = currentPart();
    const found = opened.get(part) ?? openDatabase(part === undefined ? url : partUrls[part], { max });
    opened.set(part, found);
    return found;
  };
  return {
    query: (config) => ofCaller().query(config),
    pipelined: (work) => ofCaller().pipelined(work),
    transaction: (work) => ofCaller().transaction(work),
    end: async () => {
      await Promise.all([...opened.values()].map((database) => database.end()));
    },
  };
}

/** The same database as a superuser, whom no trigger and no policy stops: for errors put into rows on purpose. */
export async function openAsAdmin(url: string): Promise<Database> {
  const server = given ?? (await import('vitest')).inject('postgres');
  return openDatabase(withDatabase(server.adminUrl, new URL(url).pathname.slice(1)), { max: 2 });
}

function withDatabase(url: string, name: string): string {
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
