// A group of transfers: what is posted together and what one by one, that each gets the outcome it would get alone, and that no bad
// one is felt by a good one.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { houseAccount } from '../core/accounts.ts';
import { AccountClosed, InsufficientFunds, KeyReused } from '../core/errors.ts';
import { placeHold } from '../testing/holds.ts';
import { nameOf } from '../testing/outcome-name.ts';
import { account, at, day, deposit, output, pending, subscription, withdrawal } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { readBalances } from './balances.ts';
import { assertBooksBalance } from './check-books.ts';
import { postGroup, postTransfers } from './post-group.ts';
import { postTransfer, type Transfer } from './post-transfer.ts';
import type { Queryable } from './queryable.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(20);
});
afterEach(() => assertBooksBalance(db.app));
afterAll(() => db.drop());

const balance = async (id: bigint) => (await readBalances(db.app, [id])).get(id)?.posted ?? 0n;
const outcomes = async (transfers: readonly Transfer[], on: Queryable = db.app) =>
  (await postGroup(on, transfers)).map(nameOf);
const countOf = async (key: string) =>
  (await db.app.query({ text: 'select from ledger.transfer where key = $1', values: [key] })).rowCount;

/** How many of the next group the database posts one by one. */
async function postedAlone(transfers: readonly Transfer[]): Promise<number> {
  let alone = -1;
  const watched: Queryable = {
    async query<Row>(query: Parameters<Queryable['query']>[0]) {
      const result = await db.app.query<Row>(query);
      alone = ((result.rows[0] as { others: unknown[] | null }).others ?? []).length;
      return result;
    },
  };
  await postGroup(watched, transfers);
  return alone;
}

let customers = 1000n;
/** New customers with so much each. */
async function funded(count: number, amount: bigint): Promise<bigint[]> {
  const some = Array.from({ length: count }, () => customers++);
  const funding = some.map((customer) => deposit(`funds ${customer}`, customer, amount));
  expect(await postedAlone(funding)).toBe(0);
  return some;
}

describe('a group', () => {
  it('posts together what is usual, in its order, with the balance after each', async () => {
    const [a = 0n, b = 0n] = await funded(2, 100n);
    const transfers = [
      withdrawal('together 1', a, 10n),
      subscription('together 2', b, 20n),
      withdrawal('together 3', a, 30n),
      deposit('together 4', a, 5n),
      subscription('together 5', a, 65n),
    ];
    const results = await postGroup(db.app, transfers);
    expect(results.map(nameOf)).toEqual(Array(5).fill('posted'));
    expect(results.map((one) => (one as { answer: unknown }).answer)).toEqual(transfers.map(({ answer }) => answer));
    const ids = results.map((one) => (one as { transferId: bigint }).transferId);
    expect(ids).toEqual([...ids].sort((x, y) => Number(x - y)));
    const { rows } = await db.app.query({
      text: `select key::text, line, debit, credit, customer, type, amount, debit_after, credit_after, posting.date
             from ledger.posting join ledger.transfer t on t.id = transfer_id where transfer_id = any($1) order by transfer_id`,
      values: [ids],
    });
    const line = { line: 1, date: day };
    const saved = (customer: bigint) => account(customer, 'COIN_UP_ACCOUNT');
    const took = { type: 'WITHDRAW', credit: pending, credit_after: null };
    expect(rows).toEqual([
      { ...line, ...took, key: 'together 1', customer: a, debit: output(a), amount: 10n, debit_after: 90n },
      {
        ...line,
        key: 'together 2',
        customer: b,
        type: 'COIN_UP_IN_BTC',
        debit: output(b),
        credit: saved(b),
        amount: 20n,
        debit_after: 80n,
        credit_after: 20n,
      },
      { ...line, ...took, key: 'together 3', customer: a, debit: output(a), amount: 30n, debit_after: 60n },
      {
        ...line,
        key: 'together 4',
        customer: a,
        type: 'RECHARGE_BTC',
        debit: houseAccount('CUSTODY', 'BTC'),
        credit: output(a),
        amount: 5n,
        debit_after: null,
        credit_after: 65n,
      },
      {
        ...line,
        key: 'together 5',
        customer: a,
        type: 'COIN_UP_IN_BTC',
        debit: output(a),
        credit: saved(a),
        amount: 65n,
        debit_after: 0n,
        credit_after: 65n,
      },
    ]);
    expect(await postedAlone([withdrawal('together 6', b, 1n), withdrawal('together 7', b, 1n)])).toBe(0);
  });

  it('is empty, or has one', async () => {
    expect(await postGroup(db.app, [])).toEqual([]);
    const [a = 0n] = await funded(1, 10n);
    expect(await outcomes([withdrawal('one of one', a, 10n)])).toEqual(['posted']);
  });

  it('takes no transfer of several postings, and posts none then', async () => {
    const [a = 0n] = await funded(1, 10n);
    const two = {
      ...withdrawal('two', a, 1n),
      postings: [withdrawal('', a, 1n), withdrawal('', a, 1n)].flatMap(({ postings }) => postings),
    };
    await expect(postGroup(db.app, [withdrawal('before two', a, 1n), two])).rejects.toThrow(RangeError);
    expect(await balance(output(a))).toBe(10n);
  });
});

