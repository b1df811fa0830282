// A month that is over can be sealed, kept elsewhere, and comes back only as it was; the books balance without it, and its keys stay known.
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyReused } from '../core/errors.ts';
import { at, deposit, subscription, withdrawal } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { assertBooksBalance, checkBooks } from './check-books.ts';
import { keptMonths, readKeptMonths } from './kept-months.ts';
import { openMonth } from './open-month.ts';
import { postTransfer } from './post-transfer.ts';
import type { Queryable, Transaction } from './queryable.ts';

const [first, september, october] = ['-infinity', '2026-09-01', '2026-10-01'] as const;

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
  await postTransfer(db.app, deposit('first', 1n, 1000n));
  await openMonth(db.app, september);
  await postTransfer(db.app, withdrawal('september', 1n, 10n));
  await postTransfer(db.app, deposit('september, another', 2n, 50n));
  await openMonth(db.app, october);
  await postTransfer(db.app, { ...subscription('october', 1n, 100n), sourceId: 'event' });
  await postTransfer(db.app, withdrawal('october, another', 2n, 50n));
  await openMonth(db.app, '2026-11-01');
  await postTransfer(db.app, withdrawal('november', 1n, 1n));
});
afterEach(() => db.drop());

async function inTransaction<T>(work: (dbTx: Transaction) => Promise<T>): Promise<T> {
  const client = await db.owner.connect();
  try {
    await client.query('begin');
    const result = await work(client as unknown as Transaction);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const seal = (month: string) => inTransaction((dbTx) => keptMonths.seal(dbTx, month, at));
const detach = (month: string) => inTransaction((dbTx) => keptMonths.detach(dbTx, month, at));
const attach = (month: string) => inTransaction((dbTx) => keptMonths.attach(dbTx, month));
const sealAll = async () => {
  for (const month of [first, september, october]) await seal(month);
};

const run = async (text: string) => (await db.owner.query({ text })).rows;

/** What the ledger says of its accounts, whichever months are here. */
const sums = () =>
  run('select account, sum(amount)::bigint as amount from ledger.entry group by account order by account');
const everything = () =>
  run(`select (select json_agg(t order by id) from ledger.transfer t) as transfers,
    (select json_agg(p order by transfer_id, line) from ledger.posting p) as postings`);

/** What the check says after a statement behind the guards, which is undone. */
async function checksAfter(...statements: string[]): Promise<string[]> {
  const client: pg.PoolClient = await db.owner.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    const found = await checkBooks(client as unknown as Queryable);
    return [...new Set(found.map(({ check, subject }) => `${check}: ${subject}`))];
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('a seal', () => {
  it('is of a month that is over, after those before it, once', async () => {
    await expect(seal('2026-11-01')).rejects.toThrow('2026-11-01 is not over');
    await expect(seal('2026-08-01')).rejects.toThrow('there is no month 2026-08-01');
    await expect(seal(september)).rejects.toThrow('the month before 2026-09-01 is not sealed');
    await sealAll();
    await expect(seal(september)).rejects.toThrow('2026-09-01 is sealed');
    await assertBooksBalance(db.app);
    expect(
      await run(
        `select account, amount, balance_after from ledger.carried where month = '${september}' order by account`,
      ),
    ).toEqual([
      { account: -81n, amount: 10n, balance_after: null },
      { account: -11n, amount: -50n, balance_after: null },
      { account: 111n, amount: -10n, balance_after: 990n },
      { account: 211n, amount: 50n, balance_after: 50n },
    ]);
  });

  it('that no longer fits is named by the check of the books', async () => {
    await sealAll();
    const open = (table: string) => `alter table ledger.${table} disable trigger user`;
    expect(
      await checksAfter(
        open('carried'),
        `update ledger.carried set amount = amount + 1 where month = '${september}' and account = 111`,
      ),
    ).toEqual(['a seal fits what it seals: 2026-09-01']);
    expect(
      await checksAfter(open('month_seal'), `update ledger.month_seal set postings = 3 where month = '${october}'`),
    ).toEqual(['a seal fits what it seals: 2026-10-01']);
    // Made to fit again by hand, it is not the one that the next month was bound to.
    expect(
      await checksAfter(
        open('month_seal'),
        open('carried'),
        `update ledger.carried set amount = amount + 1 where month = '${september}' and account = 111`,
        `update ledger.month_seal s set seal = ledger.seal_of(s) where month = '${september}'`,
      ),
    ).toEqual(['a seal follows the one before: 2026-10-01']);
    expect(
      await checksAfter(open('transfer'), `update ledger.transfer set kind = 'other' where key = 'september'`),
    ).toEqual(['a sealed month is as it was: 2026-09-01']);
    expect(
      await checksAfter(
        open('posting'),
        `update ledger.posting set date = date + 1 where transfer_id = (select transfer_id from ledger.transfer_key where key = 'october')`,
      ),
    ).toEqual(['a sealed month is as it was: 2026-10-01']);
  });

  it('is written by its function alone', async () => {
    await sealAll();
    for (const attack of [
      'delete from ledger.month_seal',
      'update ledger.month_seal set detached_at = now()',
      `insert into ledger.month_seal select * from ledger.month_seal`,
      'delete from ledger.carried',
      'update ledger.carried set amount = 0',
      `insert into ledger.carried values ('2026-12-01', 111, 1, 1)`,
    ]) {
      await expect(db.app.query({ text: attack })).rejects.toMatchObject({ code: '42501' });
      await expect(db.owner.query({ text: attack })).rejects.toMatchObject({ code: 'LD000' });
    }
    for (const step of [
      `seal_month('${october}', now())`,
      `detach_month('${october}', now())`,
      `attach_month('${october}')`,
    ])
      await expect(db.app.query({ text: `select ledger.${step}` })).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a month that is kept elsewhere', () => {
  it.each([[[first]], [[september]], [[first, september, october]]])(
    '%s leaves books that balance, with the same sums',
    async (gone) => {
      const before = await sums();
      await sealAll();
      for (const month of gone) await detach(month);
      expect(await readKeptMonths(db.app)).toEqual(gone);
      expect(await sums()).toEqual(before);
      await assertBooksBalance(db.app);
      await postTransfer(db.app, withdrawal('goes on', 1n, 3n));
      await postTransfer(db.app, deposit('goes on, another', 2n, 4n));
      await assertBooksBalance(db.app);
      for (const month of [...gone].reverse()) await attach(month);
      expect(await readKeptMonths(db.app)).toEqual([]);
      await assertBooksBalance(db.app);
    },
  );

  it('keeps its keys and events: nothing of it is posted again', async () => {
    await sealAll();
    await detach(september);
    await detach(october);
    await expect(postTransfer(db.app, withdrawal('september', 1n, 10n))).rejects.toThrow(KeyReused);
    const event = { ...subscription('another key', 1n, 100n), sourceId: 'event' };
    await expect(postTransfer(db.app, event)).rejects.toThrow(KeyReused);
    await attach(september);
    expect(await postTransfer(db.app, withdrawal('september', 1n, 10n))).toMatchObject({ replayed: true });
  });

  it('is missed by books that carry nothing forward, or something else (broken controls)', async () => {
    await sealAll();
    await detach(september);
    const open = (table: string) => `alter table ledger.${table} disable trigger user`;
    expect(await checksAfter(open('carried'), `delete from ledger.carried where month = '${september}'`)).toEqual(
      expect.arrayContaining(['a balance is the sum of its entries: 111', 'a seal fits what it seals: 2026-09-01']),
    );
    expect(
      await checksAfter(
        open('carried'),
        `update ledger.carried set balance_after = 991 where month = '${september}' and account = 111`,
      ),
    ).toEqual(
      expect.arrayContaining([
        'a seal fits what it seals: 2026-09-01',
        expect.stringContaining('each entry tells the balance after it: 111'),
      ]),
    );
    expect(await checksAfter(open('month_seal'), `update ledger.month_seal set detached_at = null`)).toEqual(
      expect.arrayContaining(['a sealed month is as it was: 2026-09-01', 'a balance is the sum of its entries: 111']),
    );
  });

  it('comes back as it was, and is guarded as before', async () => {
    const before = await everything();
    await sealAll();
    await detach(september);
    expect(await everything()).not.toEqual(before);
    await run('alter table archive.posting_2026_09 disable trigger user');
    await run('grant select, insert on archive.posting_2026_09 to lode_app');
    await attach(september);
    expect(await everything()).toEqual(before);
    await expect(db.app.query({ text: 'select from ledger.posting_2026_09' })).rejects.toMatchObject({ code: '42501' });
    for (const attack of ['delete from ledger.posting_2026_09', `update ledger.transfer_2026_09 set kind = 'other'`])
      await expect(db.owner.query({ text: attack })).rejects.toMatchObject({ code: 'LD000' });
  });

  it.each([
    ['a line with another amount', 'update archive.posting_2026_09 set amount = amount + 1 where line = 1'],
    ['a line with another note', 'update archive.posting_2026_09 set source_id = 1 where line = 1'],
    ['a line less', `delete from archive.posting_2026_09 where customer = 2`],
    [
      'a line more',
      `set search_path = ledger, pg_temp; insert into archive.posting_2026_09 select transfer_id, line + 1, debit, credit, customer, type, amount,
         debit_after, credit_after, date, source_id from archive.posting_2026_09 where customer = 2; reset search_path`,
    ],
    ['a line of another month', 'update archive.posting_2026_09 set transfer_id = 1 where customer = 2'],
    ['another answer', `update archive.transfer_2026_09 set answer = '{}' where key = 'september'`],
    ['a transfer less', `delete from archive.transfer_2026_09 where key = 'september'`],
    ['no table', 'alter table archive.transfer_2026_09 rename to other'],
  ])('is refused with %s, and stays where it is', async (_flaw, alteration) => {
    await sealAll();
    await detach(september);
    await run(
      'alter table archive.posting_2026_09 disable trigger user; alter table archive.transfer_2026_09 disable trigger user',
    );
    await run(alteration);
    await expect(attach(september)).rejects.toMatchObject({ code: 'LD005' });
    expect(await readKeptMonths(db.app)).toEqual([september]);
    await assertBooksBalance(db.app);
  });

  it('is not taken out unsealed, altered or twice, and not put back while it is here', async () => {
    await expect(detach(first)).rejects.toThrow('-infinity is not sealed');
    await sealAll();
    await expect(attach(september)).rejects.toThrow('2026-09-01 is here');
    await run(
      `alter table ledger.transfer_2026_09 disable trigger user; update ledger.transfer_2026_09 set kind = 'other' where key = 'september'`,
    );
    await expect(detach(september)).rejects.toThrow('2026-09-01 is not as it was sealed');
    await detach(october);
    await expect(detach(october)).rejects.toThrow('2026-10-01 is kept elsewhere');
  });

  it('waits no longer than a moment for who reads, and then nothing has happened', async () => {
    await sealAll();
    const reader = await db.app.connect();
    try {
      await reader.query('begin');
      await reader.query('select count(*) from ledger.posting');
      await expect(detach(september)).rejects.toMatchObject({ code: '55P03' });
      await reader.query('commit');
    } finally {
      reader.release();
    }
    expect(await readKeptMonths(db.app)).toEqual([]);
    await detach(september);
  });
});
