// What leaves the database keeps its meaning: whole units as bigint, dates without a time zone, rows as asked for.
import { Socket } from 'node:net';
import { lockBalances } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import {
  type Database,
  execute,
  keptConnectionMs,
  many,
  maybeOne,
  one,
  openDatabase,
  type Queryable,
} from './database.ts';
import { type LockingQuery, type Query, query } from './query.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const value = (expression: string) =>
  one<{ value: unknown }>(test.database, { name: '', text: `select ${expression} as value` }).then((row) => row.value);

describe('values', () => {
  it('reads int8 as bigint, beyond what a number can hold', async () => {
    expect(await value('9223372036854775807::int8')).toBe(9223372036854775807n);
    expect(await value(`array[1, null, -9223372036854775808]::int8[]`)).toEqual([1n, null, -9223372036854775808n]);
    expect(await value(`array[]::int8[]`)).toEqual([]);
  });

  it('reads a date as the text of that date', async () => {
    expect(await value(`date '2020-02-29'`)).toBe('2020-02-29');
    expect(await value(`array[date '2020-02-29', null]`)).toEqual(['2020-02-29', null]);
  });

  it('reads numeric as text, int4 as number, timestamptz as the same instant', async () => {
    expect(await value(`0.10::numeric`)).toBe('0.10');
    expect(await value('7::int4')).toBe(7);
    expect(await value(`timestamptz '2020-03-12 08:00+08'`)).toEqual(new Date('2020-03-12T00:00:00Z'));
    expect(await value(`to_char(timestamptz '2020-03-12 00:00Z', 'HH24:MI')`)).toBe('00:00');
  });
});

it('survives a connection that is cut in the middle of a transaction, and tells the caller', async () => {
  const admin = openDatabase(inject('postgres').adminUrl, { max: 1 });
  const cut = test.database.transaction(async (dbTx) => {
    const { rows } = await dbTx.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
    const values = [rows[0]?.pid];
    await admin.query({ text: 'select pg_terminate_backend($1)', values });
    const isThere = { text: 'select from pg_stat_activity where pid = $1', values };
    while ((await admin.query(isThere)).rowCount !== 0) continue;
    // A whole round trip later this process has heard of it, and would have died of it.
    await admin.query(isThere);
    await dbTx.query({ text: 'select 1' });
  });
  await expect(cut).rejects.toThrow(/not queryable|terminating connection/);
  await admin.end();
  expect(await value('7::int4')).toBe(7);
});

it('ends a statement that takes longer than it may', async () => {
  const short = openDatabase(test.url, { max: 1, statementMs: 50 });
  await expect(short.query({ text: 'select pg_sleep(60)' })).rejects.toMatchObject({ code: '57014' });
  await short.end();
});

describe('a connection', () => {
  const pid = async (database: Database) =>
    (await database.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })).rows[0]?.pid;

  it.each([
    ['of a process that serves is kept through ten quiet minutes', keptConnectionMs, true],
    ['is closed after ten seconds without a query where nothing is said', undefined, false],
  ])('%s', async (_what, idleConnectionMs, isKept) => {
    const database = openDatabase(test.url, { max: 1, ...(idleConnectionMs !== undefined && { idleConnectionMs }) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const before = await pid(database);
      await vi.advanceTimersByTimeAsync(10 * 60_000 - 1);
      expect((await pid(database)) === before).toBe(isKept);
    } finally {
      vi.useRealTimers();
      await database.end();
    }
  });

  const five = Array.from({ length: 5 }, (_, i) => ({ text: 'select $1::int as n', values: [i] }));
  const read = (db: Queryable) => Promise.all(five.map((query) => db.query<{ n: number }>(query)));

  it.each([
    ['of a transaction', (database: Database) => database.transaction(read), 2],
    ['outside one', (database: Database) => database.pipelined(read), 1],
    // Control: what is awaited one by one is seen to be more.
    ['of a transaction, awaited one by one', (database: Database) => database.transaction(oneByOne), 6],
  ])('writes at once what it is asked in one turn: %s', async (_what, work, writes) => {
    const database = openDatabase(test.url, { max: 1 });
    const { rows: own } = await database.query<{ port: number }>({ text: 'select inet_client_port() as port' });
    const sockets = Socket.prototype as unknown as Record<'_write' | '_writev', () => void>;
    const several = vi.spyOn(sockets, '_writev');
    const single = vi.spyOn(sockets, '_write');
    try {
      const answers = await work(database);
      // Other connections of the process write when they like.
      const writers = [...several.mock.contexts, ...single.mock.contexts] as unknown as Socket[];
      expect(writers.filter(({ localPort }) => localPort === own[0]?.port)).toHaveLength(writes);
      expect(answers.map(({ rows }) => rows)).toEqual([0, 1, 2, 3, 4].map((n) => [{ n }]));
    } finally {
      several.mockRestore();
      single.mockRestore();
      await database.end();
    }
  });

  async function oneByOne(db: Queryable) {
    const answers = [];
    for (const query of five) answers.push(await db.query<{ n: number }>(query));
    return answers;
  }

  it('fails of what was written at once only the query that is wrong, and serves the next', async () => {
    const database = openDatabase(test.url, { max: 1 });
    const ends = await database.pipelined((db) =>
      Promise.allSettled(['1', '1 / 0', '3'].map((text) => db.query({ text: `select ${text} as n` }))),
    );
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const failed = database.transaction(() => Promise.reject(new Error('before a query')));
    await expect(failed).rejects.toThrow('before a query');
    expect((await database.query({ text: 'select 4 as n' })).rows).toEqual([{ n: 4 }]);
    await database.end();
  });
});

