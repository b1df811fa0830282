// TREASURY becomes a stored balance in a database that has postings: with their sum, or not at all when it is below zero.
import { assertBooksBalance, houseAccount, readBalances } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDatabaseBefore } from '../../testing/database-before.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

let before: Awaited<ReturnType<typeof startDatabaseBefore>>;
let database: Database;

beforeAll(async () => {
  before = await startDatabaseBefore('0024_ledger_treasury.sql');
  database = before.database;
});
afterAll(() => before.drop());

const move = (key: string, from: bigint, to: bigint, amount: number) =>
  database.query({
    text: `select from ledger.post_transfer($1, sha256('x'), 'test', null, '2026-03-10', now(), $2, $3, 'TREASURY_MOVE', $4, '2026-03-10', null)`,
    values: [key, from, to, amount],
  });

it('is refused while the operator owes, and otherwise takes the sum of the postings over', async () => {
  const [custody, treasury, fund] = (['CUSTODY', 'TREASURY', 'INTEREST_FUND'] as const).map((account) =>
    houseAccount(account, 'BTC'),
  ) as [bigint, bigint, bigint];
  await move('spends before it has', treasury, fund, 40);
  await expect(migrate(before.url)).rejects.toThrow('migration 0024_ledger_treasury failed');
  await move('puts in', custody, treasury, 100);
  await migrate(before.url);
  expect((await readBalances(database, [treasury])).get(treasury)).toMatchObject({ posted: 60n, held: 0n });
  expect((await readBalances(database, [houseAccount('TREASURY', 'USDT')])).size).toBe(0);
  await assertBooksBalance(database);
  await expect(move('too much', treasury, custody, 61)).rejects.toMatchObject({ code: 'LD001' });
});
