// The totals of a date are what its postings moved, whatever commits when; a trial balance is exact with and without them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, deposit, subscription, withdrawal } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { assertBooksBalance, checkBooks } from './check-books.ts';
import { addDayTotals, readTrialBalance } from './day-totals.ts';
import { keptMonths } from './kept-months.ts';
import { openMonth } from './open-month.ts';
import { postTransfer, type Transfer } from './post-transfer.ts';
import type { Transaction } from './queryable.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

const on = (date: string, transfer: Transfer): Transfer => ({
  ...transfer,
  businessDate: date,
  postedAt: new Date(`${date}T04:00:00Z`),
  postings: transfer.postings.map((posting) => ({ ...posting, date })),
});
const post = (date: string, transfer: Transfer) => postTransfer(db.app, on(date, transfer));

async function postThreeDays(): Promise<void> {
  await post('2026-11-20', deposit('d1', 1n, 1000n));
  await post('2026-11-20', deposit('d2', 2n, 500n));
  await post('2026-11-21', withdrawal('w1', 1n, 300n));
  await post('2026-11-22', subscription('s1', 2n, 200n));
}

async function asOwner(work: (dbTx: Transaction) => Promise<unknown>): Promise<void> {
  const client = await db.owner.connect();
  try {
    await client.query('begin');
    await work(client as unknown as Transaction);
    await client.query('commit');
  } finally {
    client.release();
  }
}

const addAll = async () => {
  while (await addDayTotals(db.app, 1));
};
const countedTo = async () =>
  (await db.app.query<{ id: bigint }>({ text: 'select counted_to as id from ledger.day_total_progress' })).rows[0]?.id;

/** Lines on which something stands or moved: account, opening, debit, credit, closing. */
async function lines(from: string, to = from): Promise<unknown[]> {
  const found = await readTrialBalance(db.app, { coin: 'BTC', from, to });
  const sum = (of: (line: (typeof found)[number]) => bigint) => found.reduce((all, line) => all + of(line), 0n);
  expect(sum(({ closing }) => closing)).toBe(0n);
  expect(sum(({ debit }) => debit)).toBe(sum(({ credit }) => credit));
  return found
    .filter(({ opening, debit, credit }) => opening !== 0n || debit !== 0n || credit !== 0n)
    .map(({ account, opening, debit, credit, closing }) => [account, opening, debit, credit, closing].map(String));
}

const ofSecondDay = [
  ['OUTPUT_ACCOUNT', '1500', '300', '0', '1200'],
  ['CUSTODY', '-1500', '0', '0', '-1500'],
  ['WITHDRAWAL_PENDING', '0', '0', '300', '300'],
];

