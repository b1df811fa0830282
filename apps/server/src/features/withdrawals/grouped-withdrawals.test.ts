// Withdrawals that wait at the same time are carried out in one transaction. What one of them is worth is what it would be worth alone.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asTransaction, type QueryConfig, type Transaction } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/context.ts';
import { type TestCustomer, testFundsPassword } from '../../testing/app.ts';
import { bitcoinAddress, startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let transaction: (typeof app)['database']['transaction'];
beforeAll(async () => {
  world = await startWithdrawalFixture({ max: 24 });
  app = world.app;
  transaction = app.database.transaction;
});
afterEach(async () => {
  app.database.transaction = transaction;
  await world.assertBooks();
});
afterAll(() => world.stop());

const token = async (customer: TestCustomer) =>
  (await app.data('checkFundsPassword', { password: testFundsPassword, purpose: 'WITHDRAW' }, customer.caller)).token;

/** A request with everything proved, not sent yet. */
async function prepared(amount: string, customer?: TestCustomer) {
  const who = customer ?? (await world.customer());
  const code = await world.code(who, 'BTC', { amount });
  const passwordToken = await token(who);
  const first = { passwordToken, code, requestId: `grouped ${code}` };
  const send = (others: Partial<typeof first> = {}) =>
    world.apply(who, 'BTC', amount, { password: undefined, ...first, ...others } as never);
  return { customer: who, amount, first, send };
}

/** How many transactions carried out how many calls, of all that are asked of the database from now on. */
function watchGroups() {
  const sizes: number[] = [];
  intercept((query, dbTx) => {
    if (query.name === 'money-request.claim-all') sizes.push(membersOf(query));
    return dbTx.query(query);
  });
  return sizes;
}

function intercept(answer: (query: QueryConfig, dbTx: Transaction) => Promise<unknown>): void {
  app.database.transaction = (work) =>
    transaction((dbTx) => work(asTransaction({ query: (query) => answer(query, dbTx) as never })));
}

const membersOf = ({ values = [] }: QueryConfig) => (values[0] as unknown[]).length;

const several = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => prepared(`0.00${String(i + 10)}`)));

async function written(customer: TestCustomer): Promise<{ withdrawals: number; events: number; jobs: number }> {
  const { rows } = await app.owner.query<{ withdrawals: number; events: number; jobs: number }>({
    text: `select (select count(*)::int from withdrawal where customer_id = $1) as withdrawals,
        (select count(*)::int from security_event where customer_id = $1 and kind = 'WITHDRAWAL_SUBMITTED') as events,
        (select count(*)::int from graphile_worker._private_jobs j where j.payload ->> 'event' in (
          select id::text from security_event where customer_id = $1 and kind = 'WITHDRAWAL_SUBMITTED')) as jobs`,
    values: [customer.id],
  });
  return rows[0] as never;
}

const once = { withdrawals: 1, events: 1, jobs: 1 };

describe('withdrawals that wait at the same time', () => {
  it('share transactions; each is answered with its own, as its page shows it', async () => {
    const requests = await several(20);
    const sizes = watchGroups();
    const replies = await Promise.all(requests.map(({ send }) => send()));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20);
    expect(sizes.length).toBeLessThanOrEqual(10);
    for (const [i, { customer, amount }] of requests.entries()) {
      expect(replies[i]).toMatchObject({ code: 200, data: { amount: `${amount}0000` } });
      const record = await world.record(customer, replies[i]?.data.id ?? '');
      expect(replies[i]?.data).toEqual(record);
      expect(await written(customer)).toEqual(once);
    }
  });

  it('do not fail with a neighbour, which is refused as it would be alone', async () => {
    const good = await several(8);
    const poor = await prepared('0.5', await world.customer({ btc: 10_000_000n }));
    const small = await prepared('0.00000001');
    const frozen = await prepared('0.01');
    await app.owner.query({
      text: `insert into customer_freeze (customer_id, frozen_at, reason) values ($1, $2, 'reported')`,
      values: [frozen.customer.id, app.clock.now()],
    });
    const bad = [poor, small, frozen];
    const [goodReplies, badReplies] = await Promise.all([
      Promise.all(good.map(({ send }) => send())),
      Promise.all(bad.map(({ send }) => send())),
    ]);
    expect(goodReplies.map(({ code }) => code)).toEqual(good.map(() => 200));
    expect(badReplies.map(({ code }) => code)).toEqual([40001, 40002, 40005]);
    // Nothing was used up: the same again is refused for the same reason.
    expect((await poor.send({ requestId: 'again' })).code).toBe(40001);
    for (const { customer } of good) expect(await written(customer)).toEqual(once);
    for (const { customer } of bad) expect(await written(customer)).toMatchObject({ withdrawals: 0, events: 0 });
  });

  it('are carried out one by one when their group fails half-way', async () => {
    const requests = await several(6);
    let failures = 0;
    intercept((query, dbTx) => {
      if (query.name === 'security.announce-all' && membersOf(query) > 1) {
        failures++;
        return dbTx.query({ text: 'select 1 / 0' });
      }
      return dbTx.query(query);
    });
    const replies = await Promise.all(requests.map(({ send }) => send()));
    expect(failures).toBeGreaterThan(0);
    expect(replies.map(({ code }) => code)).toEqual(requests.map(() => 200));
    for (const { customer } of requests) expect(await written(customer)).toEqual(once);
  });

  it('are carried out once when the answer to the commit is lost', async () => {
    const requests = await several(6);
    let lost = 0;
    app.database.transaction = async (work) => {
      let isGroup = false;
      const result = await transaction((dbTx) =>
        work(
          asTransaction({
            query(query) {
              if (query.name === 'money-request.answer-all') isGroup = true;
              return dbTx.query(query);
            },
          }),
        ),
      );
      if (!isGroup) return result;
      lost++;
      throw new Error('Connection terminated unexpectedly');
    };
    const replies = await Promise.all(requests.map(({ send }) => send()));
    expect(lost).toBeGreaterThan(0);
    for (const [i, { customer }] of requests.entries()) {
      expect(replies[i]?.code).toBe(200);
      expect(replies[i]?.data).toEqual(await world.record(customer, replies[i]?.data.id ?? ''));
      expect(await written(customer)).toEqual(once);
    }
  });
});