describe('a bad one beside good ones', () => {
  const money = deposit('', 1n, 1n).postings[0]!;
  const wrongs: readonly [what: string, wrong: (customer: bigint) => Promise<Transfer>, outcome: string][] = [
    ['is short', async (customer) => withdrawal('bad short', customer, 101n), 'InsufficientFunds'],
    ['has an account that nothing ever happened to', async () => withdrawal('bad new', 999n, 1n), 'InsufficientFunds'],
    [
      'wants what is held',
      async (customer) => {
        await placeHold(db.app, { key: 'bad held', account: output(customer), amount: 60n, reason: 'test', at });
        return withdrawal('bad held', customer, 41n);
      },
      'InsufficientFunds',
    ],
    [
      'was posted before',
      async (customer) => {
        await postTransfer(db.app, withdrawal('bad again', customer, 100n));
        return withdrawal('bad again', customer, 100n);
      },
      'replayed',
    ],
    [
      'has a key of another',
      async (customer) => {
        await postTransfer(db.app, withdrawal('bad key', customer, 100n));
        return withdrawal('bad key', customer, 99n);
      },
      'KeyReused',
    ],
    [
      'is an event that was posted',
      async (customer) => {
        const event = { ...withdrawal('bad event', customer, 100n), sourceId: 'bad' };
        await postTransfer(db.app, event);
        return { ...event, key: 'bad event again' };
      },
      'KeyReused',
    ],
    ['has no key', async (customer) => withdrawal('', customer, 1n), 'MalformedPosting'],
    ['has a key beyond all measure', async (customer) => withdrawal('k'.repeat(201), customer, 1n), 'MalformedPosting'],
    ['moves nothing', async (customer) => withdrawal('bad nothing', customer, 0n), 'MalformedPosting'],
    [
      'has a type that there is not',
      async (customer) => ({
        ...withdrawal('bad type', customer, 1n),
        postings: [{ ...money, type: 'GIFT' as 'WITHDRAW' }],
      }),
      'MalformedPosting',
    ],
    [
      'is of a customer who has left',
      async (customer) => {
        await postTransfer(db.app, withdrawal('bad leaves', customer, 100n));
        await db.owner.query({ text: 'select ledger.close_accounts($1)', values: [customer] });
        return deposit('bad left', customer, 1n);
      },
      'AccountClosed',
    ],
    [
      'takes more of the treasury than there is',
      async () => ({
        ...deposit('bad treasury', 1n, 1n),
        postings: [
          {
            from: houseAccount('TREASURY', 'BTC'),
            to: houseAccount('CUSTODY', 'BTC'),
            type: 'TREASURY_MOVE',
            amount: 1n,
            date: day,
          },
        ],
      }),
      'InsufficientFunds',
    ],
    [
      'moves interest that no day was funded for',
      async () => ({
        ...deposit('bad interest', 1n, 1n),
        postings: [
          {
            from: houseAccount('INTEREST_PAYABLE', 'BTC'),
            to: account(1n, 'INCOME_ACCOUNT'),
            type: 'INTEREST',
            amount: 1n,
            date: day,
          },
        ],
      }),
      'MalformedPosting',
    ],
  ];

  it.each(wrongs)('%s', async (what, wrongOf, outcome) => {
    const [wrong = 0n, ...good] = await funded(6, 100n);
    const bad = await wrongOf(wrong);
    const before = await balance(output(wrong));
    const known = await countOf(bad.key);
    const around = good.map((customer, i) => withdrawal(`beside ${what} ${i}`, customer, 100n));
    const group = [...around.slice(0, 2), bad, ...around.slice(2)];
    expect(await outcomes(group)).toEqual(['posted', 'posted', outcome, 'posted', 'posted', 'posted']);
    expect(await balance(output(wrong))).toBe(before);
    expect(await countOf(bad.key)).toBe(known);
    for (const customer of good) expect(await balance(output(customer))).toBe(0n);
    // It is the same alone.
    const alone = await postTransfer(db.app, bad).then(nameOf, (error: Error) => error.name);
    expect(alone).toBe(outcome);
  });

  it('tells what the way alone tells', async () => {
    const [short = 0n, other = 0n, left = 0n] = await funded(3, 10n);
    await postTransfer(db.app, withdrawal('tells', other, 1n));
    await postTransfer(db.app, withdrawal('tells leaves', left, 10n));
    await db.owner.query({ text: 'select ledger.close_accounts($1)', values: [left] });
    const group = [
      withdrawal('tells short', short, 11n),
      withdrawal('tells', other, 2n),
      deposit('tells left', left, 1n),
    ];
    const reported = await postGroup(db.app, group);
    expect(reported[0]).toBeInstanceOf(InsufficientFunds);
    expect(reported[0]).toMatchObject({ account: output(short) });
    expect(reported[1]).toBeInstanceOf(KeyReused);
    expect(reported[2]).toBeInstanceOf(AccountClosed);
    for (const [i, transfer] of group.entries()) {
      const alone = await postTransfer(db.app, transfer).catch((error: Error) => error);
      expect((reported[i] as Error).message).toBe((alone as Error).message);
    }
  });

  it('throws the refusal where all or none are wanted', async () => {
    const [a = 0n, b = 0n] = await funded(2, 10n);
    const client = await db.app.connect();
    try {
      await client.query('begin');
      const group = [withdrawal('all 1', a, 10n), withdrawal('all 2', b, 11n)];
      await expect(postTransfers(client, group)).rejects.toThrow(InsufficientFunds);
      await client.query('rollback');
    } finally {
      client.release();
    }
    expect(await balance(output(a))).toBe(10n);
  });
});

