// What a process that serves customers writes when it was taken over, of money, machines, freezes and holds. Each attack succeeds where
// its guards are switched off (broken control), and fails where they stand.
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

/** The same by `ledger.post_group`; a refusal, which is no error there, fails as what is no number. */
const postInGroup = (key: string, from: string, to: string, type: string, amount: number) =>
  `select coalesce(ids[1]::text, others -> 0 ->> 'transferId', others::text)::bigint from ledger.post_group(array['${key}'], array[sha256('x')], array['x'], array[null], array[current_date],
     array[now()], array[${from}], array[${to}], array['${type}'::ledger.posting_type], array[${amount}], array[current_date - 2], array[null::bigint],
     array[null])`;

/** A move of a machine with its line in the log, as the product writes it. */
const move = (id: number, to: string, { at = 'now()', by = 'customer', time = '' } = {}) => [
  `update machine set status = '${to}', status_since = ${at}, wanted_status = null,
     ${to === 'RUNNING' ? `last_running_time = ${at}` : `suspend_time = ${at}`}${time} where id = ${id}`,
  `update machine_status_period set ended_at = ${at} where machine_id = ${id} and ended_at is null`,
  `insert into machine_status_period (machine_id, started_at, seq, from_status, status, by, reason, recorded_at)
     select ${id}, ${at}, seq + 1, status, '${to}', '${by}', 'x', now() from machine_status_period
     where machine_id = ${id} order by seq desc limit 1`,
];

const matched = ['ledger.payment_to_match', 'payment_is_posted'] as const;
const recorded = ['ledger.credit_to_record', 'credit_is_recorded'] as const;
const charge = ['electricity_charge', 'electricity_charge_is_paid_for'] as const;
const moved = ['machine', 'machine_moves_by_customer'] as const;
const logged = ['machine', 'machine_is_logged'] as const;
const lined: Guard = {
  signature: 'ledger.check_line_of_customer(ledger.posting)',
  open: `create or replace function ledger.check_line_of_customer(line ledger.posting) returns void language plpgsql as 'begin end'`,
};
const held: Guard = {
  signature: 'ledger.check_hold(text, bigint, bigint)',
  open: `create or replace function ledger.check_hold(hold_key text, held_account bigint, held_amount bigint) returns void language plpgsql as 'begin end'`,
};

