// The check of the books finds every kind of damage: each is done on purpose behind the door, seen, and rolled back.
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeHold } from '../testing/holds.ts';
import { at, day, deposit, output, subscription, withdrawal } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { assertBooksBalance, type BookCheck, checkBooks, type Difference } from './check-books.ts';
import { postTransfer } from './post-transfer.ts';
import type { Queryable } from './queryable.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await postTransfer(db.app, deposit('funding', 1n, 1000n));
  await postTransfer(db.app, subscription('saving', 1n, 100n));
  await postTransfer(db.app, withdrawal('spending', 1n, 10n));
  await placeHold(db.app, { key: 'hold', account: output(1n), amount: 5n, reason: 'test', at });
});
afterAll(() => db.drop());

/** What the check says after the damage, which is undone. */
async function checksAfter(damage: string): Promise<string[]> {
  return [...new Set((await differencesAfter(damage)).map(({ check }) => check))].sort();
}

async function differencesAfter(damage: string): Promise<Difference[]> {
  const client: pg.PoolClient = await db.owner.connect();
  try {
    await client.query('begin');
    for (const table of ['transfer', 'transfer_key', 'posting', 'balance', 'hold']) {
      await client.query(`alter table ledger.${table} disable trigger user`);
    }
    await client.query(damage);
    return await checkBooks(client as unknown as Queryable);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('the books', () => {
  it('balance', async () => {
    expect(await checkBooks(db.app)).toEqual([]);
    await expect(assertBooksBalance(db.app)).resolves.toBeUndefined();
  });

  it.each<[string, string, string[]]>([
    [
      'a balance that was raised',
      'update ledger.balance set posted = posted + 1 where account = 111',
      ['a balance is the sum of its entries'],
    ],
    [
      'a balance without entries',
      'insert into ledger.balance (account, posted) values (211, 1)',
      ['a balance is the sum of its entries'],
    ],
    [
      'a posting that was deleted',
      'delete from ledger.posting where transfer_id = 2',
      ['a balance is the sum of its entries', 'a transfer has postings', 'each entry tells the balance after it'],
    ],
    [
      'an amount that was changed',
      'update ledger.posting set amount = amount - 1 where transfer_id = 3',
      ['a balance is the sum of its entries', 'each entry tells the balance after it'],
    ],
    [
      'a balance after that was never so',
      'update ledger.posting set debit_after = debit_after + 1 where transfer_id = 3',
      ['each entry tells the balance after it'],
    ],
    [
      'a transfer that was deleted',
      'delete from ledger.transfer where id = 3',
      ['a posting belongs to a transfer', 'a transfer has its key'],
    ],
    [
      'a key that is not known any more',
      `delete from ledger.transfer_key where key = 'spending'`,
      ['a transfer has its key'],
    ],
    [
      'a key of another transfer',
      `update ledger.transfer_key set transfer_id = 3 where key = 'funding'`,
      ['a transfer has its key'],
    ],
    [
      'a key without a transfer',
      `insert into ledger.transfer_key (key, transfer_id) values ('planted', 4)`,
      ['a transfer has its key'],
    ],
    [
      'a posting listed with another customer',
      'update ledger.posting set customer = 2 where transfer_id = 3',
      ['a posting is listed with its customer'],
    ],
    [
      'a hold without its balance',
      'update ledger.balance set held = 4 where account = 111',
      ['held is the sum of the open holds'],
    ],
    [
      'a hold that was closed by hand',
      'update ledger.hold set released_at = placed_at',
      ['held is the sum of the open holds'],
    ],
    [
      'a customer below zero',
      `alter table ledger.balance drop constraint not_overdrawn; update ledger.balance set posted = -1 where account = 111`,
      ['a balance is the sum of its entries', 'no kept account is below zero or below what is held'],
    ],
    [
      'a pending account below zero',
      `insert into ledger.transfer (key, input_hash, kind, business_date, posted_at) values ('x', sha256('x'), 'x', '${day}', now());
       insert into ledger.posting (transfer_id, line, debit, credit, type, amount, date)
         values (4, 1, -81, -11, 'WITHDRAWAL_PAID', 11, '${day}')`,
      ['a transfer has its key', 'revenue and pending accounts are not below zero'],
    ],
    [
      'a treasury below zero',
      `alter table ledger.balance drop constraint not_overdrawn; insert into ledger.balance (account, posted) values (-31, -1)`,
      ['a balance is the sum of its entries', 'no kept account is below zero or below what is held'],
    ],
    [
      'more that left custody than was in it',
      `with written as (
         insert into ledger.transfer (key, input_hash, kind, business_date, posted_at) values ('x', sha256('x'), 'x', '${day}', now())
         returning id)
       insert into ledger.posting (transfer_id, line, debit, credit, type, amount, date)
         select id, 1, -131, -11, 'REORG', 1001, '${day}' from written`,
      ['a transfer has its key', 'custody, cash and expense accounts are not above zero'],
    ],
    [
      'two coins in one posting',
      `alter table ledger.posting drop constraint two_accounts_of_one_coin_and_one_customer;
       update ledger.posting set credit = -82 where transfer_id = 3`,
      ['the entries of a coin sum to zero'],
    ],
  ])('with %s do not', async (_damage, statement, expected) => {
    expect(await checksAfter(statement)).toEqual(expected);
  });

  it('name the coin of an account', async () => {
    const of = async (damage: string) => (await differencesAfter(damage)).map(({ coin }) => coin);
    expect(await of('update ledger.balance set posted = posted + 1 where account = 111')).toEqual(['BTC']);
    expect(await of('insert into ledger.balance (account, posted) values (122, 1)')).toEqual(['USDT']);
    expect(await of('delete from ledger.transfer where id = 3')).toEqual([null, null]);
  });

  it('list twenty differences of a kind and count the others, which may be of any coin', async () => {
    const rows = await differencesAfter(
      'insert into ledger.balance (account, posted) select n * 100 + 11, 1 from generate_series(1000, 1029) n',
    );
    expect(rows).toHaveLength(20);
    expect(rows.at(-2)).toMatchObject({ found: '1', coin: 'BTC' });
    expect(rows.at(-1)).toMatchObject({ found: '1 (10 more of this check)', coin: null });
  });

  it('are checked against the invariants of the slices too', async () => {
    const invariant: BookCheck = async () => [
      { check: 'charges are paid or owed', subject: '7', expected: '2', found: '1', coin: 'USDT' },
    ];
    expect(await checkBooks(db.app, [invariant])).toEqual(await invariant(db.app));
    await expect(assertBooksBalance(db.app, [invariant])).rejects.toThrow(
      'charges are paid or owed: 7 should be 2, is 1',
    );
  });
});
