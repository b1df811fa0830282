// What a taken-over worker posts of customers' money. Each attack succeeds where its guards are switched off (broken control), and fails
// where they stand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** A correction of machine 1: what, coin, amount, what moves at once, what is charged and what of it is paid. */
const correct = (values: string, credit = 'null') =>
  `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, coin, reason, adjusted_at, outage_credit_id,
     adjusted, adjusted_coin, adjusted_amount, moved, amount, paid_prepaid, owed)
   select 'of-worker', 1, 10001, 'M-1', current_date - 2, current_date - 1, 'BTC', 'x', now(), ${credit}::bigint, v.*, 0
   from (values (${values})) v`;

const shaped: Guard = {
  signature: 'ledger.check_shapes(bigint)',
  open: `create or replace function ledger.check_shapes(posted bigint) returns boolean language sql return true`,
};
const recorded = ['ledger.taking_to_match', 'taking_is_recorded'] as const;
const worthIt = ['electricity_charge', 'electricity_charge_update_is_worth_it'] as const;
const newIsWorthIt = ['electricity_charge', 'electricity_charge_insert_is_worth_it'] as const;
const credited = ['charge_adjustment', 'charge_adjustment_insert_is_credited'] as const;

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
  ['takes electricity into the custody', [post('c', output, house('CUSTODY', 'BTC'), 'ELE_CONSUME_BTC', 500)], shaped],
  ['takes an output back', [post('d', output, house('MINING_RECEIVABLE', 'BTC'), 'ADJUST_OUTPUT', 500)], recorded],
  [
    'takes an output back by a correction of its own',
    [
      post('d', output, house('MINING_RECEIVABLE', 'BTC'), 'ADJUST_OUTPUT', 500),
      correct(`'output', 'BTC', -500, -500, 0, 0`),
    ],
    credited,
  ],
  [
    'takes an output back that the outage credit leaves',
    [
      post('d', output, house('MINING_RECEIVABLE', 'BTC'), 'ADJUST_OUTPUT', 500),
      correct(`'output', 'BTC', -500, -500, 0, 0`, '2'),
    ],
    credited,
  ],
  [
    'takes more of an output back than its correction says',
    [
      post('d', output, house('MINING_RECEIVABLE', 'BTC'), 'ADJUST_OUTPUT', 501),
      correct(`'output', 'BTC', -500, -500, 0, 0`, '1'),
    ],
    recorded,
  ],
  [
    'charges a correction of its own',
    [
      post('pay-owed:i', ele, electricity('USDT'), 'ADJUST_ELE', 500, '1'),
      correct(`'electricity', 'USDT', -500, 0, 500, 500`),
    ],
    credited,
  ],
  [
    "moves a customer's money behind a line that may be posted",
    [
      `select ledger.post_transfer('j', sha256('x'), 'x', null, current_date, now(), ${house('MINING_RECEIVABLE', 'BTC')}, ${output},
         'MINING_OUTPUT', 1, current_date - 2, null, null,
         array[row(${output}, ${house('TREASURY', 'BTC')}, 'TREASURY_MOVE', 500, current_date - 2, null)::ledger.transfer_line])`,
    ],
    shaped,
  ],
  [
    "moves a customer's money as a correction of another transfer",
    [
      `select ledger.post_transfer('k', sha256('x'), 'x', null, current_date, now(), ${output}, ${house('TREASURY', 'BTC')},
         'TREASURY_MOVE', 500, current_date - 2, null, correction_of => (select min(id) from ledger.transfer))`,
    ],
    shaped,
  ],
  [
    "moves a customer's money with tables of its own over those that the guards read",
    [
      'create temp table posting_shape (like ledger.posting_shape)',
      `insert into posting_shape values ('TREASURY_MOVE', 'OUTPUT_ACCOUNT', 'TREASURY', null, true, null)`,
      'set local search_path to pg_temp, ledger, public',
      post('l', output, house('TREASURY', 'BTC'), 'TREASURY_MOVE', 500),
    ],
    shaped,
  ],
  [
    'takes electricity with tables of its own over those that the guards read',
    [
      'create temp table taking_to_match (like ledger.taking_to_match)',
      'create temp table written (like electricity_charge)',
      'set local search_path to pg_temp, ledger, public',
      post('pay-owed:m', ele, electricity('USDT'), 'ELE_CONSUME_USDT', 400_000, '1'),
    ],
    recorded,
  ],
  [
    'undoes the payment of a charge after it was compared',
    [
      post('pay-owed:n', ele, electricity('USDT'), 'ELE_CONSUME_USDT', 400_000, '1'),
      'savepoint compared',
      pay('electricity_charge', 'paid_prepaid = owed, owed = 0'),
      'set constraints all immediate',
      'rollback to compared',
      'set constraints all deferred',
    ],
    recorded,
  ],
  [
    'takes again for a charge that was compared',
    [
      post('pay-owed:o', ele, electricity('USDT'), 'ELE_CONSUME_USDT', 400_000, '1'),
      pay('electricity_charge', 'paid_prepaid = owed, owed = 0'),
      'set constraints all immediate',
      'set constraints all deferred',
      post('pay-owed:p', ele, electricity('USDT'), 'ELE_CONSUME_USDT', 400_000, '1'),
    ],
    recorded,
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
    'takes coins that have no price for electricity',
    [
      post('pay-owed:q', output, electricity('BTC'), 'ELE_CONSUME_BTC', 15_000, '1'),
      `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount,
         paid_btc, paid_output_usdt, owed, charged_at)
       values (1, current_date - 1, 10001, 'M-1', 'BTC', 3600, 1000, 0.4, 1, 15000, 1, 0, now())`,
    ],
    newIsWorthIt,
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
    `insert into machine_output (machine_id, date, coin, customer_id, hashrate, running_seconds, gross, pool_fee, net)
       values (1, current_date - 2, 'BTC', 10001, 50, 3600, 1000, 0, 1000)`,
    `insert into hosting_charge (machine_id, month, customer_id, days, amount, owed, charged_at, date, first_day, last_day)
       values (1, date_trunc('month', current_date - 2)::date, 10001, 1, 100, 100, now(), current_date - 2, current_date - 2, current_date - 2)`,
    `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin, adjusted_amount,
       amount, owed, reason, adjusted_at)
       values ('k', 1, 10001, 'M-1', current_date - 2, current_date - 1, 'electricity', 'BTC', 'USDT', -50, 50, 50, 'x', now())`,
    `insert into outage_credit (machine_id, from_at, to_at, keeps_output, reason, proposed_by, approved_by, credited_at)
       values (1, now() - interval '3 days', now() - interval '2 days', false, 'x', 'staff:a', 'staff:b', now()),
         (1, now() - interval '3 days', now() - interval '1 day', true, 'x', 'staff:a', 'staff:b', now())`,
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
      expect(await tryAttack(login, statements)).toMatch(
        /permission denied|differ by|worth more|no open outage credit/,
      );
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

it('a worker carries out what is left of an outage credit', async () => {
  expect(
    await tryAttack(login, [
      post('outage-credit:1:1', output, house('MINING_RECEIVABLE', 'BTC'), 'ADJUST_OUTPUT', 500),
      correct(`'output', 'BTC', -500, -500, 0, 0`, '1'),
    ]),
  ).toBeNull();
});

it('what a worker took is compared at its commit', async () => {
  const take = (key: string) => post(key, ele, electricity('USDT'), 'ELE_CONSUME_USDT', 1_000, '1');
  const commit = () => login.transaction(async (dbTx) => void (await dbTx.query({ text: take('pay-owed:r') })));
  await expect(commit()).rejects.toThrow('electricity of customer 10001: rows and postings differ by -1000 USDT');
  const left = await test.owner.query({ text: 'select from ledger.taking_to_match' });
  expect(left.rows).toEqual([]);
});

const takesAndForgets = [
  post('pay-owed:s', ele, electricity('USDT'), 'ELE_CONSUME_USDT', 1_000, '1'),
  'delete from ledger.taking_to_match',
];

it('a worker cannot forget what it took, and could with one more right (broken control)', async () => {
  expect(await tryAttack(login, takesAndForgets)).toMatch('permission denied for table taking_to_match');
  await test.owner.query({ text: 'grant delete on ledger.taking_to_match to lode_worker' });
  try {
    expect(await tryAttack(login, takesAndForgets)).toBeNull();
  } finally {
    await test.owner.query({ text: 'revoke delete on ledger.taking_to_match from lode_worker' });
  }
});

it.each([
  [`insert into ledger.taking_to_match values ('electricity', '{}', '{}')`, 'permission denied'],
  [`update ledger.taking_to_match set amounts = '{}'`, 'permission denied'],
  ['truncate ledger.taking_to_match', 'permission denied'],
  [`insert into ledger.posting_shape values ('LEAVING', 'OUTPUT_ACCOUNT', 'CASH')`, 'permission denied'],
  ['update ledger.posting_shape set by_worker = true', 'permission denied'],
  ['alter table ledger.taking_to_match disable trigger all', 'must be owner'],
  ['set session_replication_role to replica', 'permission denied'],
  ['set role lode_staff', 'permission denied'],
  [`select ledger.check_shapes(1)`, 'permission denied'],
  ['delete from electricity_charge', 'permission denied'],
  ['update electricity_charge set customer_id = 10002', 'permission denied'],
  ['update electricity_charge set paid_prepaid = 1, owed = owed - 1', 'differ by 1 USDT'],
  [post('t', house('TREASURY', 'BTC'), output, 'ADJUST_OUTPUT', -500), 'violates check constraint'],
  [post('u', output, account('OUTPUT_ACCOUNT', 'BTC', 10002), 'COIN_UP_OUT_BTC', 500), 'violates check constraint'],
])('a taken-over worker is refused %s', async (statement, refusal) => {
  expect(await tryAttack(login, [statement])).toMatch(refusal);
});