const pay = (table: string, set: string) => `update ${table} set ${set} where owed > 0`;
const attacks: [what: string, statements: string[], ...guards: Guard[]][] = [
  ['says that electricity is paid', [pay('electricity_charge', 'paid_prepaid = owed, owed = 0')], charge],
  [
    'says that hosting is paid',
    [pay('hosting_charge', 'paid_prepaid = owed, owed = 0')],
    ['hosting_charge', 'hosting_charge_is_paid_for'],
  ],
  [
    'says that a correction is paid',
    [pay('charge_adjustment', 'paid_prepaid = owed, owed = 0')],
    ['charge_adjustment', 'charge_adjustment_is_paid_for'],
  ],
  [
    'pays electricity with a satoshi',
    [
      post('pay-owed:a', output, electricity('BTC'), 'ELE_CONSUME_BTC', 1, '1'),
      pay('electricity_charge', 'paid_btc = 1, paid_output_usdt = owed, owed = 0'),
    ],
    charge,
    matched,
  ],
  [
    'covers a rest with nothing, again and again',
    [pay('electricity_charge', 'paid_output_usdt = paid_output_usdt + 90, owed = owed - 90')],
    charge,
  ],
  [
    "pays one customer's electricity with the money of another",
    [
      post('pay-owed:b', account('ELE_ACCOUNT', 'USDT', 10002), electricity('USDT'), 'ELE_CONSUME_USDT', 400_000, '1'),
      pay('electricity_charge', 'paid_prepaid = owed, owed = 0'),
    ],
    charge,
    matched,
  ],
  [
    'makes promotional credit withdrawable',
    ['update electricity_account set promo_remaining = 0 where customer_id = 10001'],
    ['electricity_account', 'electricity_account_promotion_is_spent'],
  ],
  [
    'takes electricity that nothing is charged for',
    [post('pay-owed:c', ele, electricity('USDT'), 'ELE_CONSUME_USDT', 500, '1')],
    matched,
  ],
  [
    "posts a customer's money to the treasury as a withdrawal",
    [post('withdraw:withdrawApply 10001 a', output, house('TREASURY', 'BTC'), 'WITHDRAW', 500)],
    lined,
  ],
  [
    'takes money for a withdrawal that there is not',
    [post('withdraw:withdrawApply 10001 b', output, house('WITHDRAWAL_PENDING', 'BTC'), 'WITHDRAW', 500)],
    recorded,
  ],
  [
    "posts a customer's money to the treasury in a group",
    [postInGroup('withdraw:withdrawApply 10001 c', output, house('TREASURY', 'BTC'), 'WITHDRAW', 500)],
    lined,
  ],
  [
    "posts a customer's money as an unknown withdrawal in a group",
    [postInGroup('withdraw:withdrawApply 10001 d', output, house('SUSPENSE', 'BTC'), 'WITHDRAW', 500)],
    lined,
  ],
  [
    'takes money for a withdrawal that there is not in a group',
    [postInGroup('withdraw:withdrawApply 10001 e', output, house('WITHDRAWAL_PENDING', 'BTC'), 'WITHDRAW', 500)],
    recorded,
  ],
  [
    'takes money into savings without an order in a group',
    [postInGroup('coin-up:coinUpSubscribe 10001 c', output, account('COIN_UP_ACCOUNT', 'BTC'), 'COIN_UP_IN_BTC', 500)],
    recorded,
  ],
  [
    'brings savings home before their day in a group',
    [postInGroup('coin-up:coinUpSubscribe 10001 d', account('COIN_UP_ACCOUNT', 'BTC'), output, 'COIN_UP_OUT_BTC', 300)],
    lined,
    recorded,
  ],
  [
    'posts in a group under a key of another part',
    [postInGroup('deposit:1', output, house('WITHDRAWAL_PENDING', 'BTC'), 'WITHDRAW', 500)],
    ['ledger.transfer', 'key_is_of_its_part'],
    recorded,
  ],
  [
    'takes money into savings without an order',
    [post('coin-up:coinUpSubscribe 10001 a', output, account('COIN_UP_ACCOUNT', 'BTC'), 'COIN_UP_IN_BTC', 500)],
    recorded,
  ],
  [
    'brings savings home before their day',
    [post('coin-up:coinUpSubscribe 10001 b', account('COIN_UP_ACCOUNT', 'BTC'), output, 'COIN_UP_OUT_BTC', 300)],
    lined,
    recorded,
  ],
  [
    'writes that interest was taken',
    [
      `insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state, completed_at)
         values (10001, 'BTC', 'OUT', 'INCOME_ACCOUNT', 5, current_date, current_date, now(), 'SUCCESS', now())`,
    ],
    ['coin_up_order', 'coin_up_order_of_interest_is_paid'],
  ],
  [
    "holds a customer's balance",
    [`select ledger.place_hold('coin-up:redemption:1', ${output}, 500, 'redeemed savings', now())`],
    held,
  ],
  ['lets a machine in ARREAR run', move(1, 'RUNNING', { by: 'payment' }), moved],
  ['lets a machine run whose owner owes', move(2, 'RUNNING'), moved],
  ['lets a machine in REPAIR run', move(5, 'RUNNING'), moved],
  ['lets a machine run before it is set up', move(6, 'RUNNING', { by: 'clock' }), moved],
  ['lets a machine run whose contract is over', move(7, 'RUNNING'), moved],
  ['lets a machine run as of yesterday', move(4, 'RUNNING', { at: `now() - interval '20 hours'` }), moved],
  ['stops a machine as of yesterday', move(3, 'SUSPEND', { at: `now() - interval '20 hours'` }), moved],
  ['ends a contract early', move(3, 'SUSPEND', { by: 'clock', time: ', contract_ended = true' }), moved],
  [
    'shows another time than the move has',
    [`update machine set repair_time = now(), expected_running_time = now() where id = 6`],
    moved,
  ],
  ['moves a machine without its log', move(4, 'RUNNING').slice(0, 1), logged],
  [
    'logs a move that is none',
    move(4, 'RUNNING').slice(1),
    ['machine_status_period', 'machine_status_period_is_of_machine'],
  ],
  [
    'ends the log of a machine',
    ['update machine_status_period set ended_at = now() where machine_id = 3'],
    ['machine_status_period', 'machine_status_period_is_of_machine'],
  ],
  [
    'logs a move as of staff',
    move(4, 'RUNNING', { by: 'staff:finance' }),
    ['machine_status_period', 'machine_status_period_is_of_its_part'],
  ],
  [
    'freezes a customer who reported nothing',
    [`insert into customer_freeze (customer_id, reason, frozen_at) values (10002, 'x', now())`],
    ['customer_freeze', 'customer_freeze_is_reported'],
  ],
  [
    'freezes a customer again after a report',
    [`insert into customer_freeze (customer_id, reason, frozen_at) values (10001, 'x', '2026-01-02Z')`],
    ['customer_freeze', 'customer_freeze_is_reported'],
  ],
  [
    'holds a customer until the end of days with the removal of a second factor',
    [
      `insert into second_factor_removal (customer_id, removed_at, held_until) values (10001, now(), now() + interval '9 years')`,
    ],
    { table: 'second_factor_removal', constraint: 'held_until_is_bounded' },
  ],
  [
    'removes a second factor as of next year',
    [
      `insert into second_factor_removal (customer_id, removed_at, held_until)
         values (10001, now() + interval '1 year', now() + interval '1 year 72 hours')`,
    ],
    ['second_factor_removal', 'second_factor_removal_begins_now'],
  ],
  [
    'plants a deposit address with a key that no address has',
    [
      `insert into deposit_address (network, number, customer_id, address, key, given_at)
         values ('BITCOIN', 0, 10001, 'bcrt1qplanted', '00ff' || repeat('00', 20), now())`,
    ],
    ['deposit_address', 'deposit_address_is_next'],
    { table: 'deposit_address', constraint: 'deposit_address_key_check' },
  ],
  [
    "keeps an Ethereum account's key as one of Bitcoin",
    [
      `insert into withdrawal_address (customer_id, network, address, address_key, label, added_at)
         values (10001, 'BITCOIN', 'bcrt1qplantedplanted', repeat('ab', 20), '', now())`,
    ],
    { table: 'withdrawal_address', constraint: 'withdrawal_address_address_key_check' },
  ],
  [
    'says that a password was replaced that was not',
    [`update customer set funds_password_changed_at = now() where id = 10001`],
    ['customer', 'customer_password_time_is_of_a_change'],
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
  login = openDatabase(test.partUrls.public, { max: 1 });
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
    `insert into security_event (at, kind, customer_id) values ('2026-01-01Z', 'NEW_DEVICE', 10001)`,
    `insert into security_notice (event_id, customer_id, budget, recipient, token_hash, at, expires_at, used_at)
       values (1, 10001, 'SESSIONS', '13900000001', sha256('used'), '2026-01-01Z', '2036-01-01Z', '2026-01-02Z')`,
    `insert into customer_freeze (customer_id, reason, frozen_at, lifted_at) values (10001, 'x', '2026-01-02Z', '2026-01-03Z')`,
    // The mode decides whether times are compared with the database's clock.
    `insert into installation (mode, pepper_fingerprint) values ('production', sha256('p'))`,
  ])
    await test.owner.query({ text });
});
afterAll(async () => {
  await login.end();
  await test.drop();
});

