/** Proves that of two things that are wrong with a money call the one is refused that `docs/adr/0029-order-of-refusals.md` names first. */
import { readFileSync } from 'node:fs';
import type { ChainAdapter, Network } from '@lode/chain';
import { checkBitcoinAddress } from '@lode/chain-bitcoin';
import { checkEvmAddress } from '@lode/chain-evm';
import type { CallName } from '@lode/contract';
import { customerAccount, houseAccount, postTransfer, readBalances } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { savingsFixture } from '../features/coin-up/testing/savings-fixture.ts';
import { businessDate } from '../platform/clock/clock.ts';
import { startTestApp, type TestCustomer, testFundsPassword } from './app.ts';
import { giveTo } from './gift.ts';
import { recordDay } from './recorded-days.ts';
import { testNodes } from './test-nodes.ts';
import { evmAddress, startWithdrawalFixture } from './withdrawal-fixture.ts';

const page = readFileSync(new URL('../../../../docs/adr/0029-order-of-refusals.md', import.meta.url), 'utf8');
/** The codes of the table, from its first row to its last. */
const order = [...page.matchAll(/^\| \d+ .*\|$/gm)].flatMap(([row]) =>
  [...(row.split('|')[3] ?? '').matchAll(/\b\d{3,5}\b/g)].map(([code]) => Number(code)),
);

/** What is sent, with all that is wrong about it. */
interface Sent {
  customer: TestCustomer;
  headers: Record<string, string | undefined>;
  input: Record<string, unknown>;
  /** Where the call has one: its whole part, and digits that no amount may have. */
  amount: string | null;
  excess: string;
}

interface Fault {
  code: number;
  /** Of a code that stands in the table twice, its last place. */
  isLast?: boolean;
  /** Makes it so. The faults of a call are made in the order of its list. */
  readonly make: (sent: Sent) => unknown;
  readonly undo?: () => Promise<unknown>;
}

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let savings: ReturnType<typeof savingsFixture>;
let isPayable = true;
let machines = 0n;
const date = '2026-03-09';

beforeAll(async () => {
  const chains = {
    BITCOIN: { checkAddress: (text: string) => checkBitcoinAddress(text, 'regtest') },
    ERC20: { checkAddress: (text: string) => checkEvmAddress(text, new Set()) },
  } as Record<Network, ChainAdapter>;
  const nodes = testNodes(chains);
  world = await startWithdrawalFixture({
    nodes: {
      ...nodes,
      open: (network) => (isPayable ? nodes.open(network) : Promise.resolve({ closed: 'for a test' })),
    },
  });
  app = world.app;
  savings = savingsFixture(app);
  await recordDay(app.owner, date);
  await switchSavings('on');
});
afterAll(() => world.stop());

async function switchSavings(to: 'on' | 'off'): Promise<void> {
  app.clock.advance({ seconds: 1 });
  const { failed } = await savings.ops('coin-up:switch', `--to ${to} --by admin --approved-by approver --reason r`);
  expect(failed).toEqual([]);
}

const sql = (text: string, ...values: unknown[]) => app.owner.query({ text, values });
const electricity = ({ customer }: Sent) => customerAccount(customer.id, 'ELE_ACCOUNT', 'USDT');

async function takeAll(account: bigint): Promise<void> {
  const amount = (await readBalances(app.database, [account])).get(account)?.available ?? 0n;
  const day = businessDate(app.clock.now());
  const posting = { from: account, to: houseAccount('CASH', 'USDT'), type: 'ADJUST_ELE', amount, date: day } as const;
  const transfer = { key: `take ${account}`, input: null, kind: 'gift', businessDate: day, postedAt: app.clock.now() };
  await postTransfer(app.database, { ...transfer, postings: [posting] });
}