describe('rows', () => {
  const numbers: Query<{ n: number }> = {
    name: 'test.numbers',
    text: 'select n::int4 from generate_series(1, $1::int4) n',
  };

  it('answers many, one, or none', async () => {
    expect(await many(test.database, numbers, [2])).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await one(test.database, numbers, [1])).toEqual({ n: 1 });
    expect(await maybeOne(test.database, numbers, [0])).toBeNull();
  });

  it('throws on no row or several rows where one is expected', async () => {
    await expect(one(test.database, numbers, [0])).rejects.toThrow('test.numbers returned no row');
    await expect(maybeOne(test.database, numbers, [2])).rejects.toThrow('test.numbers returned 2 rows');
  });
});

describe('a transaction', () => {
  const count = () => value('(select count(*) from note)');
  const insert = { text: `insert into note values ('written')` };

  beforeAll(async () => {
    await test.owner.query({ text: 'create table note (line text)' });
    await test.owner.query({ text: 'grant select, insert on note to lode_app' });
  });

  it('leaves nothing behind when the work throws, and the connection is good afterwards', async () => {
    await expect(
      test.database.transaction(async (dbTx) => {
        await dbTx.query(insert);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await count()).toBe(0n);
  });

  it('keeps what was done when the work ends well', async () => {
    expect(await test.database.transaction(async (dbTx) => (await dbTx.query(insert)).rowCount)).toBe(1);
    expect(await count()).toBe(1n);
  });

  it('that stands still is ended with its locks, and neither the process nor the next caller suffers', async () => {
    const impatient = openDatabase(test.url, { max: 1, idleInTransactionMs: 300 });
    const lock = { text: `select pg_advisory_xact_lock(4, 2)` };
    const hanging = impatient.transaction(async (dbTx) => {
      await dbTx.query(insert);
      await dbTx.query(lock);
      // Waits until the server has given the lock to another connection.
      await test.database.transaction((other) => other.query(lock));
      await dbTx.query(insert);
    });
    await expect(hanging).rejects.toThrow();
    expect(await count()).toBe(1n);
    expect((await impatient.query({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }]);
    await impatient.end();
  });

  it('of the product may stand still for a minute', async () => {
    expect(await value(`current_setting('idle_in_transaction_session_timeout')`)).toBe('1min');
  });
});

describe('a transaction', () => {
  const lockRow: LockingQuery<{ n: number }> = {
    name: 'test.lock-row',
    text: 'select 1 as n from pg_class limit 1 for update',
    locks: true,
  };

  it('is what a lock needs: with a database handle it does not compile', () => {
    const lock = (database: Database) => [
      // @ts-expect-error type test: a row stays locked until the end of a transaction.
      () => one(database, lockRow),
      // @ts-expect-error type test: the same for writing.
      () => execute(database, lockRow),
      // @ts-expect-error type test: a database is no transaction.
      () => database.transaction(async (dbTx) => [dbTx].concat(database)),
      // @ts-expect-error type test: the ledger's locks too.
      () => lockBalances(database, []),
      () => database.transaction((dbTx) => lockBalances(dbTx, [])),
      () => database.transaction((dbTx) => one(dbTx, lockRow)),
    ];
    expect(lock(test.database)).toHaveLength(6);
  });

  it('is what every query that locks declares', () => {
    expect(() => query('app.ready', 'select from customer for update')).toThrow('declare a lockingQuery');
  });

  it('counts the rows that it writes', async () => {
    const text = 'create temporary table number (n int) on commit drop';
    const temporary: LockingQuery<unknown> = { name: 'test.temporary', text, locks: true };
    const insert: Query<unknown> = { name: 'test.insert', text: 'insert into number select generate_series(1, 3)' };
    const written = test.database.transaction(async (dbTx) => {
      await execute(dbTx, temporary);
      return execute(dbTx, insert);
    });
    expect(await written).toBe(3);
  });
});