describe('a trial balance', () => {
  it('is the same before, while and after the totals are made', async () => {
    await postThreeDays();
    expect(await lines('2026-11-21')).toEqual(ofSecondDay);
    await addDayTotals(db.app, 1);
    expect(await countedTo()).toBe(2n);
    expect(await lines('2026-11-21')).toEqual(ofSecondDay);
    await addAll();
    expect(await countedTo()).toBe(4n);
    expect(await lines('2026-11-21')).toEqual(ofSecondDay);
    expect(await lines('2026-11-20')).toEqual([
      ['OUTPUT_ACCOUNT', '0', '0', '1500', '1500'],
      ['CUSTODY', '0', '1500', '0', '-1500'],
    ]);
    expect(await lines('2026-11-19')).toEqual([]);
    expect(await lines('2026-11-20', '2026-11-22')).toEqual([
      ['OUTPUT_ACCOUNT', '0', '500', '1500', '1000'],
      ['COIN_UP_ACCOUNT', '0', '0', '200', '200'],
      ['CUSTODY', '0', '1500', '0', '-1500'],
      ['WITHDRAWAL_PENDING', '0', '0', '300', '300'],
    ]);
    await assertBooksBalance(db.app);
  });

  it('names every account that can hold the coin', async () => {
    const named = (await readTrialBalance(db.app, { coin: 'USDT', from: '2026-11-20', to: '2026-11-20' })).map(
      ({ account }) => account,
    );
    expect(named).toHaveLength(17);
    expect(named).toContain('ELE_ACCOUNT');
    expect(named).not.toContain('OUTPUT_ACCOUNT');
  });

  it('stands while a month is kept elsewhere, also when its totals were made from what is carried forward', async () => {
    await openMonth(db.app, '2026-10-01');
    await post('2026-10-05', deposit('old', 1n, 900n));
    await post('2026-10-20', withdrawal('back', 1n, 200n));
    await openMonth(db.app, '2026-11-01');
    await post('2026-11-20', withdrawal('w', 1n, 100n));
    const months = ['-infinity', '2026-10-01'];
    for (const month of months) await asOwner((dbTx) => keptMonths.seal(dbTx, month, at));
    await asOwner((dbTx) => keptMonths.detach(dbTx, '2026-10-01', at));
    const expected = [
      ['OUTPUT_ACCOUNT', '700', '100', '0', '600'],
      ['CUSTODY', '-900', '0', '0', '-900'],
      ['WITHDRAWAL_PENDING', '200', '0', '100', '300'],
    ];
    expect(await lines('2026-11-20')).toEqual(expected);
    await addAll();
    expect(await lines('2026-11-20')).toEqual(expected);
    await assertBooksBalance(db.app);
    // Its totals stay those that it carried forward: nets on one day. The check does not take them for wrong.
    await asOwner((dbTx) => keptMonths.attach(dbTx, '2026-10-01'));
    expect(await lines('2026-11-20')).toEqual(expected);
    await assertBooksBalance(db.app);
  });
});

describe('the totals', () => {
  it('leave out what a transaction that began earlier may still commit, and add it once it has', async () => {
    await post('2026-11-20', deposit('d1', 1n, 1000n));
    await addAll();
    const slow = await db.app.connect();
    try {
      await slow.query('begin');
      await postTransfer(slow as unknown as Transaction, on('2026-11-21', deposit('slow', 1n, 7n)));
      await post('2026-11-21', deposit('quick', 2n, 5n));
      for (let call = 0; call < 3; call += 1) await addDayTotals(db.app, 100);
      expect(await countedTo()).toBe(1n);
      expect((await lines('2026-11-21'))[0]).toEqual(['OUTPUT_ACCOUNT', '1000', '0', '5', '1005']);
      await slow.query('commit');
    } finally {
      slow.release();
    }
    await addAll();
    await addAll();
    expect(await countedTo()).toBe(3n);
    expect((await lines('2026-11-21'))[0]).toEqual(['OUTPUT_ACCOUNT', '1000', '0', '12', '1012']);
    await assertBooksBalance(db.app);
  });

  it('are made by one of two callers at once', async () => {
    await postThreeDays();
    await Promise.all([addAll(), addAll(), addAll(), addAll()]);
    await addAll();
    await assertBooksBalance(db.app);
    expect(await countedTo()).toBe(4n);
  });

  it('are named by the check of the books when one is altered, added or dropped', async () => {
    await postThreeDays();
    await addAll();
    const alter = (text: string) =>
      db.owner.query({
        text: `alter table ledger.day_total disable trigger user; ${text}; alter table ledger.day_total enable trigger user`,
      });
    const found = async () => (await checkBooks(db.app)).map(({ subject }) => subject);
    await alter(
      `update ledger.day_total set given = given + 1, received = received + 1 where date = '2026-11-21' and class = 11`,
    );
    expect(await found()).toEqual(['2026-11-21 OUTPUT_ACCOUNT BTC']);
    await alter(
      `update ledger.day_total set given = given - 1, received = received - 1 where date = '2026-11-21' and class = 11`,
    );
    expect(await found()).toEqual([]);
    await alter(`delete from ledger.day_total where date = '2026-11-22' and class = 31`);
    expect(await found()).toEqual(['2026-11-22 COIN_UP_ACCOUNT BTC']);
    await expect(db.app.query({ text: 'update ledger.day_total set given = 0' })).rejects.toThrow('permission denied');
  });
});
