// What every call that moves money promises: the order of its checks, once per requestId, nothing used up by a refusal.
// The call here is a stand-in that takes USDT; what is proved holds for every call that uses the helper.
import type { Data } from '@lode/contract';
import { customerAccount, houseAccount, postTransfer, readBalances } from '@lode/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asTransaction } from '../../platform/db/database.ts';
import { startTestApp, type TestApp, type TestCustomer, testFundsPassword } from '../../testing/app.ts';
import { someNewAddress } from '../../testing/withdrawal-actions.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { RequestContext } from '../http/context.ts';
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts';
import { type MoneyCall, type MoneyCallPorts, moneyCalls, type RunMoneyCall } from './money-call.ts';

const day = '2026-03-10';
type StandIn = 'sendCode';

let app: TestApp;
let customer: TestCustomer;
let run: RunMoneyCall;
let actions: number;
beforeAll(async () => {
  app = await startTestApp({ max: 30 });
});
afterAll(() => app.stop());
beforeEach(async () => {
  run = app.slices.runMoneyCall;
  actions = 0;
  customer = await app.createMoneyCustomer();
  await postTransfer(app.database, {
    key: `fill ${customer.id}`,
    input: null,
    kind: 'electricity-recharge',
    businessDate: day,
    postedAt: app.clock.now(),
    postings: [{ from: houseAccount('CASH', 'USDT'), to: prepaid(), type: 'ELE_RECHARGE', amount: 10n, date: day }],
  });
});

const prepaid = () => customerAccount(customer.id, 'ELE_ACCOUNT', 'USDT');
const balance = async () => (await readBalances(app.database, [prepaid()])).get(prepaid())?.posted;

function contextOf(requestId: string | null = 'request-1'): RequestContext {
  const { id, account } = customer;
  const session = { id: 1n, customerId: id, account, deviceId: null };
  return {
    session,
    now: app.clock.now(),
    deviceId: null,
    requestId,
    ip: '127.0.0.1',
    userAgent: null,
    hungUp: () => new AbortController().signal,
  };
}

/** Takes an amount; answers how much was taken and which action it was. */
function take(amount: bigint, input: Partial<MoneyCall<StandIn>> = {}): MoneyCall<StandIn> {
  return {
    call: 'sendCode',
    purpose: 'COIN_UP',
    secret: { password: testFundsPassword },
    business: { amount },
    act: (dbTx, key) => action(dbTx, key, amount),
    ...input,
  };
}

async function action(db: Queryable, key: string, amount: bigint): Promise<Data<StandIn>> {
  actions++;
  const posting = { from: prepaid(), to: houseAccount('ELECTRICITY_REVENUE', 'USDT'), amount, date: day } as const;
  await postTransfer(db, {
    key,
    input: { amount },
    kind: 'stand-in',
    businessDate: day,
    postedAt: app.clock.now(),
    postings: [{ ...posting, type: 'ELE_CONSUME_USDT' }],
  });
  return { retryAfter: actions, expiresIn: Number(amount) };
}

const codeOf = (answer: unknown) => (isRefusal(answer) ? (answer.codeName ?? answer.status) : 'done');
const token = async (purpose: 'COIN_UP' | 'WITHDRAW' = 'COIN_UP') =>
  (await app.data('checkFundsPassword', { password: testFundsPassword, purpose }, customer.caller)).token;
const oneTimeCode = async () => {
  app.clock.advance({ minutes: 2 });
  await app.data('sendCode', { account: customer.account, scene: 'WITHDRAW', ...someNewAddress }, customer.caller);
  return { scene: 'WITHDRAW', code: await app.lastCode(customer.account) } as const;
};