describe.each(attacks.map(([what, statements, ...guards]): Attack => ({ by: 'public', what, statements, guards })))(
  'a public process that $what',
  ({ statements, guards }) => {
    it('is refused, and succeeds without its guards (broken control)', async () => {
      const refused =
        /permission denied|differ by|do not cover|recorded by no row|does not say|not paid|may not be|refused|held_until_is|violates check|not one that was derived/;
      expect(await tryAttack(login, statements)).toMatch(refused);
      expect(await tryWithout(test.owner, guards, () => tryAttack(login, statements))).toBeNull();
    });
  },
);

describe.each(['password', 'funds_password'])('a %s that a public process replaces', (kind) => {
  const time = `${kind}_changed_at`;
  const isOfNow = (set: string) =>
    `with changed as (update customer set ${kind}_hash = 'mine'${set} where id = 10001 returning ${time} at)
     select 1 / coalesce(at between clock_timestamp() - interval '1 minute' and clock_timestamp(), false)::int from changed`;
  it.each([
    ['no time', ''],
    ['a time of long ago', `, ${time} = now() - interval '2 days'`],
    ['a time of four minutes ago', `, ${time} = now() - interval '4 minutes'`],
    ['a time of next year', `, ${time} = now() + interval '1 year'`],
  ])("has the database's time where it names %s, and not without its guard (broken control)", async (_what, set) => {
    expect(await tryAttack(login, [isOfNow(set)])).toBeNull();
    const guard = ['customer', `customer_${kind}_has_its_time`] as const;
    const named = await tryWithout(test.owner, [guard], () => tryAttack(login, [isOfNow(set)]));
    expect(named).toBe('division by zero');
  });
});

