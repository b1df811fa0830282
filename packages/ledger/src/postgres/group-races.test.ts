// Groups that race with groups and with transfers alone: the same money is spent once and one key has one effect. Groups built wrong
// must end badly in the same races.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nameOf } from '../testing/outcome-name.ts';
import { deposit, output, subscription, withdrawal } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { readBalances } from './balances.ts';
import { assertBooksBalance, checkBooks } from './check-books.ts';
import { type Outcome, postGroup } from './post-group.ts';
import { postTransfer, type Transfer } from './post-transfer.ts';
import type { Queryable } from './queryable.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(20);
});
afterEach(() => assertBooksBalance(db.app));
afterAll(() => db.drop());

const balance = async (id: bigint) => (await readBalances(db.app, [id])).get(id)?.posted ?? 0n;

let customers = 1000n;
/** New customers with so much each. */
async function funded(count: number, amount: bigint): Promise<bigint[]> {
  const some = Array.from({ length: count }, () => customers++);
  await postGroup(
    db.app,
    some.map((customer) => deposit(`funds ${customer}`, customer, amount)),
  );
  return some;
}

/** Lists of one are posted alone, the others as groups. */
async function race(lists: readonly (readonly Transfer[])[], on: Queryable = db.app): Promise<string[]> {
  const alone = (transfer: Transfer) => postTransfer(on, transfer).then(nameOf, (error: Error) => error.name);
  const said = await Promise.all(
    lists.map(async (list) =>
      list.length === 1 ? [await alone(list[0] as Transfer)] : (await postGroup(on, list)).map(nameOf),
    ),
  );
  return said.flat();
}

const inLists = (transfers: readonly Transfer[], sizes: readonly number[]): Transfer[][] => {
  const lists: Transfer[][] = [];
  for (let from = 0, i = 0; from < transfers.length; i++) {
    const size = sizes[i % sizes.length] as number;
    lists.push(transfers.slice(from, from + size));
    from += size;
  }
  return lists;
};

describe('the same money', () => {
  it('pays exactly as many as it is worth, in groups and alone at once', async () => {
    const [a = 0n, b = 0n] = await funded(2, 1000n);
    const transfers = Array.from({ length: 800 }, (_, i) =>
      (i % 3 === 0 ? subscription : withdrawal)(`worth ${i}`, i % 2 === 0 ? a : b, 7n),
    );
    const said = await race(inLists(transfers, [1, 16, 1, 5, 40]));
    expect(said.filter((one) => one === 'posted').length).toBe(142 * 2);
    expect(said.filter((one) => one === 'InsufficientFunds').length).toBe(800 - 142 * 2);
    expect([await balance(output(a)), await balance(output(b))]).toEqual([6n, 6n]);
  });

  it('one key of two processes, in groups and alone, is one transfer with one answer', async () => {
    const other = await db.app.connect();
    try {
      const some = await funded(8, 100n);
      for (let round = 0; round < 20; round++) {
        const group = some.map((customer) => withdrawal(`both ${round} ${customer}`, customer, 5n));
        const [one, two, alone] = await Promise.all([
          postGroup(db.app, group),
          postGroup(other, [...group].reverse()),
          postTransfer(db.app, group[3] as Transfer),
        ]);
        const ids = (results: readonly Outcome[]) =>
          results.map((result) => (result as { transferId: bigint }).transferId);
        expect(ids([...two].reverse())).toEqual(ids(one));
        expect(alone.transferId).toBe(ids(one)[3]);
        const first = [...one, ...two, alone].filter((result) => nameOf(result) === 'posted');
        expect(first.length).toBe(some.length);
      }
      for (const customer of some) expect(await balance(output(customer))).toBe(0n);
    } finally {
      other.release();
    }
  });
});

describe('a group built wrong', () => {
  /** The same database with a piece of the function replaced; its books are lost. */
  async function brokenBy(piece: RegExp, by: string, work: (on: TestDatabase) => Promise<void>): Promise<void> {
    const broken = await createTestDatabase(20);
    try {
      const { rows } = await broken.owner.query<{ text: string }>({
        text: `select pg_get_functiondef('ledger.post_group'::regproc) as text`,
      });
      const text = rows[0]?.text ?? '';
      expect(text).toMatch(piece);
      await broken.owner.query({ text: text.replace(piece, by) });
      await work(broken);
    } finally {
      await broken.drop();
    }
  }

  const deposits = [1n, 2n].map((customer) => deposit(`broken ${customer}`, customer, 1000n));
  const several = (count: number, round = 0) =>
    Array.from({ length: count }, (_, i) => withdrawal(`broken w ${round} ${i}`, 1n + BigInt(i % 2), 7n));

  it('that judges each by the balance before all is caught by the books', async () => {
    await brokenBy(/ order by n\) as after/, ') as after', async ({ app }) => {
      await postGroup(app, deposits);
      await postGroup(app, several(10));
      expect((await checkBooks(app)).length).toBeGreaterThan(0);
    });
  });

  it('that locks nothing is caught by the race', async () => {
    await brokenBy(/order by b\.account for update/, '', async ({ app }) => {
      // Some only wait for each other. Slow machines may run one round in turn.
      for (let round = 0; round < 20 && (await checkBooks(app)).length === 0; round++) {
        await postGroup(
          app,
          [1n, 2n].map((customer) => deposit(`broken ${round} ${customer}`, customer, 1000n)),
        );
        await Promise.allSettled(inLists(several(300, round), [1, 16, 1, 5, 40]).map((list) => race([list], app)));
      }
      expect((await checkBooks(app)).length).toBeGreaterThan(0);
    });
  });

  it('that lets a bad one fail the others is caught by the tests of the good ones', async () => {
    await brokenBy(/is_plain is not true/, 'false', async ({ app, owner }) => {
      const { rows } = await owner.query<{ text: string }>({
        text: `select pg_get_functiondef('ledger.post_usual'::regproc) as text`,
      });
      await owner.query({ text: (rows[0]?.text ?? '').replace(/exception\s+when[\s\S]*then return null;/i, '') });
      await postGroup(app, deposits);
      const again = [withdrawal('broken ok', 2n, 1n), deposits[0] as Transfer];
      await expect(postGroup(app, again)).rejects.toThrow(/taken meanwhile/);
      expect((await readBalances(app, [output(2n)])).get(output(2n))?.posted).toBe(1000n);
    });
  });
});