describe('several of one account', () => {
  it('that runs dry in the middle: each is judged by what those before it left', async () => {
    const [a = 0n, b = 0n] = await funded(2, 100n);
    const group = [
      withdrawal('dry 1', a, 60n),
      withdrawal('dry 2', a, 60n),
      withdrawal('beside dry', b, 100n),
      subscription('dry 3', a, 40n),
      withdrawal('dry 4', a, 1n),
      deposit('dry 5', a, 10n),
      withdrawal('dry 6', a, 10n),
      withdrawal('dry 7', a, 1n),
    ];
    const short = 'InsufficientFunds';
    expect(await outcomes(group)).toEqual(['posted', short, 'posted', 'posted', short, 'posted', 'posted', short]);
    expect(await balance(output(a))).toBe(0n);
    expect(await balance(account(a, 'COIN_UP_ACCOUNT'))).toBe(40n);
  });

  it('with one key or one event twice: the second is a replay, or refused', async () => {
    const [a = 0n, b = 0n, c = 0n] = await funded(3, 100n);
    const event = { ...withdrawal('twice event', b, 10n), sourceId: 'twice' };
    const group = [
      withdrawal('twice', a, 10n),
      withdrawal('twice', a, 10n),
      withdrawal('twice', a, 11n),
      event,
      { ...event, key: 'twice event again' },
      // Of another customer.
      withdrawal('twice', c, 10n),
    ];
    const reused = 'KeyReused';
    expect(await outcomes(group)).toEqual(['posted', 'replayed', reused, 'posted', reused, reused]);
    expect([await balance(output(a)), await balance(output(b)), await balance(output(c))]).toEqual([90n, 90n, 100n]);
  });

  it('counts what is held as gone', async () => {
    const [a = 0n] = await funded(1, 100n);
    await placeHold(db.app, { key: 'group held', account: output(a), amount: 50n, reason: 'test', at });
    const group = [1, 2, 3].map((i) => withdrawal(`group held ${i}`, a, 25n));
    expect(await outcomes(group)).toEqual(['posted', 'posted', 'InsufficientFunds']);
  });
});

describe('a group that does not end', () => {
  it('half-way, by an error that is no refusal, leaves nothing', async () => {
    const [a = 0n, b = 0n] = await funded(2, 100n);
    const holder = await db.app.connect();
    const client = await db.app.connect();
    try {
      await holder.query('begin');
      await postTransfer(holder, withdrawal('half holder', b, 1n));
      await client.query(`set statement_timeout = '300ms'`);
      const group = [withdrawal('half 1', a, 1n), withdrawal('half 2', b, 1n)];
      await expect(postGroup(client, group)).rejects.toMatchObject({ code: '57014' });
      await holder.query('rollback');
      expect([await countOf('half 1'), await countOf('half 2')]).toEqual([0, 0]);
      await client.query('reset statement_timeout');
      expect(await outcomes(group, client)).toEqual(['posted', 'posted']);
    } finally {
      holder.release();
      client.release();
    }
  });

  it('in the caller’s transaction is rolled back with it', async () => {
    const [a = 0n] = await funded(1, 100n);
    const client = await db.app.connect();
    try {
      await client.query('begin');
      expect(await outcomes([withdrawal('rolled back', a, 100n)], client)).toEqual(['posted']);
      await client.query('rollback');
    } finally {
      client.release();
    }
    expect(await balance(output(a))).toBe(100n);
    expect(await outcomes([withdrawal('rolled back', a, 100n)])).toEqual(['posted']);
  });

  it('whose answer was lost is replayed, each with its own', async () => {
    const some = await funded(3, 100n);
    const group = some.map((customer) => withdrawal(`lost ${customer}`, customer, 100n));
    const first = await postGroup(db.app, group);
    expect(first.map(nameOf)).toEqual(['posted', 'posted', 'posted']);
    const again = await postGroup(db.app, group);
    expect(again).toEqual(first.map((one) => ({ ...one, replayed: true })));
  });
});
