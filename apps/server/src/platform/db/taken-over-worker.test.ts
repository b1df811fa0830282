// What a taken-over worker posts of customers' money. Each attack succeeds where its guards are switched off (broken control), and fails
// where they stand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transferRules } from '../../features/books/transfer-rules.ts';
import { type Attack, type Guard, tryAttack, tryWithout } from '../../testing/attacks.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { type Database, openDatabase } from './database.ts';

let test: TestDatabase;
let login: Database;

const account = (name: string, coin: string, of = 10001) => `ledger.account_id(${of}, '${name}', '${coin}')`;
const house = (name: string, coin: string) => `ledger.house_id('${name}', '${coin}')`;
const ele = account('ELE_ACCOUNT', 'USDT');
const output = account('OUTPUT_ACCOUNT', 'BTC');
const electricity = (coin: string) => house('ELECTRICITY_REVENUE', coin);

/** `ledger.post_transfer` of one line. */
const post = (key: string, from: string, to: string, type: string, amount: number, machine = 'null') =>
  `select ledger.post_transfer('${key}', sha256('x'), 'x', null, current_date, now(), ${from}, ${to}, '${type}', ${amount},
     current_date - 2, ${machine})`;

/** `ledger.post_batch` of one line. */
const postBatch = (key: string, from: string, to: string, type: string, amount: number) =>
  `select ledger.post_batch('${key}', sha256('x'), 'x', current_date, now(), array[${from}], array[${to}],
     array['${type}'::ledger.posting_type], array[${amount}]::bigint[], array[current_date - 2], array[1]::bigint[])`;

const pay = (table: string, set: string) => `update ${table} set ${set} where owed > 0`;

const shaped: Guard = {
  signature: 'ledger.check_shapes(bigint)',
  open: `create or replace function ledger.check_shapes(posted bigint) returns void language plpgsql as 'begin end'`,
};
const recorded = ['ledger.taking_to_match', 'taking_is_recorded'] as const;
const worthIt = ['electricity_charge', 'electricity_charge_update_is_worth_it'] as const;