describe('the same request again', () => {
  it('gets the same response and moves nothing, also from another process', async () => {
    const first = await run(contextOf(), take(3n));
    const afterRestart = moneyCallsOfAnotherProcess();
    for (const again of [run, afterRestart]) {
      expect(JSON.stringify(await again(contextOf(), take(3n)))).toBe(JSON.stringify(first));
    }
    expect({ actions, left: await balance() }).toEqual({ actions: 1, left: 7n });
  });

  it('needs neither password nor token nor code: what it used up is gone', async () => {
    const secret = { passwordToken: await token() };
    const code = await oneTimeCode();
    const input = { secret: { passwordToken: await token() }, oneTimeCode: code };
    expect(codeOf(await run(contextOf(), take(3n, input)))).toBe('done');
    expect(codeOf(await run(contextOf(), take(3n, input)))).toBe('done');
    expect(codeOf(await run(contextOf(), take(3n, { secret: { password: '000000' } })))).toBe('done');
    expect(codeOf(await run(contextOf('request-2'), take(3n, input)))).toBe('wrongFundsPassword');
    expect(codeOf(await run(contextOf('request-3'), take(3n, { ...input, secret })))).toBe('wrongFundsPassword');
    expect(actions).toBe(1);
  });

  it('with another body is refused [code:40007]', async () => {
    await run(contextOf(), take(3n));
    expect(codeOf(await run(contextOf(), take(4n)))).toBe('keyReused');
    expect(await balance()).toBe(7n);
  });

  it('gets the same empty response again where a call returns no data', async () => {
    const input = { call: 'logout', act: (dbTx: Transaction, key: string) => action(dbTx, key, 3n).then(() => null) };
    const silent = { ...take(3n), ...input } as unknown as MoneyCall<'logout'>;
    expect(await run(contextOf(), silent)).toBeNull();
    expect(await run(contextOf(), silent)).toBeNull();
    expect(await Promise.all([1, 2, 3].map(() => run(contextOf('request-2'), silent)))).toEqual([null, null, null]);
    expect({ actions, left: await balance() }).toEqual({ actions: 2, left: 4n });
  });

  it('belongs to its customer and call', async () => {
    await run(contextOf(), take(3n));
    expect(codeOf(await run(contextOf(), take(4n, { call: 'logout' as StandIn })))).toBe('done');
    customer = await app.createMoneyCustomer();
    expect(codeOf(await run(contextOf(), take(4n)))).toBe('insufficientBalance');
  });

  it('takes effect once when it is sent 300 times at once, to many processes', async () => {
    const processes = [run, ...Array.from({ length: 5 }, moneyCallsOfAnotherProcess)];
    const secret = { passwordToken: await token() };
    const answers = await Promise.all(
      processes.flatMap((process) => Array.from({ length: 50 }, () => process(contextOf(), take(3n, { secret })))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ retryAfter: actions, expiresIn: 3 })]),
    );
    expect(await balance()).toBe(7n);
  });

  it('would take effect again if its id were not claimed [control]', async () => {
    const forgetful = moneyCalls({
      database: {
        ...app.database,
        query: (query) =>
          query.name === 'money-request.find' ? Promise.resolve({ rows: [], rowCount: 0 }) : app.database.query(query),
        transaction: (work) =>
          app.database.transaction((dbTx) =>
            work(
              asTransaction({
                query: (query) =>
                  query.name?.startsWith('money-request.')
                    ? Promise.resolve({ rows: [{ at: new Date() } as never], rowCount: 1 })
                    : dbTx.query(query),
              }),
            ),
          ),
      },
      ...ports(),
    });
    const newKey = (n: number) => take(3n, { act: (dbTx, key) => action(dbTx, `${key} ${n}`, 3n) });
    await forgetful(contextOf(), newKey(1));
    await forgetful(contextOf(), newKey(2));
    expect(await balance()).toBe(4n);
  });
});