describe('one request, many times at once', () => {
  it('has one effect and one answer, through two processes', async () => {
    const another = await app.startAnother();
    try {
      const { customer, amount, first } = await prepared('0.02');
      const { requestId, ...proofs } = first;
      const context: RequestContext = {
        session: { id: 1n, customerId: customer.id, account: customer.account, deviceId: null },
        now: app.clock.now(),
        deviceId: customer.caller.deviceId ?? null,
        requestId,
        ip: '127.0.0.1',
        userAgent: null,
        hungUp: () => new AbortController().signal,
      };
      const payment = { coin: 'BTC', network: 'BITCOIN', address: bitcoinAddress, amount } as const;
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          (n % 2 === 0 ? app : another).slices.withdrawals.handlers.withdrawApply(context, { ...payment, ...proofs }),
        ),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toMatchObject({ status: 'WAITING' });
      expect(await written(customer)).toEqual(once);
    } finally {
      another.leave();
      await another.stop();
    }
  });

  /** Says that every row was written, and writes none. */
  const pretend = (name: string) =>
    intercept((query, dbTx) =>
      query.name === name ? Promise.resolve({ rows: [], rowCount: membersOf(query) }) : dbTx.query(query),
    );

  const proofs = [
    {
      proof: 'token',
      statement: 'funds-password.use-tokens',
      other: async (who: TestCustomer) => ({ code: await world.code(who, 'BTC', { amount: '0.02' }) }),
      refused: 30001,
    },
    {
      proof: 'code',
      statement: 'one-time-code.use-all',
      other: async (who: TestCustomer) => ({ passwordToken: await token(who) }),
      refused: 20002,
    },
  ];

  it.each(proofs)('uses its $proof once, whatever its id is', async ({ other, refused }) => {
    const { customer, send } = await prepared('0.02');
    expect((await send()).code).toBe(200);
    const fresh = { ...(await other(customer)), requestId: `fresh ${customer.id}` };
    expect((await send(fresh)).code).toBe(refused);
    expect(await written(customer)).toEqual(once);
  });

  it.each(proofs)(
    'would use its $proof twice if it were not counted (broken control)',
    async ({ statement, other }) => {
      const { customer, send } = await prepared('0.02');
      pretend(statement);
      expect((await send()).code).toBe(200);
      const fresh = { ...(await other(customer)), requestId: `fresh ${customer.id}` };
      expect((await send(fresh)).code).toBe(200);
      expect((await written(customer)).withdrawals).toBe(2);
    },
  );

  it('is not carried out in a group that did not claim it (broken control)', async () => {
    const { customer, send } = await prepared('0.02');
    pretend('money-request.claim-all');
    // No answer could be kept: the group is rolled back, and the request is carried out alone.
    expect((await send()).code).toBe(200);
    expect(await written(customer)).toEqual(once);
  });
});

describe('guesses of a one-time code that come at the same time', () => {
  /** The right one among many wrong ones, each a request of its own; how many guesses were tried, and what the right one was answered. */
  async function burst(count: number) {
    const { customer, first, send } = await prepared('0.01');
    const wrong = Array.from({ length: count }, (_, i) =>
      `${(Number(first.code) + i + 1) % 1_000_000}`.padStart(6, '0'),
    );
    const replies = await Promise.all(
      [...wrong, first.code].map((code, i) => send({ code, requestId: `burst ${first.code} ${i}` })),
    );
    return { customer, right: replies.at(-1)?.code };
  }

  it('are no more than those one after the other', async () => {
    const { customer, right } = await burst(60);
    expect(right).not.toBe(200);
    expect(await written(customer)).toMatchObject({ withdrawals: 0 });
  });

  /** The last wrong guess is counted after the right one was found, before it is used. */
  async function overtaken(allowed?: number) {
    const { customer, send } = await prepared('0.01');
    intercept(async (query, dbTx) => {
      if (query.name !== 'one-time-code.use-all') return dbTx.query(query);
      const [ids, times, most] = query.values ?? [];
      await app.owner.query({
        text: 'update one_time_code set wrong_guesses = 5 where account = $1',
        values: [customer.account],
      });
      return dbTx.query({ ...query, values: [ids, times, allowed ?? most] });
    });
    return (await send()).code;
  }

  it('end a code also for one that was found right before they counted', async () => {
    expect(await overtaken()).not.toBe(200);
    expect(await overtaken(6), 'broken control: more guesses allowed').toBe(200);
  });

  it('leave a right one right that comes with few', async () => {
    expect((await burst(3)).right).toBe(200);
  });
});
