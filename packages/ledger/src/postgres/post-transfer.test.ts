// One transfer: what is posted, what a replay returns, what is refused, and that a refusal leaves nothing behind.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { customerAccount, houseAccount } from '../core/accounts.ts';
import { InsufficientFunds, KeyReused, MalformedPosting } from '../core/errors.ts';
import { postingTypes } from '../core/posting.ts';
import { placeHold } from '../testing/holds.ts';
import { account, at, day, deposit, output, pending, subscription, withdrawal } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { readBalances } from './balances.ts';
import { assertBooksBalance } from './check-books.ts';
import { postTransfer, transferCall, transferValues } from './post-transfer.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() => assertBooksBalance(db.app));
afterAll(() => db.drop());

const balance = async (id: bigint) => (await readBalances(db.app, [id])).get(id)?.posted ?? 0n;
const postings = async (transferId: bigint) =>
  (
    await db.app.query<Record<string, unknown>>({
      text: 'select line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id from ledger.posting where transfer_id = $1 order by line',
      values: [transferId],
    })
  ).rows;

describe('a transfer', () => {
  it('moves the amount, tells the balance after it, and keeps the record’s own day', async () => {
    const { transferId } = await postTransfer(db.app, {
      ...deposit('moves', 1n, 500n),
      postings: [{ ...deposit('', 1n, 500n).postings[0]!, date: '2020-02-29', sourceId: 77n }],
    });
    expect(await postings(transferId)).toEqual([
      {
        line: 1,
        debit: -11n,
        credit: 111n,
        customer: 1n,
        type: 'RECHARGE_BTC',
        amount: 500n,
        debit_after: null,
        credit_after: 500n,
        date: '2020-02-29',
        source_id: 77n,
      },
    ]);
    expect(await balance(output(1n))).toBe(500n);
  });

  it('counts its lines one after the other', async () => {
    await postTransfer(db.app, deposit('lines-funding', 2n, 100n));
    const savings = account(2n, 'COIN_UP_ACCOUNT');
    const line = { type: 'COIN_UP_IN_BTC' as const, date: day };
    const { transferId } = await postTransfer(db.app, {
      ...subscription('lines', 2n, 1n),
      postings: [
        { ...line, from: output(2n), to: savings, amount: 60n },
        { ...line, from: savings, to: output(2n), amount: 10n },
        { ...line, from: output(2n), to: pending, amount: 50n },
      ],
    });
    const rows = await postings(transferId);
    expect(rows.map(({ debit_after, credit_after }) => [debit_after, credit_after])).toEqual([
      [40n, 60n],
      [50n, 50n],
      [0n, null],
    ]);
  });

  it('refuses an overdrawn line as a shortage, also where a later line credits the account', async () => {
    const savings = account(4n, 'COIN_UP_ACCOUNT');
    await postTransfer(db.app, deposit('overdrawn-funding', 4n, 18n));
    await postTransfer(db.app, subscription('overdrawn-savings', 4n, 3n));
    const line = { type: 'COIN_UP_IN_BTC' as const, date: day };
    for (const credits of [[4n, 7n], [1n], [7n, 1n, 1n]]) {
      const postings = [
        { ...line, type: 'COIN_UP_OUT_BTC' as const, from: savings, to: output(4n), amount: 9n },
        ...credits.map((amount) => ({ ...line, from: output(4n), to: savings, amount })),
      ];
      const overdrawn = { ...subscription(`overdrawn-${credits.length}`, 4n, 1n), postings };
      await expect(postTransfer(db.app, overdrawn)).rejects.toThrow(InsufficientFunds);
    }
    expect([await balance(savings), await balance(output(4n))]).toEqual([3n, 15n]);
  });

  it('moves between two accounts of the house, and keeps no balance of them', async () => {
    const { transferId } = await postTransfer(db.app, {
      ...deposit('house', 1n, 1n),
      postings: [
        {
          from: houseAccount('CASH', 'USDT'),
          to: houseAccount('SUSPENSE', 'USDT'),
          type: 'TREASURY_MOVE',
          amount: 9n,
          date: day,
        },
      ],
    });
    expect(await postings(transferId)).toMatchObject([{ customer: null, debit_after: null, credit_after: null }]);
    expect(await readBalances(db.app, [houseAccount('CASH', 'USDT')])).toEqual(new Map());
  });

  it('keeps the balance of INTEREST_FUND, which pays no more than it has', async () => {
    const fund = houseAccount('INTEREST_FUND', 'BTC');
    const pay = (key: string, amount: bigint) =>
      postTransfer(db.app, {
        ...deposit(key, 3n, amount),
        postings: [{ from: fund, to: account(3n, 'INCOME_ACCOUNT'), type: 'INTEREST', amount, date: day }],
      });
    await postTransfer(db.app, {
      ...deposit('fund', 3n, 1n),
      postings: [{ from: houseAccount('CASH', 'BTC'), to: fund, type: 'FUND_PAID_IN', amount: 100n, date: day }],
    });
    await pay('interest-1', 70n);
    await expect(pay('interest-2', 31n)).rejects.toThrow(InsufficientFunds);
    await pay('interest-3', 30n);
    expect(await balance(fund)).toBe(0n);
    expect(await balance(account(3n, 'INCOME_ACCOUNT'))).toBe(100n);
  });

  it('keeps the balance of TREASURY, which gives no more than was put in', async () => {
    const treasury = houseAccount('TREASURY', 'BTC');
    const move = (key: string, from: bigint, to: bigint, amount: bigint) =>
      postTransfer(db.app, {
        ...deposit(key, 3n, amount),
        postings: [{ from, to, type: 'TREASURY_MOVE', amount, date: day }],
      });
    const custody = houseAccount('CUSTODY', 'BTC');
    await expect(move('treasury-0', treasury, custody, 1n)).rejects.toMatchObject({ account: treasury });
    await move('treasury-1', custody, treasury, 100n);
    await expect(move('treasury-2', treasury, custody, 101n)).rejects.toThrow(InsufficientFunds);
    await move('treasury-3', treasury, custody, 60n);
    expect(await balance(treasury)).toBe(40n);
    const both = await Promise.allSettled([
      move('treasury-4', treasury, custody, 30n),
      move('treasury-5', treasury, custody, 30n),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await balance(treasury)).toBe(10n);
  });

  it('knows every posting type that the program knows, and no other', async () => {
    const { rows } = await db.app.query<{ type: string }>({
      text: 'select unnest(enum_range(null::ledger.posting_type))::text as type',
    });
    expect(rows.map(({ type }) => type)).toEqual([...postingTypes]);
  });
});

describe('a shortage', () => {
  it.each([
    ['a withdrawal', withdrawal],
    ['a subscription', subscription],
  ] as const)('refuses %s and changes nothing', async (name, transfer) => {
    await postTransfer(db.app, deposit(`short ${name}`, 4n, 10n));
    const before = await balance(output(4n));
    await expect(postTransfer(db.app, transfer(`too much ${name}`, 4n, before + 1n))).rejects.toMatchObject({
      name: 'InsufficientFunds',
      account: output(4n),
    });
    expect(await balance(output(4n))).toBe(before);
    // A refusal frees its key.
    const again = await postTransfer(db.app, transfer(`too much ${name}`, 4n, before));
    expect(again.replayed).toBe(false);
  });

  it('is found in the middle of a transfer that would end well', async () => {
    const transfer = {
      ...subscription('dip', 5n, 1n),
      postings: [...withdrawal('', 5n, 10n).postings, ...deposit('', 5n, 10n).postings],
    };
    await expect(postTransfer(db.app, transfer)).rejects.toThrow(InsufficientFunds);
  });

  it('counts what is held as gone', async () => {
    await postTransfer(db.app, deposit('held-funding', 6n, 100n));
    await placeHold(db.app, { key: 'held', account: output(6n), amount: 60n, reason: 'test', at });
    await expect(postTransfer(db.app, withdrawal('held-1', 6n, 41n))).rejects.toThrow(InsufficientFunds);
    await postTransfer(db.app, withdrawal('held-2', 6n, 40n));
  });

  it('refuses an account that nothing ever happened to', async () => {
    await expect(postTransfer(db.app, withdrawal('unknown customer', 999n, 1n))).rejects.toThrow(InsufficientFunds);
  });
});

describe('a key', () => {
  it.each([
    ['a deposit', deposit],
    ['a withdrawal', withdrawal],
    ['a subscription', subscription],
  ] as const)('replays %s with the id and the very answer of the first time', async (name, transfer) => {
    await postTransfer(db.app, deposit(`key ${name} funding`, 7n, 1000n));
    const first = await postTransfer(db.app, transfer(`key ${name}`, 7n, 600n));
    const balances = await readBalances(db.app, [output(7n), account(7n, 'COIN_UP_ACCOUNT')]);
    const second = await postTransfer(db.app, transfer(`key ${name}`, 7n, 600n));
    expect(second).toEqual({ ...first, replayed: true });
    expect(JSON.stringify(second.answer)).toBe(JSON.stringify(transfer('', 7n, 600n).answer));
    expect(await readBalances(db.app, [output(7n), account(7n, 'COIN_UP_ACCOUNT')])).toEqual(balances);
  });

  it('is refused with other input', async () => {
    await postTransfer(db.app, deposit('once', 8n, 1n));
    await expect(postTransfer(db.app, deposit('once', 8n, 2n))).rejects.toThrow(KeyReused);
    expect(await balance(output(8n))).toBe(1n);
  });

  it('replays although the money is long gone', async () => {
    await postTransfer(db.app, deposit('spent-funding', 9n, 5n));
    await postTransfer(db.app, withdrawal('spent', 9n, 5n));
    expect(await postTransfer(db.app, withdrawal('spent', 9n, 5n))).toMatchObject({ replayed: true });
  });

  it('cannot post one business event a second time', async () => {
    const event = { ...deposit('event-1', 10n, 5n), sourceId: 'txid:0' };
    await postTransfer(db.app, event);
    await expect(postTransfer(db.app, { ...event, key: 'event-2' })).rejects.toThrow(KeyReused);
    await postTransfer(db.app, { ...event, key: 'event-3', sourceId: 'txid:1' });
    expect(await balance(output(10n))).toBe(10n);
  });
});

describe('a correction', () => {
  it('is a new transfer that names the one it corrects', async () => {
    const wrong = await postTransfer(db.app, deposit('wrong', 11n, 50n));
    const reversal = { ...withdrawal('right', 11n, 50n), corrects: wrong.transferId };
    const { transferId } = await postTransfer(db.app, reversal);
    const { rows } = await db.app.query({
      text: 'select corrects from ledger.transfer where id = $1',
      values: [transferId],
    });
    expect(rows).toEqual([{ corrects: wrong.transferId }]);
  });

  it('of nothing is refused', async () => {
    const transfer = { ...deposit('of-nothing', 11n, 1n), corrects: 999_999_999n };
    await expect(postTransfer(db.app, transfer)).rejects.toThrow(MalformedPosting);
  });
});

describe('a malformed transfer', () => {
  const good = deposit('malformed', 12n, 1n);
  it.each([
    ['no key', { ...good, key: '' }],
    ['a key beyond all measure', { ...good, key: 'k'.repeat(201) }],
    ['a type that there is not', { ...good, postings: [{ ...good.postings[0]!, type: 'GIFT' as 'WITHDRAW' }] }],
  ])('is refused with %s', async (_flaw, transfer) => {
    await expect(postTransfer(db.app, transfer)).rejects.toThrow(MalformedPosting);
  });
});

it('is one round trip within a statement of the caller’s own, and writes nothing there on a replay', async () => {
  await db.owner.query({ text: 'create table note (transfer_id bigint)' });
  await db.owner.query({ text: 'grant select, insert on note to lode_app' });
  const note = () =>
    db.app.query<{ replayed: boolean }>({
      text: `with posted as materialized (select * from ${transferCall(1)}),
             written as (insert into note select transfer_id from posted where not replayed)
             select replayed from posted`,
      values: transferValues(deposit('noted', 13n, 1n)),
    });
  expect((await note()).rows).toEqual([{ replayed: false }]);
  expect((await note()).rows).toEqual([{ replayed: true }]);
  expect((await db.app.query({ text: 'select from note' })).rowCount).toBe(1);
});

it('gives the same ids as the functions of the database', async () => {
  const { rows } = await db.app.query<{ own: bigint; house: bigint }>({
    text: `select ledger.account_id(10001, 'INCOME_ACCOUNT', 'USDT') as own, ledger.house_id('SUSPENSE', 'DOGE') as house`,
  });
  expect(rows).toEqual([
    { own: customerAccount(10001n, 'INCOME_ACCOUNT', 'USDT'), house: houseAccount('SUSPENSE', 'DOGE') },
  ]);
});
