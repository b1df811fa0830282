// A database that was written before transfers and postings lay in months: an upgrade moves every row into its month and changes none.
import { assertBooksBalance, openMonth } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDatabaseBefore } from '../../testing/database-before.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

let before: Awaited<ReturnType<typeof startDatabaseBefore>>;
let database: Database;
let rowsBefore: unknown;

/** `who` gets units of Bitcoin at a time, for an event of its own. */
const posted = (key: string, who: number, at: string, more = 'null') =>
  database.query<{ id: bigint; replayed: boolean }>({
    text: `select transfer_id as id, replayed from ledger.post_transfer($1, sha256(convert_to($2, 'UTF8')), 'deposit', $1, ($3::timestamptz)::date, $3,
      ledger.house_id('CASH', 'BTC'), ledger.account_id($2::bigint, 'OUTPUT_ACCOUNT', 'BTC'), 'RECHARGE_BTC', 100, ($3::timestamptz)::date, null, ${more})`,
    values: [key, who, at],
  });

const rows = async () =>
  (
    await database.query({
      text: `select (select json_agg(t order by id) from ledger.transfer t) as transfers,
        (select json_agg(p order by transfer_id, line) from ledger.posting p) as postings,
        (select json_agg(e order by transfer_id, line, account) from ledger.entry e) as entries`,
    })
  ).rows[0];

beforeAll(async () => {
  before = await startDatabaseBefore('_ledger_months.sql');
  database = before.database;
  await posted('august', 7, '2026-08-31T15:59:59Z');
  await posted('september', 7, '2026-08-31T16:00:00Z', `'{"b": 1, "a": 2}'`);
  await posted('named late', 7, '2026-08-30T00:00:00Z');
  await posted('november', 8, '2026-11-02T00:00:00Z');
  await posted('november too', 7, '2026-11-03T00:00:00Z');
  rowsBefore = await rows();
  await migrate(before.url);
});
afterAll(() => before.drop());

it('moves every row into the month in which it was posted, and changes none', async () => {
  expect(await rows()).toEqual(rowsBefore);
  const { rows: places } = await database.query({
    text: `select key, t.tableoid::regclass::text as transfer, p.tableoid::regclass::text as posting
      from ledger.transfer t join ledger.posting p on p.transfer_id = t.id order by t.id`,
  });
  expect(places.map((row) => Object.values(row).join(' '))).toEqual([
    'august ledger.transfer_2026_08 ledger.posting_2026_08',
    'september ledger.transfer_2026_09 ledger.posting_2026_09',
    // Ids are what a month is made of.
    'named late ledger.transfer_2026_09 ledger.posting_2026_09',
    'november ledger.transfer_2026_11 ledger.posting_2026_11',
    'november too ledger.transfer_2026_11 ledger.posting_2026_11',
  ]);
  await assertBooksBalance(database);
});

it('knows every key and event afterwards', async () => {
  expect((await posted('september', 7, '2026-08-31T16:00:00Z')).rows).toEqual([{ id: 2n, replayed: true }]);
  await expect(posted('september', 8, '2026-08-31T16:00:00Z')).rejects.toThrow('used before with other input');
  const event = database.query({
    text: `select ledger.post_transfer('another key', sha256('x'), 'deposit', 'august', '2026-08-31', now(), -21, 711, 'RECHARGE_BTC', 1, '2026-08-31', null)`,
  });
  await expect(event).rejects.toThrow('posted before under another key');
});

it('goes on with the next id, in its month until the next one is opened', async () => {
  expect((await posted('goes on', 8, '2026-11-04T00:00:00Z')).rows[0]?.id).toBeLessThan(20n);
  expect(await openMonth(database, '2026-11-30')).toBe(true);
  expect(await openMonth(database, '2026-12-01')).toBe(true);
  expect((await posted('december', 8, '2026-12-01T00:00:00Z')).rows[0]?.id).toBe(32_400_000_000_000n);
  await assertBooksBalance(database);
});

it('leaves who may do what as in a new database', async () => {
  const fresh: TestDatabase = await createTestDatabase();
  const rights = async (db: Database) =>
    (
      await db.query({
        text: `select c.oid::regclass::text as name, a.privilege_type as may, a.grantee::regrole::text as role
          from pg_class c, aclexplode(c.relacl) a
          where c.relnamespace = 'ledger'::regnamespace and not c.relispartition and a.grantee <> c.relowner
          union all
          select p.oid::regprocedure::text, a.privilege_type, coalesce(nullif(a.grantee, 0)::regrole::text, 'everybody')
          from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
          where p.pronamespace = 'ledger'::regnamespace and a.grantee <> p.proowner
          order by 1, 2, 3`,
      })
    ).rows;
  expect(await rights(database)).toEqual(await rights(fresh.owner));
  await fresh.drop();
});
