// Many requests in one call are judged one by one, in their order, as if each had come alone.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { MalformedPosting } from '../core/errors.ts';
import { LedgerModel } from '../testing/ledger-model.ts';
import { deposit, output, subscription, withdrawal } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { readBalances } from './balances.ts';
import { assertBooksBalance } from './check-books.ts';
import { postMany } from './post-many.ts';
import { postTransfer } from './post-transfer.ts';
import { waitingLine } from './waiting-line.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() => assertBooksBalance(db.app));
afterAll(() => db.drop());

it('posts what can be paid, refuses what cannot, and replays what was done before', async () => {
  const old = await postTransfer(db.app, deposit('old', 1n, 100n));
  const outcomes = await postMany(db.app, [
    deposit('old', 1n, 100n),
    deposit('old too', 1n, 20n),
    withdrawal('first', 1n, 90n),
    withdrawal('too much', 1n, 31n),
    subscription('fits', 1n, 30n),
    withdrawal('nothing left', 1n, 1n),
    withdrawal('nobody', 999n, 1n),
  ]);
  expect(outcomes).toMatchObject([
    { outcome: 'replayed', transferId: old.transferId, answer: old.answer },
    { outcome: 'posted', answer: deposit('', 1n, 20n).answer },
    { outcome: 'posted' },
    { outcome: 'insufficient-funds' },
    { outcome: 'posted' },
    { outcome: 'insufficient-funds' },
    { outcome: 'insufficient-funds' },
  ]);
  expect(await postMany(db.app, [deposit('old', 1n, 101n)])).toEqual([{ outcome: 'key-reused' }]);
  expect((await readBalances(db.app, [output(1n)])).get(output(1n))?.posted).toBe(0n);
});

it('does with random requests what the model does with one after the other', async () => {
  const model = new LedgerModel();
  let state = 20261120;
  const random = (below: number) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  for (let call = 0; call < 20; call++) {
    const transfers = Array.from({ length: 1 + random(40) }, (_, i) => {
      const make = [deposit, withdrawal, subscription][random(3)] as typeof deposit;
      return make(`random ${call} ${i}`, 10n + BigInt(random(4)), BigInt(1 + random(50)));
    });
    const expected = transfers.map((transfer) => {
      try {
        model.post(transfer);
        return 'posted';
      } catch {
        return 'insufficient-funds';
      }
    });
    expect((await postMany(db.app, transfers)).map(({ outcome }) => outcome)).toEqual(expected);
  }
  const balances = await readBalances(db.app, model.accounts());
  for (const id of model.accounts().filter((account) => account > 0n)) {
    expect(balances.get(id)?.posted ?? 0n).toBe(model.posted(id));
  }
});

it.each([
  ['the same key twice', [deposit('twice', 1n, 1n), deposit('twice', 1n, 1n)]],
  [
    'more than one line',
    [{ ...deposit('lines', 1n, 1n), postings: [...deposit('', 1n, 1n).postings, ...deposit('', 1n, 1n).postings] }],
  ],
  ['a correction', [{ ...deposit('corrects', 1n, 1n), corrects: 1n }]],
])('refuses %s', async (_flaw, transfers) => {
  await expect(postMany(db.app, transfers)).rejects.toThrow(MalformedPosting);
});

it('works off a waiting line: everybody is served once, the second of two equal requests is told the first answer', async () => {
  await postTransfer(db.app, deposit('line funding', 5n, 50n));
  let calls = 0;
  const line = waitingLine(
    (transfers: readonly ReturnType<typeof withdrawal>[]) => {
      calls++;
      return postMany(db.app, transfers);
    },
    ({ key }) => key,
  );
  const requests = Array.from({ length: 100 }, (_, i) => withdrawal(`line ${i % 60}`, 5n, 1n));
  const outcomes = await Promise.all(requests.map(line));
  const count = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length;
  expect([count('posted'), count('replayed'), count('insufficient-funds')]).toEqual([50, 40, 10]);
  expect(calls).toBeLessThanOrEqual(4);
});

it('rejects those who went together when the call fails, and serves those who come after', async () => {
  let isBroken = true;
  const line = waitingLine(
    async (requests: readonly number[]) => {
      if (isBroken) throw new Error('gone');
      return requests.map((request) => request * 2);
    },
    (request) => String(request),
  );
  await expect(line(1)).rejects.toThrow('gone');
  isBroken = false;
  expect(await line(2)).toBe(4);
});