const attacks: [what: string, statements: string[], ...guards: Guard[]][] = [
  [
    "moves a customer's money to the treasury",
    [post('a', output, house('TREASURY', 'BTC'), 'TREASURY_MOVE', 500)],
    shaped,
  ],
  [
    "moves a customer's money to the treasury in a batch",
    [postBatch('b', output, house('TREASURY', 'BTC'), 'TREASURY_MOVE', 500)],
    shaped,
  ],
  [
    "moves a customer's money to the treasury as if its account were closed",
    [post('customer-left:1', output, house('TREASURY', 'BTC'), 'LEAVING', 500)],
    shaped,
  ],
  [
    'asks for a withdrawal that no customer asked for',
    [post('withdraw:a', output, house('WITHDRAWAL_PENDING', 'BTC'), 'WITHDRAW', 500)],
    shaped,
  ],
  [
    'takes electricity into the custody',
    [post('c', output, house('CUSTODY', 'BTC'), 'ELE_CONSUME_BTC', 500)],
    shaped,
  ],
  [
    'takes an output back',
    [post('d', output, house('MINING_RECEIVABLE', 'BTC'), 'ADJUST_OUTPUT', 500)],
    shaped,
  ],
  [
    'claws back what was never removed',
    [post('deposit:1:clawed-back:1', ele, house('SUSPENSE', 'USDT'), 'ELE_RECHARGE', 500)],
    shaped,
  ],
  [
    'subscribes to savings for a customer',
    [post('coin-up:a', output, account('COIN_UP_ACCOUNT', 'BTC'), 'COIN_UP_IN_BTC', 500)],
    shaped,
  ],
  [
    'pays custody out to the operator as a fee of electricity',
    [post('e', house('CUSTODY', 'USDT'), house('ELECTRICITY_REVENUE', 'USDT'), 'ELE_CONSUME_USDT', 500)],
    shaped,
  ],
  [
    'takes electricity that nothing is charged for',
    [post('pay-owed:a', ele, electricity('USDT'), 'ELE_CONSUME_USDT', 500, '1')],
    recorded,
  ],
  [
    'takes electricity that nothing is charged for in a batch',
    [postBatch('pay-owed:b', ele, electricity('USDT'), 'ELE_CONSUME_USDT', 500)],
    recorded,
  ],
  [
    'takes hosting that nothing is charged for',
    [post('pay-hosting:a', ele, house('HOSTING_REVENUE', 'USDT'), 'HOSTING_FEE', 500, '1')],
    recorded,
  ],
  [
    'takes a correction that there is not',
    [post('pay-owed:c', ele, electricity('USDT'), 'ADJUST_ELE', 500, '1')],
    recorded,
  ],
  [
    "pays one customer's electricity with the money of another",
    [
      post('pay-owed:d', account('ELE_ACCOUNT', 'USDT', 10002), electricity('USDT'), 'ELE_CONSUME_USDT', 400_000, '1'),
      pay('electricity_charge', 'paid_prepaid = owed, owed = 0'),
    ],
    recorded,
  ],
  [
    'takes more than it writes into the charge',
    [
      post('pay-owed:e', ele, electricity('USDT'), 'ELE_CONSUME_USDT', 500_000, '1'),
      pay('electricity_charge', 'paid_prepaid = owed, owed = 0'),
    ],
    recorded,
  ],
  [
    'says that a new charge is paid',
    [
      `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount,
         paid_prepaid, owed, charged_at)
       values (1, current_date - 1, 10001, 'M-1', 'BTC', 3600, 1000, 0.4, 400000, 400000, 0, now())`,
    ],
    recorded,
  ],
  [
    'takes coins for electricity that are worth more',
    [
      post('pay-owed:f', output, electricity('BTC'), 'ELE_CONSUME_BTC', 15_000, '1'),
      pay('electricity_charge', 'paid_btc = 15000, paid_output_usdt = 1, owed = owed - 1'),
    ],
    worthIt,
  ],
  [
    'brings savings home before their day',
    [post('arrivals', account('COIN_UP_ACCOUNT', 'BTC'), output, 'COIN_UP_OUT_BTC', 300)],
    recorded,
  ],
];

const machine = (id: number, customer: number, status: string, more = { end: 'null', expected: 'null' }) => [
  `insert into machine (machine_no, customer_id, model_id, site_id, purchase_kind, coin, hashrate, hashrate_unit, power_watts, pool_fee_rate,
     start_time, end_time, status, status_since, expected_running_time, created_at)
     values ('M-${id}', ${customer}, 1, 1, 'SUBSCRIBE', 'BTC', 50, 'TH/s', 1000, 0.04, now() - interval '9 days', ${more.end}, '${status}',
       now() - interval '2 days', ${more.expected}, now() - interval '9 days')`,
  `insert into machine_status_period (machine_id, started_at, seq, status, by, reason, recorded_at)
     select id, status_since, 1, status, 'import', 'x', status_since from machine where id = ${id}`,
];
const inAMonth = { end: 'null', expected: `now() + interval '1 month'` };
const over = { end: `now() - interval '1 day'`, expected: 'null' };

