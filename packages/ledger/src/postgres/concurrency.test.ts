// Many at once on real connections: the same money is spent once, one key has one effect, and no two deadlock.
// The same race against a ledger built wrong must end badly, or this would prove nothing.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { InsufficientFunds, KeyReused } from '../core/errors.ts';
import { brokenLedger } from '../testing/broken-ledger.ts';
import { placeHold } from '../testing/holds.ts';
import { account, at, deposit, output, subscription, withdrawal } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { readBalances } from './balances.ts';
import { assertBooksBalance } from './check-books.ts';
import { type Posted, postTransfer, type Transfer } from './post-transfer.ts';

const callers = 64;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(callers);
});
afterEach(() => assertBooksBalance(db.app));
afterAll(() => db.drop());

/** What became of each, in the order of the requests; anything but a refusal for want of money is a failure. */
async function all(transfers: readonly Transfer[]): Promise<(Posted | null)[]> {
  return Promise.all(
    transfers.map((transfer) =>
      postTransfer(db.app, transfer).catch((error: unknown) => {
        if (error instanceof InsufficientFunds) return null;
        throw error;
      }),
    ),
  );
}

const posted = async (id: bigint) => (await readBalances(db.app, [id])).get(id)?.posted ?? 0n;

describe('the same money', () => {
  it.each([
    ['withdrawals', 1n, withdrawal],
    ['subscriptions', 2n, subscription],
  ] as const)('pays exactly as many %s as it is worth', async (name, customer, transfer) => {
    await postTransfer(db.app, deposit(`race funding ${name}`, customer, 1000n));
    const results = await all(Array.from({ length: 1000 }, (_, i) => transfer(`race ${name} ${i}`, customer, 7n)));
    expect(results.filter(Boolean).length).toBe(142);
    expect(await posted(output(customer))).toBe(6n);
  });

  it('pays withdrawals, subscriptions, redemptions and holds that race, to the last unit', async () => {
    await postTransfer(db.app, deposit('mixed funding', 3n, 500n));
    const back: Transfer = subscription('', 3n, 1n);
    const redemption = (key: string): Transfer => ({
      ...back,
      key,
      postings: [
        { ...back.postings[0]!, from: account(3n, 'COIN_UP_ACCOUNT'), to: output(3n), type: 'COIN_UP_OUT_BTC' },
      ],
    });
    const holds = Array.from({ length: 100 }, (_, i) =>
      placeHold(db.app, { key: `mixed hold ${i}`, account: output(3n), amount: 2n, reason: 'test', at }).catch(
        () => false,
      ),
    );
    const results = await all(
      Array.from({ length: 900 }, (_, i) => {
        if (i % 3 === 0) return withdrawal(`mixed ${i}`, 3n, 1n);
        return i % 3 === 1 ? subscription(`mixed ${i}`, 3n, 1n) : redemption(`mixed ${i}`);
      }),
    );
    const held = (await Promise.all(holds)).filter(Boolean).length * 2;
    const done = (kind: number) => BigInt(results.filter((result, i) => result && i % 3 === kind).length);
    expect(await posted(output(3n))).toBe(500n - done(0) - done(1) + done(2));
    expect(await posted(account(3n, 'COIN_UP_ACCOUNT'))).toBe(done(1) - done(2));
    expect((await readBalances(db.app, [output(3n)])).get(output(3n))?.held).toBe(BigInt(held));
  });
});

describe('one key', () => {
  it.each([
    ['a withdrawal that takes all there is', 4n, withdrawal, 300n],
    ['a deposit to an account that did not exist', 5n, deposit, 300n],
    ['a subscription', 6n, subscription, 300n],
  ] as const)('sent 5,000 times at once is %s, once, with one answer', async (name, customer, transfer, amount) => {
    if (transfer !== deposit) await postTransfer(db.app, deposit(`one funding ${name}`, customer, 300n));
    const results = await all(Array.from({ length: 5000 }, () => transfer(`one ${name}`, customer, amount)));
    expect(new Set(results.map((result) => JSON.stringify([String(result?.transferId), result?.answer]))).size).toBe(1);
    expect(results.filter((result) => result?.replayed === false).length).toBe(1);
    await expect(postTransfer(db.app, transfer(`one ${name}`, customer, amount - 1n))).rejects.toThrow(KeyReused);
    expect(await posted(output(customer))).toBe(transfer === deposit ? 300n : 0n);
  });

  it('sent with two inputs at once is one of them, and refused to the other', async () => {
    await postTransfer(db.app, deposit('two funding', 7n, 10_000n));
    for (let round = 0; round < 50; round++) {
      const attempts = [1n, 2n, 1n, 2n].map((amount) => postTransfer(db.app, withdrawal(`two ${round}`, 7n, amount)));
      const results = await Promise.allSettled(attempts);
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused.length).toBe(2);
      expect(refused.every(({ reason }) => reason instanceof KeyReused)).toBe(true);
    }
  });
});

it('two accounts of many customers in every order: no deadlock', async () => {
  for (let customer = 20n; customer < 24n; customer++) {
    await postTransfer(db.app, deposit(`order funding ${customer}`, customer, 100_000n));
  }
  const transfers = Array.from({ length: 1500 }, (_, i) => {
    const [from, to] = [20n + BigInt(i % 4), 20n + BigInt((i * 7 + 1) % 4)];
    const line = deposit('', to, 1n).postings[0]!;
    return { ...withdrawal(`order ${i}`, from, 1n), postings: [...withdrawal('', from, 1n).postings, line] };
  });
  expect((await all(transfers)).every(Boolean)).toBe(true);
});

describe('a ledger built wrong', () => {
  it('is caught by the same race', async () => {
    await db.owner.query({ text: brokenLedger.tables });
    await db.owner.query({ text: 'update hasty_balance set posted = 1000' });
    const spend = async (key: string) => {
      const client = await db.app.connect();
      try {
        return await brokenLedger.spend(client, key, 7);
      } finally {
        client.release();
      }
    };
    const results = await Promise.all(Array.from({ length: 2000 }, (_, i) => spend(`race ${i}`)));
    expect(results.filter(Boolean).length).toBeGreaterThan(142);

    await Promise.all(Array.from({ length: 500 }, () => spend('one')));
    await db.owner.query({ text: 'update hasty_balance set posted = 1000000' });
    await Promise.all(Array.from({ length: 500 }, () => spend('one more')));
    const { rowCount } = await db.app.query({ text: `select from hasty_transfer where key = 'one more'` });
    expect(rowCount).toBeGreaterThan(1);
  });
});
