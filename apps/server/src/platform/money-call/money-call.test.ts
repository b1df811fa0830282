// What every call that moves money promises: the order of its checks, once per requestId, nothing used up by a refusal.
// The call here is a stand-in that takes USDT; what is proved holds for whoever uses the helper.
import type { Data } from '@lode/contract';
import { customerAccount, houseAccount, postTransfer, readBalances } from '@lode/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer, testFundsPassword } from '../../testing/app.ts';
import type { DbTx } from '../db/database.ts';
import type { RequestContext } from '../http/context.ts';
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts';
import { type MoneyCall, moneyCalls, type RunMoneyCall } from './money-call.ts';

const day = '2026-03-10';
type StandIn = 'sendCode';

let app: TestApp;
let customer: TestCustomer;
let run: RunMoneyCall;
let deeds: number;
beforeAll(async () => {
  app = await startTestApp({ max: 30 });
});
afterAll(() => app.stop());
beforeEach(async () => {
  run = app.slices.runMoneyCall;
  deeds = 0;
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
  return { session, now: app.clock.now(), deviceId: null, requestId, ip: '127.0.0.1' };
}

/** Takes an amount; answers how much was taken and which deed it was. */
function take(amount: bigint, wish: Partial<MoneyCall<StandIn>> = {}): MoneyCall<StandIn> {
  return {
    call: 'sendCode',
    purpose: 'COIN_UP',
    secret: { password: testFundsPassword },
    business: { amount },
    act: (dbTx, key) => deed(dbTx, key, amount),
    ...wish,
  };
}

async function deed(dbTx: DbTx, key: string, amount: bigint): Promise<Data<StandIn>> {
  deeds++;
  const posting = { from: prepaid(), to: houseAccount('ELECTRICITY_REVENUE', 'USDT'), amount, date: day } as const;
  await postTransfer(dbTx, {
    key,
    input: { amount },
    kind: 'stand-in',
    businessDate: day,
    postedAt: app.clock.now(),
    postings: [{ ...posting, type: 'ELE_CONSUME_USDT' }],
  });
  return { retryAfter: deeds, expiresIn: Number(amount) };
}

const codeOf = (answer: unknown) => (isRefusal(answer) ? (answer.codeName ?? answer.status) : 'done');
const token = async (purpose: 'COIN_UP' | 'WITHDRAW' = 'COIN_UP') =>
  (await app.data('checkFundsPassword', { password: testFundsPassword, purpose }, customer.caller)).token;
const oneTimeCode = async () => {
  app.clock.advance({ minutes: 2 });
  await app.data('sendCode', { account: customer.account, scene: 'WITHDRAW' }, customer.caller);
  return { scene: 'WITHDRAW', code: await app.lastCode(customer.account) } as const;
};

describe('the same request again', () => {
  it('is told the same answer and moves nothing, also by another process', async () => {
    const first = await run(contextOf(), take(3n));
    const afterRestart = moneyCallsOfAnotherProcess();
    for (const again of [run, afterRestart]) {
      expect(JSON.stringify(await again(contextOf(), take(3n)))).toBe(JSON.stringify(first));
    }
    expect({ deeds, left: await balance() }).toEqual({ deeds: 1, left: 7n });
  });

  it('needs neither password nor token nor code: what it used up is gone', async () => {
    const secret = { passwordToken: await token() };
    const code = await oneTimeCode();
    const wish = { secret: { passwordToken: await token() }, oneTimeCode: code };
    expect(codeOf(await run(contextOf(), take(3n, wish)))).toBe('done');
    expect(codeOf(await run(contextOf(), take(3n, wish)))).toBe('done');
    expect(codeOf(await run(contextOf(), take(3n, { secret: { password: '000000' } })))).toBe('done');
    expect(codeOf(await run(contextOf('request-2'), take(3n, wish)))).toBe('wrongFundsPassword');
    expect(codeOf(await run(contextOf('request-3'), take(3n, { ...wish, secret })))).toBe('wrongFundsPassword');
    expect(deeds).toBe(1);
  });

  it('with another body is refused [code:40007]', async () => {
    await run(contextOf(), take(3n));
    expect(codeOf(await run(contextOf(), take(4n)))).toBe('keyReused');
    expect(await balance()).toBe(7n);
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
      new Set([JSON.stringify({ retryAfter: deeds, expiresIn: 3 })]),
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
            work({
              query: (query) =>
                query.name?.startsWith('money-request.')
                  ? Promise.resolve({ rows: [{ at: new Date() } as never], rowCount: 1 })
                  : dbTx.query(query),
            }),
          ),
      },
      ...ports(),
    });
    const newKey = (n: number) => take(3n, { act: (dbTx, key) => deed(dbTx, `${key} ${n}`, 3n) });
    await forgetful(contextOf(), newKey(1));
    await forgetful(contextOf(), newKey(2));
    expect(await balance()).toBe(4n);
  });
});