describe('a refusal', () => {
  const rules = (refusal: Refusal | null, amount = 3n): Partial<MoneyCall<StandIn>> => ({
    act: async (dbTx, key) => {
      const done = await action(dbTx, key, amount);
      return refusal ?? done;
    },
  });

  it('uses up neither token nor code nor requestId, and moves nothing', async () => {
    const code = await oneTimeCode();
    const input = { secret: { passwordToken: await token() }, oneTimeCode: code };
    const refused = await run(contextOf(), take(3n, { ...input, ...rules(refuse('endangersElectricity')) }));
    expect(codeOf(refused)).toBe('endangersElectricity');
    expect(await balance()).toBe(10n);
    expect(codeOf(await run(contextOf(), take(11n, input)))).toBe('insufficientBalance');
    expect(codeOf(await run(contextOf(), take(3n, input)))).toBe('done');
    expect(await balance()).toBe(7n);
  });

  it('meets all but one of those who use a token at once, more of them than there are connections', async () => {
    const secret = { passwordToken: await token() };
    const requests = Array.from({ length: 100 }, (_, i) => run(contextOf(`request-${i}`), take(3n, { secret })));
    const codes = (await Promise.all(requests)).map(codeOf);
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code === 'wrongFundsPassword')).toHaveLength(99);
    expect(await balance()).toBe(7n);
  });

  it('of a wrong password is one guess, however often the same request comes at once', async () => {
    const answers = await atOnce(100, () => ({ secret: { password: '000000' } }));
    expect(new Set(answers.shown)).toEqual(new Set(['{"remaining":4}']));
    expect(answers.asked).toBeLessThan(2 * 100);
  });

  it.each([
    ['with tokens of their own', (i: number) => ({ secret: { passwordToken: `never-was-${i}` } })],
    ['refused by a rule', () => rules(refuse('belowMinimum'))],
  ])('asks the database no more than twice for each of many at once, %s', async (_what, input) => {
    expect((await atOnce(40, input)).asked).toBeLessThanOrEqual(2 * 40);
  });

  it('of a wrong password is not given to a caller with the right one at the same time', async () => {
    const gate = signal();
    const { checkMoneySecret } = ports();
    const others = counting({
      checkMoneySecret: async (input) => {
        if (input.secret.password === '000000') await gate.given;
        return checkMoneySecret(input);
      },
    });
    const wrong = others.run(contextOf(), take(3n, { secret: { password: '000000' } }));
    await vi.waitUntil(() => others.asked() === 1);
    const right = others.run(contextOf(), take(3n));
    await vi.waitUntil(() => others.asked() === 2);
    gate.give();
    expect([codeOf(await wrong), codeOf(await right)]).toEqual(['wrongFundsPassword', 'done']);
  });

  it('that a rule gave is not given to a caller who confirms at the same time', async () => {
    const gate = signal();
    const began = signal();
    const others = counting();
    const unconfirmed = others.run(
      contextOf(),
      take(3n, {
        act: async () => {
          began.give();
          await gate.given;
          return refuse('endangersElectricity');
        },
      }),
    );
    await began.given;
    const confirmed = others.run(contextOf(), take(3n));
    await vi.waitUntil(() => others.asked() === 2);
    gate.give();
    expect([codeOf(await unconfirmed), codeOf(await confirmed)]).toEqual(['endangersElectricity', 'done']);
  });

  it('and an error are given to all who sent the same at once', async () => {
    const broken = () => Promise.reject(new Error('broken'));
    const others = counting({ checkMoneySecret: broken });
    const requests = Array.from({ length: 40 }, () => others.run(contextOf(), take(3n)));
    const ends = await Promise.allSettled(requests);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(40);
    expect(others.asked()).toBe(40);
  });

  /** The same request many times at once, to one process: the responses, and how often the database was read for them. */
  async function atOnce(count: number, input: (i: number) => Partial<MoneyCall<StandIn>>) {
    // No check ends before the last request has come: one that came later would be a guess of its own.
    const allCame = signal();
    const { checkMoneySecret } = ports();
    const waiting: Partial<MoneyCallPorts> = {
      checkMoneySecret: (request) => allCame.given.then(() => checkMoneySecret(request)),
    };
    const others = counting(waiting, (asked) => asked === count && allCame.give());
    const requests = Array.from({ length: count }, (_, i) => others.run(contextOf(), take(3n, input(i))));
    const answers = await Promise.all(requests);
    const shown = answers.map((answer) => JSON.stringify(isRefusal(answer) ? answer.envelope.data : answer));
    return { shown, asked: others.asked() };
  }

  /** A process that counts how often it read whether a request was carried out. */
  function counting(others: Partial<MoneyCallPorts> = {}, onAsked: (asked: number) => unknown = () => undefined) {
    let asked = 0;
    const database: typeof app.database = {
      ...app.database,
      query: async (query) => {
        const found = await app.database.query(query);
        if (query.name === 'money-request.find') onAsked(++asked);
        return found as never;
      },
    };
    return { run: moneyCalls({ database, ...ports(), ...others }), asked: () => asked };
  }

  it('comes in the order of the API', async () => {
    const wrong = { password: '000000' };
    const badCode = { scene: 'WITHDRAW', code: '000000' } as const;
    const act = rules(refuse('belowMinimum'), 11n);
    const ask = async (input: Partial<MoneyCall<StandIn>>, requestId: string | null = 'request-1') =>
      codeOf(await run(contextOf(requestId), take(3n, { ...act, ...input })));
    const { id: customerId } = customer;

    expect(await ask({ secret: wrong, oneTimeCode: badCode }, null)).toBe(400);
    expect(await ask({ secret: {} })).toBe(400);
    expect(await ask({ secret: { ...wrong, passwordToken: 'both' } })).toBe(400);
    expect(await ask({ secret: wrong, oneTimeCode: badCode })).toBe('wrongFundsPassword');
    expect(await ask({ oneTimeCode: badCode })).toBe('wrongCode');
    await app.owner.query({ text: 'delete from risk_confirmation where customer_id = $1', values: [customerId] });
    expect(await ask({})).toBe('riskNotConfirmed');
    await app.slices.riskDisclosure.confirmRisk(app.database, { customerId, deviceId: null, now: app.clock.now() });
    expect(await ask({ act: async () => refuse('belowMinimum') })).toBe('belowMinimum');
    expect(await ask({})).toBe('insufficientBalance');
  });

  it.each([
    ['of another purpose', async () => token('WITHDRAW')],
    ['that ran out', async () => tokenThatRanOut()],
    ['of another customer', async () => tokenOfAnother()],
    ['that never was', async () => 'x'.repeat(43)],
  ])('meets a token %s, with the tries that are left', async (_what, make) => {
    const secret = { passwordToken: await make() };
    const answer = await run(contextOf(), take(3n, { secret }));
    expect(answer).toMatchObject({ envelope: { code: 30001, data: { remaining: 5 } } });
    expect(await balance()).toBe(10n);
  });

  it('meets a password that was reset before the money moved', async () => {
    const { id } = customer;
    const request = take(3n, { oneTimeCode: await oneTimeCode() });
    const resetMeanwhile = moneyCalls({
      ...ports(),
      database: app.database,
      proveCode: async () => {
        await app.slices.identity.changeFundsPasswordHash(
          app.database,
          id,
          await app.passwords.hash('135790'),
          app.clock.now(),
        );
        return { useUp: async () => null };
      },
    });
    expect(codeOf(await resetMeanwhile(contextOf(), request))).toBe('wrongFundsPassword');
    expect(await balance()).toBe(10n);
  });

  it('meets no token a second before its two minutes are over', async () => {
    const secret = { passwordToken: await token() };
    app.clock.advance({ seconds: 119 });
    expect(codeOf(await run(contextOf(), take(3n, { secret })))).toBe('done');
  });
});

