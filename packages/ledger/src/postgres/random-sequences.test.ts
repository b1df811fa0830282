// Any sequence of transfers, groups of them, holds, corrections and replays does in PostgreSQL what the model in memory says it does.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { customerAccount, houseAccount } from '../core/accounts.ts';
import type { Posting } from '../core/posting.ts';
import { placeHold, releaseHold } from '../testing/holds.ts';
import { LedgerModel } from '../testing/ledger-model.ts';
import { at, day } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { readBalances } from './balances.ts';
import { assertBooksBalance } from './check-books.ts';
import { type Outcome, postGroup } from './post-group.ts';
import { postTransfer, type Transfer } from './post-transfer.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const customers = [1n, 2n];
/** Movements that a run is made of; amounts collide often, so that accounts run dry and keys come again. */
const movements: readonly [from: bigint, to: bigint, type: Posting['type']][] = customers.flatMap((customer) => {
  const [output, savings, income] = (['OUTPUT_ACCOUNT', 'COIN_UP_ACCOUNT', 'INCOME_ACCOUNT'] as const).map((name) =>
    customerAccount(customer, name, 'BTC'),
  ) as [bigint, bigint, bigint];
  const fund = houseAccount('INTEREST_FUND', 'BTC');
  return [
    [houseAccount('CUSTODY', 'BTC'), output, 'RECHARGE_BTC'],
    [output, savings, 'COIN_UP_IN_BTC'],
    [savings, output, 'COIN_UP_OUT_BTC'],
    [houseAccount('CUSTODY', 'BTC'), houseAccount('TREASURY', 'BTC'), 'TREASURY_MOVE'],
    [houseAccount('TREASURY', 'BTC'), fund, 'FUND_PAID_IN'],
    [houseAccount('TREASURY', 'BTC'), houseAccount('CUSTODY', 'BTC'), 'TREASURY_MOVE'],
    [fund, income, 'INTEREST'],
    [income, output, 'INCOME_IN_BTC'],
    [output, houseAccount('WITHDRAWAL_PENDING', 'BTC'), 'WITHDRAW'],
  ] as [bigint, bigint, Posting['type']][];
});

const amount = fc.integer({ min: 1, max: 12 }).map(BigInt);
const posting = fc
  .tuple(fc.constantFrom(...movements), amount)
  .map(([[from, to, type], units]): Posting => ({ from, to, type, amount: units, date: day }));
const key = fc.integer({ min: 1, max: 12 }).map((n) => `key ${n}`);
const post = (most: number) =>
  fc.record({
    kind: fc.constant('post' as const),
    key,
    postings: fc.array(posting, { minLength: 1, maxLength: most }),
    source: fc.option(fc.integer({ min: 1, max: 8 })),
  });
const again = fc.record({ kind: fc.constant('again' as const), step: fc.nat({ max: 40 }) });
const command = fc.oneof(
  { weight: 6, arbitrary: post(4) },
  { weight: 3, arbitrary: again },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('group' as const),
      members: fc.array(fc.oneof({ weight: 4, arbitrary: post(1) }, { weight: 1, arbitrary: again }), {
        minLength: 1,
        maxLength: 12,
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      key,
      account: fc.constantFrom(...movements.map(([from]) => from).filter((id) => id > 0n)),
      amount,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), key }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** Runs one command on either side; both sides answer a value or the name of an error. */
function sides(run: string, model: LedgerModel) {
  const sent: Transfer[] = [];
  const transferOf = (one: Command): Transfer | null => {
    if (one.kind === 'again') return sent[one.step % Math.max(sent.length, 1)] ?? null;
    if (one.kind !== 'post') return null;
    const transfer: Transfer = {
      key: `${run} ${one.key}`,
      input: one.postings.map(({ from, to, amount: units }) => [from, to, units]),
      kind: run,
      sourceId: one.source === null ? null : String(one.source),
      businessDate: day,
      postedAt: at,
      postings: one.postings,
      answer: { z: one.key, a: one.postings.length },
    };
    sent.push(transfer);
    return transfer;
  };
  return (one: Command) => {
    if (one.kind === 'hold') {
      const hold = { key: `${run} ${one.key}`, account: one.account, amount: one.amount, reason: 'test', at };
      return { model: () => model.placeHold(hold), real: () => placeHold(db.app, hold) };
    }
    if (one.kind === 'release') {
      return {
        model: () => model.releaseHold(`${run} ${one.key}`),
        real: () => releaseHold(db.app, `${run} ${one.key}`, at),
      };
    }
    if (one.kind === 'group') {
      const transfers = one.members
        .map(transferOf)
        .filter((transfer): transfer is Transfer => transfer?.postings.length === 1);
      return {
        model: () => transfers.map((transfer) => answerOf(() => model.post(transfer))),
        real: async () => (await postGroup(db.app, transfers)).map(said),
      };
    }
    const transfer = transferOf(one);
    if (!transfer) return null;
    return {
      model: () => model.post(transfer),
      real: async () => said(await postTransfer(db.app, transfer)),
    };
  };
}

const nameOf = (error: unknown) => (error as Error).name;

/** What the model says too: without the id. */
function said(outcome: Outcome) {
  if (outcome instanceof Error) return nameOf(outcome);
  const { replayed, answer } = outcome;
  return { replayed, answer };
}

function answerOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return nameOf(error);
  }
}

it('agrees with the model, answer by answer and balance by balance', { timeout: 120_000 }, async () => {
  // The model goes on from run to run, as the database does.
  const model = new LedgerModel();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 40 }), async (commands) => {
      const step = sides(`run ${runs++}`, model);
      for (const one of commands) {
        const both = step(one);
        if (!both) continue;
        const expected = answerOf(both.model);
        expect(await both.real().catch(nameOf)).toEqual(expected);
      }
      const balances = await readBalances(db.app, model.accounts());
      for (const [account, { posted, held }] of balances) {
        expect([account, posted, held]).toEqual([account, model.posted(account), model.held(account)]);
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
  await assertBooksBalance(db.app);
});