describe('a refusal', () => {
  const rules = (refusal: Refusal | null, amount = 3n): Partial<MoneyCall<StandIn>> => ({
    act: async (dbTx, key) => {
      const done = await deed(dbTx, key, amount);
      return refusal ?? done;
    },
  });

  it('uses up neither token nor code nor requestId, and moves nothing', async () => {
    const code = await oneTimeCode();
    const wish = { secret: { passwordToken: await token() }, oneTimeCode: code };
    const refused = await run(contextOf(), take(3n, { ...wish, ...rules(refuse('endangersElectricity')) }));
    expect(codeOf(refused)).toBe('endangersElectricity');
    expect(await balance()).toBe(10n);
    expect(codeOf(await run(contextOf(), take(11n, wish)))).toBe('insufficientBalance');
    expect(codeOf(await run(contextOf(), take(3n, wish)))).toBe('done');
    expect(await balance()).toBe(7n);
  });

  it('of one call leaves the token to the other, of two at once one gets it', async () => {
    const secret = { passwordToken: await token() };
    const answers = await Promise.all([
      run(contextOf('request-1'), take(3n, { secret })),
      run(contextOf('request-2'), take(3n, { secret })),
    ]);
    expect(answers.map(codeOf).sort()).toEqual(['done', 'wrongFundsPassword']);
    expect(await balance()).toBe(7n);
  });

  it('comes in the order of the API', async () => {
    const wrong = { password: '000000' };
    const badCode = { scene: 'WITHDRAW', code: '000000' } as const;
    const act = rules(refuse('belowMinimum'), 11n);
    const ask = async (wish: Partial<MoneyCall<StandIn>>, requestId: string | null = 'request-1') =>
      codeOf(await run(contextOf(requestId), take(3n, { ...act, ...wish })));
    const { id: customerId } = customer;

    expect(await ask({ secret: wrong, oneTimeCode: badCode }, null)).toBe(400);
    expect(await ask({ secret: {} })).toBe(400);
    expect(await ask({ secret: { ...wrong, passwordToken: 'both' } })).toBe(400);
    expect(await ask({ secret: wrong, oneTimeCode: badCode })).toBe('wrongFundsPassword');
    expect(await ask({ oneTimeCode: badCode })).toBe('wrongCode');
    await app.owner.query({ text: 'delete from risk_confirmation where customer_id = $1', values: [customerId] });
    expect(await ask({})).toBe('riskNotConfirmed');
    await app.slices.riskStatement.confirmRisk(app.database, { customerId, deviceId: null, now: app.clock.now() });
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

  it('meets no token a second before its two minutes are over', async () => {
    const secret = { passwordToken: await token() };
    app.clock.advance({ seconds: 119 });
    expect(codeOf(await run(contextOf(), take(3n, { secret })))).toBe('done');
  });
});

it('lets an error that is no refusal through, and nothing was done', async () => {
  const broken = take(3n, {
    act: async (dbTx, key) => {
      await deed(dbTx, key, 3n);
      throw new Error('broken');
    },
  });
  await expect(run(contextOf(), broken)).rejects.toThrow('broken');
  expect(codeOf(await run(contextOf(), take(3n)))).toBe('done');
  expect(await balance()).toBe(7n);
});

function ports() {
  const { fundsPassword, identity, riskStatement } = app.slices;
  return {
    checkMoneySecret: fundsPassword.checkMoneySecret,
    proveCode: identity.proveCode,
    riskConfirmed: riskStatement.riskConfirmed,
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