it('lets an error that is no refusal through, and nothing was done', async () => {
  const broken = take(3n, {
    act: async (dbTx, key) => {
      await action(dbTx, key, 3n);
      throw new Error('broken');
    },
  });
  await expect(run(contextOf(), broken)).rejects.toThrow('broken');
  expect(codeOf(await run(contextOf(), take(3n)))).toBe('done');
  expect(await balance()).toBe(7n);
});

/** Something that one side waits for and the other gives. */
function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

function ports() {
  const { fundsPassword, identity, riskDisclosure, secondFactor } = app.slices;
  return {
    checkMoneySecret: fundsPassword.checkMoneySecret,
    proveCode: identity.proveCode,
    proveSecondFactor: secondFactor.proveSecondFactor,
    riskConfirmed: riskDisclosure.riskConfirmed,
    groups: null,
  };
}

function moneyCallsOfAnotherProcess(): RunMoneyCall {
  return moneyCalls({ database: app.database, ...ports() });
}

async function tokenThatRanOut(): Promise<string> {
  const made = await token();
  app.clock.advance({ seconds: 120 });
  return made;
}

async function tokenOfAnother(): Promise<string> {
  const mine = customer;
  customer = await app.createMoneyCustomer();
  const theirs = await token();
  customer = mine;
  return theirs;
}