const noSession: Fault = { code: 10111, make: ({ headers }) => delete headers.accessToken };
const disabled: Fault = {
  code: 1001,
  make: ({ customer }) => sql(`update customer set status = 'DISABLED' where id = $1`, customer.id),
};
const malformed: Fault = { code: 400, make: ({ input }) => Object.assign(input, { extra: '1' }) };
const missingPassword: Fault = {
  code: 30002,
  make: ({ customer }) => sql('update customer set funds_password_hash = null where id = $1', customer.id),
};
const locked: Fault = {
  code: 30003,
  make: ({ customer }) =>
    sql(
      `insert into funds_password_attempt (customer_id, at, failed) select $1, $2::timestamptz - interval '1 second', true from generate_series(1, 5)`,
      customer.id,
      app.clock.now(),
    ),
};
const wrongPassword: Fault = { code: 30001, make: ({ input }) => Object.assign(input, { password: '000000' }) };
const wrongCode: Fault = { code: 20002, make: ({ input }) => Object.assign(input, { code: '000000' }) };
const codeOfAnotherPayment: Fault = {
  code: 20002,
  isLast: true,
  make: ({ customer, input }) =>
    input.code === '000000' || sql(`update one_time_code set subject = 'another' where account = $1`, customer.account),
};
/** One is set and none is given. */
const missingFactor: Fault = {
  code: 20007,
  make: ({ customer }) =>
    sql(
      `insert into second_factor (customer_id, sealed_secret, started_at, confirmed_at) values ($1, $2, now(), now())`,
      customer.id,
      Buffer.alloc(48),
    ),
};
const unconfirmed: Fault = {
  code: 40010,
  make: ({ customer }) => sql('delete from risk_confirmation where customer_id = $1', customer.id),
};
const badAddress: Fault = { code: 40003, make: ({ input }) => Object.assign(input, { address: `${evmAddress}0` }) };
const owes: Fault = {
  code: 40008,
  make: ({ customer }) =>
    sql(
      `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, amount, owed, charged_at)
       values ($2, '2026-01-01', $1, '2026-01-31', '2026-01-01', '2026-01-31', 31, 1, 1, '2026-02-01')`,
      customer.id,
      ++machines,
    ),
};
const frozen: Fault = {
  code: 40005,
  make: ({ customer }) =>
    sql(
      `insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'test', $2)`,
      customer.id,
      app.clock.now(),
    ),
};
const tooPrecise: Fault = { code: 40004, make: (sent) => Object.assign(sent, { excess: '.0000001' }) };
/** One amount cannot be too small and too large. */
const amounts = new Set([40002, 40006]);
const amountOf = (code: number, amount: string): Fault => ({ code, make: (sent) => Object.assign(sent, { amount }) });
const short: Fault = { code: 40001, make: (sent) => takeAll(electricity(sent)) };
/** Electricity cost a million a day: whatever is left lasts less than three. */
const endangering: Fault = {
  code: 40009,
  make: ({ customer }) =>
    sql(
      `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, paid_prepaid, owed)
       values ($3, $2, $1, 'X', 'BTC', 86400, 3500, 0.078, 1000000000000, 1000000000000, 0)`,
      customer.id,
      date,
      ++machines,
    ),
};
const switchedOff: Fault = { code: 50001, make: () => switchSavings('off'), undo: () => switchSavings('on') };

/** The same `requestId` took effect before with another input. */
const usedBefore = (call: CallName, other: (sent: Sent) => object): Fault => ({
  code: 40007,
  async make(sent) {
    const input: Record<string, unknown> = {
      ...inputOf(sent),
      ...other(sent),
    };
    if (sent.input.code !== undefined) input.code = await world.code(sent.customer, 'USDT', input);
    expect(await app.call(call, input as never, sent.headers)).toMatchObject({ code: 200 });
  },
});
const anotherAmount = () => ({ amount: '120' });

const unlisted = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

interface MoneyCall {
  call: CallName;
  readonly input: (customer: TestCustomer) => Promise<Record<string, unknown>>;
  amount: string | null;
  faults: readonly Fault[];
}

const withSecret = { password: testFundsPassword };
const secretFaults = [missingPassword, locked, wrongPassword];