beforeAll(async () => {
  test = await createTestDatabase();
  login = openDatabase(test.partUrls.worker, { max: 1 });
  for (const text of [
    `insert into customer (account, password_hash, funds_password_hash, created_at)
       values ('13900000001', 'theirs', 'theirs', now()), ('13900000002', 'theirs', 'theirs', now())`,
    `insert into second_factor (customer_id, sealed_secret, started_at, confirmed_at) values (10001, decode(repeat('00', 40), 'hex'), now(), now())`,
    `insert into site (name) values ('s')`,
    `insert into machine_model (name, coin, hashrate, hashrate_unit, power_watts) values ('m', 'BTC', 50, 'TH/s', 1000)`,
    `insert into reference_price (coin, date, usdt, source, created_at) values ('BTC', current_date - 2, 10000000000, 'import', now())`,
    ...machine(1, 10001, 'ARREAR'),
    ...machine(2, 10001, 'SUSPEND'),
    ...machine(3, 10002, 'RUNNING'),
    ...machine(4, 10002, 'SUSPEND'),
    ...machine(5, 10002, 'REPAIR'),
    ...machine(6, 10002, 'WAITING', inAMonth),
    ...machine(7, 10002, 'SUSPEND', over),
    post('give-btc', house('CASH', 'BTC'), output, 'RECHARGE_BTC', 20_000),
    post('give-usdt', house('CASH', 'USDT'), ele, 'ELE_RECHARGE', 900_000),
    post('give-other', house('CASH', 'USDT'), account('ELE_ACCOUNT', 'USDT', 10002), 'ELE_RECHARGE', 900_000),
    post('gift', house('PROMOTION_EXPENSE', 'USDT'), ele, 'ELE_INIT', 1_000),
    'insert into electricity_account (customer_id, promo_remaining) values (10001, 1000)',
    post('save', output, account('COIN_UP_ACCOUNT', 'BTC'), 'COIN_UP_IN_BTC', 300),
    `insert into coin_up_position (customer_id, coin, earning) values (10001, 'BTC', 300)`,
    `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, owed, charged_at)
       values (1, current_date - 2, 10001, 'M-1', 'BTC', 3600, 1000, 0.4, 400000, 400000, now())`,
    `insert into hosting_charge (machine_id, month, customer_id, days, amount, owed, charged_at, date, first_day, last_day)
       values (1, date_trunc('month', current_date - 2)::date, 10001, 1, 100, 100, now(), current_date - 2, current_date - 2, current_date - 2)`,
    `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin, adjusted_amount,
       amount, owed, reason, adjusted_at)
       values ('k', 1, 10001, 'M-1', current_date - 2, current_date - 1, 'electricity', 'BTC', 'USDT', -50, 50, 50, 'x', now())`,
    `insert into installation (mode, pepper_fingerprint) values ('production', sha256('p'))`,
  ])
    await test.owner.query({ text });
});
afterAll(async () => {
  await login.end();
  await test.drop();
});

describe.each(attacks.map(([what, statements, ...guards]): Attack => ({ by: 'worker', what, statements, guards })))(
  'a taken-over worker that $what',
  ({ statements, guards }) => {
    it('is refused, and succeeds without its guards (broken control)', async () => {
      expect(await tryAttack(login, statements)).toMatch(/permission denied|differ by|worth more/);
      expect(await tryWithout(test.owner, guards, () => tryAttack(login, statements))).toBeNull();
    });
  },
);

it('a worker pays electricity with what it is worth, in one posting or in a batch', async () => {
  expect(
    await tryAttack(login, [
      post('pay-owed:g', output, electricity('BTC'), 'ELE_CONSUME_BTC', 3_990, '1'),
      pay('electricity_charge', 'paid_btc = 3990, paid_output_usdt = 399000, owed = owed - 399000'),
      postBatch('pay-owed:h', ele, electricity('USDT'), 'ELE_CONSUME_USDT', 1_000),
      pay('electricity_charge', 'paid_prepaid = 1000, owed = 0'),
    ]),
  ).toBeNull();
});

it('the shapes are those by which books:check reads transfers', async () => {
  const shapes = await test.owner.query<{ shape: string }>({
    text: `select concat_ws(' ', type, gives, takes) as shape from ledger.posting_shape`,
  });
  const rules = new Set(transferRules.flatMap(({ lines }) => lines.map((line) => line.join(' '))));
  // Interest was paid out of the fund itself until 2026-11.
  rules.delete('INTEREST INTEREST_FUND INCOME_ACCOUNT');
  expect(shapes.rows.map(({ shape }) => shape).sort()).toEqual([...rules].sort());
});
