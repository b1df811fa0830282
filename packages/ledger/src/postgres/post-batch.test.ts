// A batch says the same as its lines one by one would, is posted whole or not at all, and once.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { houseAccount } from '../core/accounts.ts';
import { InsufficientFunds, KeyReused } from '../core/errors.ts';
import type { Posting } from '../core/posting.ts';
import { type Batch, postBatch } from '../testing/post-batch.ts';
import { account, at, day, output, pending } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { readBalances } from './balances.ts';
import { assertBooksBalance } from './check-books.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() => assertBooksBalance(db.app));
afterAll(() => db.drop());

const batch = (key: string, postings: readonly Posting[]): Batch => ({
  key,
  input: key,
  kind: 'close',
  businessDate: day,
  postedAt: at,
  postings,
});
const credit = (customer: bigint, amount: bigint): Posting => ({
  from: houseAccount('MINING_RECEIVABLE', 'BTC'),
  to: output(customer),
  type: 'MINING_OUTPUT',
  amount,
  date: day,
});
const debit = (customer: bigint, amount: bigint): Posting => ({
  from: output(customer),
  to: houseAccount('ELECTRICITY_REVENUE', 'BTC'),
  type: 'ELE_CONSUME_BTC',
  amount,
  date: day,
});

it('posts thousands of lines of many customers and tells each balance after it', async () => {
  const customers = Array.from({ length: 1000 }, (_, i) => BigInt(i + 1));
  const lines = customers.flatMap((customer) => [
    credit(customer, 1000n + customer),
    debit(customer, 10n),
    {
      ...credit(customer, 1n),
      from: output(customer),
      to: account(customer, 'COIN_UP_ACCOUNT'),
      type: 'COIN_UP_IN_BTC' as const,
    },
    { ...debit(customer, 5n), to: pending, type: 'WITHDRAW' as const },
  ]);
  const id = await postBatch(db.app, batch('many', lines));
  const { rows } = await db.app.query<{ debit_after: bigint | null; credit_after: bigint | null }>({
    text: 'select debit_after, credit_after from ledger.posting where transfer_id = $1 and customer = 7 order by line',
    values: [id],
  });
  expect(rows).toEqual([
    { debit_after: null, credit_after: 1007n },
    { debit_after: 997n, credit_after: null },
    { debit_after: 996n, credit_after: 1n },
    { debit_after: 991n, credit_after: null },
  ]);
});

it('is refused whole when one of its accounts falls short, and names that account', async () => {
  const lines = [credit(2001n, 10n), debit(2001n, 10n), credit(2002n, 10n), debit(2002n, 11n)];
  await expect(postBatch(db.app, batch('short', lines))).rejects.toMatchObject({
    name: InsufficientFunds.name,
    account: output(2002n),
  });
  expect((await readBalances(db.app, [output(2001n)])).size).toBe(0);
});

it('is posted once: a replay gives the first id, other input is refused', async () => {
  const first = await postBatch(db.app, batch('once', [credit(3001n, 10n)]));
  expect(await postBatch(db.app, batch('once', [credit(3001n, 10n)]))).toBe(first);
  await expect(postBatch(db.app, { ...batch('once', [credit(3001n, 10n)]), input: 'other' })).rejects.toThrow(
    KeyReused,
  );
  expect((await readBalances(db.app, [output(3001n)])).get(output(3001n))?.posted).toBe(10n);
});

it('two that touch the same customers in opposite order at the same time wait for each other and both end', async () => {
  const customers = Array.from({ length: 300 }, (_, i) => BigInt(4000 + i));
  const forwards = customers.map((customer) => credit(customer, 1n));
  const runs = Array.from({ length: 12 }, (_, i) =>
    postBatch(db.app, batch(`order ${i}`, i % 2 ? forwards : [...forwards].reverse())),
  );
  expect(new Set(await Promise.all(runs)).size).toBe(12);
  expect((await readBalances(db.app, [output(4000n)])).get(output(4000n))?.posted).toBe(12n);
});