describe('a public process may', () => {
  it.each([
    [
      'pay electricity with what it is worth, the rest below a satoshi in favour of the customer',
      [
        post('pay-owed:d', output, electricity('BTC'), 'ELE_CONSUME_BTC', 3_990, '1'),
        pay('electricity_charge', 'paid_btc = 3990, paid_output_usdt = 399000, owed = owed - 399000'),
        post('pay-owed:e', ele, electricity('USDT'), 'ELE_CONSUME_USDT', 1_000, '1'),
        pay('electricity_charge', 'paid_prepaid = 1000, paid_promotion = 1000, owed = 0'),
        'update electricity_account set promo_remaining = 0 where customer_id = 10001',
      ],
    ],
    ['stop a machine that runs', move(3, 'SUSPEND')],
    ['start a machine whose owner owes nothing', move(4, 'RUNNING')],
    [
      'keep what a customer wants of a machine in ARREAR',
      [`update machine set wanted_status = 'SUSPEND' where id = 1`],
    ],
  ])('%s', async (_what, statements) => {
    expect(await tryAttack(login, statements)).toBeNull();
  });

  it('use up the link of a notice with what is in it, not with its hash', async () => {
    await test.owner.query({
      text: `insert into security_notice (event_id, customer_id, budget, recipient, token_hash, at, expires_at)
        values (1, 10001, 'SESSIONS', 'other@example.com', sha256('link'), now(), '2036-01-01Z')`,
    });
    const freeze = `insert into customer_freeze (customer_id, reason, frozen_at) values (10001, 'x', '2026-02-02Z')`;
    const spend = (token: string) => `select spend_notice(${token}, '2026-02-02Z')`;
    expect(await tryAttack(login, [spend(`'link'`), freeze])).toBeNull();
    expect(await tryAttack(login, [spend(`encode(sha256('link'), 'hex')`), freeze])).toMatch('no link of a notice');
    expect(await tryAttack(login, [`update security_notice set used_at = now()`])).toMatch('permission denied');
  });
});