const calls: Record<string, MoneyCall> = {
  withdrawApply: {
    call: 'withdrawApply',
    input: async (customer) => ({
      coin: 'USDT',
      network: 'ERC20',
      address: evmAddress,
      ...withSecret,
      code: await world.code(customer, 'USDT', { amount: '100' }),
    }),
    amount: '100',
    faults: [
      usedBefore('withdrawApply', anotherAmount),
      wrongCode,
      missingFactor,
      codeOfAnotherPayment,
      ...secretFaults,
      unconfirmed,
      badAddress,
      owes,
      frozen,
      tooPrecise,
      amountOf(40002, '1'),
      amountOf(40006, '100001'),
      short,
      endangering,
      malformed,
      {
        code: 50001,
        make: () => {
          isPayable = false;
        },
        undo: async () => {
          isPayable = true;
        },
      },
      noSession,
      disabled,
    ],
  },
  withdrawCancel: {
    call: 'withdrawCancel',
    input: async (customer) => ({ id: (await world.applied(customer, 'USDT', '20')).id }),
    amount: null,
    faults: [
      {
        code: 40007,
        async make(sent) {
          expect(await app.call('withdrawCancel', sent.input as never, sent.headers)).toMatchObject({ code: 200 });
          sent.input.id = (await world.applied(sent.customer, 'USDT', '20')).id;
        },
      },
      { code: 404, make: ({ input }) => Object.assign(input, { id: 'none' }) },
      { code: 40008, make: ({ customer, input }) => world.cancel(customer, String(input.id)) },
      malformed,
      noSession,
      disabled,
    ],
  },
  coinUpSubscribe: {
    call: 'coinUpSubscribe',
    input: async () => ({ coin: 'USDT', ...withSecret }),
    amount: '100',
    faults: [
      usedBefore('coinUpSubscribe', anotherAmount),
      ...secretFaults,
      unconfirmed,
      owes,
      tooPrecise,
      amountOf(40002, '1'),
      short,
      endangering,
      malformed,
      switchedOff,
      noSession,
      disabled,
    ],
  },
  'coinUpRedeem of principal': {
    call: 'coinUpRedeem',
    input: async ({ id }) => {
      await giveTo(app, customerAccount(id, 'COIN_UP_ACCOUNT', 'USDT'), 'USDT', 500_000_000n);
      await sql(`insert into coin_up_position (customer_id, coin, earning) values ($1, 'USDT', 500000000)`, id);
      await sql(
        `insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state, completed_day, completed_at)
         values ($1, 'USDT', 'IN', 'COIN_UP_ACCOUNT', 500000000, '2026-01-01', '2026-01-02', '2026-01-01', 'SUCCESS', '2026-01-02', '2026-01-02')`,
        id,
      );
      return { coin: 'USDT', ...withSecret };
    },
    amount: '100',
    faults: [
      usedBefore('coinUpRedeem', anotherAmount),
      ...secretFaults,
      unconfirmed,
      tooPrecise,
      amountOf(40002, '0'),
      {
        code: 40001,
        make: ({ customer }) => sql('update coin_up_position set earning = 0 where customer_id = $1', customer.id),
      },
      malformed,
      noSession,
      disabled,
    ],
  },
  'coinUpRedeem of interest': {
    call: 'coinUpRedeem',
    input: async ({ id }) => {
      await giveTo(app, customerAccount(id, 'INCOME_ACCOUNT', 'USDT'), 'USDT', 500_000_000n);
      return { coin: 'USDT', account: 'INCOME_ACCOUNT', ...withSecret };
    },
    amount: '100',
    faults: [
      usedBefore('coinUpRedeem', anotherAmount),
      ...secretFaults,
      unconfirmed,
      tooPrecise,
      amountOf(40002, '0'),
      { code: 40001, make: ({ customer }) => takeAll(customerAccount(customer.id, 'INCOME_ACCOUNT', 'USDT')) },
      malformed,
      noSession,
      disabled,
    ],
  },
  withdrawAddressAdd: {
    call: 'withdrawAddressAdd',
    input: async (customer) => ({
      coin: 'USDT',
      network: 'ERC20',
      address: unlisted,
      ...withSecret,
      code: await world.code(customer, 'USDT', { address: unlisted }),
    }),
    amount: null,
    faults: [
      wrongCode,
      missingFactor,
      codeOfAnotherPayment,
      ...secretFaults,
      badAddress,
      {
        code: 40006,
        make: ({ customer }) =>
          sql(
            `insert into withdrawal_address (customer_id, network, address, address_key, label, added_at)
             select $1, 'ERC20', '0x' || lpad(n::text, 40, '0'), lpad(n::text, 40, '0'), '', $2 from generate_series(1, 50) n`,
            customer.id,
            app.clock.now(),
          ),
      },
      malformed,
      noSession,
      disabled,
    ],
  },
};

const inputOf = ({ input, amount, excess }: Sent) => ({
  ...input,
  ...(amount !== null && { amount: amount + excess }),
});
const rankOf = ({ code, isLast }: Fault) => (isLast ? order.lastIndexOf(code) : order.indexOf(code));
const isFirst = (a: Fault, b: Fault) => rankOf(a) <= rankOf(b);
let requests = 0;

async function answerTo({ call, input, amount }: MoneyCall, faults: readonly Fault[]): Promise<number> {
  const customer = await world.customer();
  const headers = { ...customer.caller, requestId: `pair ${++requests}` };
  const sent: Sent = { customer, headers, input: await input(customer), amount, excess: '' };
  for (const { make } of faults) await make(sent);
  const reply = await app.call(call, inputOf(sent) as never, sent.headers);
  for (const { undo } of faults) await undo?.();
  return reply.code;
}

it.each(Object.entries(calls))('%s answers the fault that comes first', async (_name, call) => {
  expect(await answerTo(call, [])).toBe(200);
  const wrong: string[] = [];
  for (const [i, one] of call.faults.entries()) {
    expect(order).toContain(one.code);
    expect([await answerTo(call, [one])]).toEqual([one.code]);
    for (const other of call.faults.slice(i + 1)) {
      if (amounts.has(one.code) && amounts.has(other.code)) continue;
      const first = isFirst(one, other) ? one : other;
      const code = await answerTo(call, [one, other]);
      if (code !== first.code) wrong.push(`${one.code} and ${other.code}: ${code} instead of ${first.code}`);
    }
  }
  expect(wrong).toEqual([]);
});

it('too many requests come before a missing session', async () => {
  expect(order[0]).toBe(429);
  const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.1' } });
  const answers = new Set<number>();
  while (!answers.has(429)) answers.add((await limited.call('withdrawCancel', { id: '1' }, { requestId: 'r' })).code);
  expect([...answers]).toEqual([10111, 429]);
  await limited.stop();
});
