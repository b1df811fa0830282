// What a process can do that was taken over and asks PostgreSQL by itself, with the rights of its role. Each attack succeeds where its
// guard is switched off (broken control), and fails where it stands.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempt } from '../../testing/access-attempts.ts';
import type { Part } from '../../testing/caller-role.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { type Database, openDatabase } from './database.ts';

let test: TestDatabase;
let logins: Record<Part, Database>;

/** `ledger.post_transfer` of one line, as text. */
const post = (key: string, debit: string, credit: string, type: string, amount = 500) =>
  `select ledger.post_transfer('${key}', sha256('x'), 'x', null, current_date, now(), ${debit}, ${credit}, '${type}', ${amount}, current_date, null)`;
const house = (account: string, coin: string) => `ledger.house_id('${account}', '${coin}')`;
const account = (name: string, coin: string) => `ledger.account_id(10001, '${name}', '${coin}')`;

/** A line that names deposit 2 as its event. */
const event = (key: string, type: string, gives: string, takes: string) =>
  `select ledger.post_transfer('${key}', sha256('x'), 'deposit', '2', current_date, now(), ${account(gives, 'BTC')}, ${house(takes, 'BTC')}, '${type}', 500, current_date, null)`;

interface Attack {
  by: Part;
  what: string;
  text: string;
  /** The trigger that refuses it, as table and name, or the function that looks at what was posted. */
  guard: readonly [table: string, trigger: string] | typeof posted;
  /** Another trigger that refuses it too. */
  also?: readonly [table: string, trigger: string];
}

const posted = 'ledger.check_posted(bigint)';
const recorded = ['ledger.credit_to_record', 'credit_is_recorded'] as const;

const attacks: readonly Attack[] = [
  {
    by: 'public',
    what: 'credits a customer with cash',
    text: post('withdraw:withdrawApply 10001 a', house('CASH', 'USDT'), account('ELE_ACCOUNT', 'USDT'), 'ELE_RECHARGE'),
    guard: posted,
  },
  {
    by: 'public',
    what: 'credits a customer with outputs',
    text: post(
      'withdraw:withdrawApply 10001 b',
      house('MINING_RECEIVABLE', 'BTC'),
      account('OUTPUT_ACCOUNT', 'BTC'),
      'MINING_OUTPUT',
    ),
    guard: posted,
  },
  ...(['MINING_RECEIVABLE', 'ELECTRICITY_REVENUE'] as const).map(
    (from): Attack => ({
      by: 'public',
      what: `credits a customer from ${from} by what is named a return`,
      text: post('pay-owed:b', house(from, 'BTC'), account('OUTPUT_ACCOUNT', 'BTC'), 'WITHDRAW_RETURN'),
      guard: posted,
    }),
  ),
  {
    by: 'public',
    what: 'takes the money of a customer by what is named a return',
    text: post('pay-owed:b', account('OUTPUT_ACCOUNT', 'BTC'), house('CASH', 'BTC'), 'WITHDRAW_RETURN'),
    guard: posted,
  },
  {
    by: 'worker',
    what: 'returns a withdrawal that there is not',
    text: post(
      'withdrawal-end:77',
      house('WITHDRAWAL_PENDING', 'BTC'),
      account('OUTPUT_ACCOUNT', 'BTC'),
      'WITHDRAW_RETURN',
    ),
    guard: posted,
  },
  {
    by: 'worker',
    what: 'pays interest that no day owes',
    text: post(
      'coin-up:interest:BTC:2026-01-01:0',
      house('INTEREST_PAYABLE', 'BTC'),
      account('INCOME_ACCOUNT', 'BTC'),
      'INTEREST',
    ),
    guard: posted,
  },
  {
    by: 'worker',
    what: 'returns a withdrawal and leaves it open, to be paid as well',
    text: post(
      'withdrawal-end:1',
      house('WITHDRAWAL_PENDING', 'BTC'),
      account('OUTPUT_ACCOUNT', 'BTC'),
      'WITHDRAW_RETURN',
      9_000,
    ),
    guard: recorded,
  },
  {
    by: 'public',
    what: 'takes the key of a deposit ahead',
    text: post('deposit:999', account('OUTPUT_ACCOUNT', 'BTC'), house('WITHDRAWAL_PENDING', 'BTC'), 'WITHDRAW', 1),
    guard: ['ledger.transfer', 'key_is_of_its_part'],
    also: recorded,
  },
  {
    by: 'public',
    what: 'takes the key by which a withdrawal ends',
    text: post('withdrawal-end:1', account('OUTPUT_ACCOUNT', 'BTC'), house('WITHDRAWAL_PENDING', 'BTC'), 'WITHDRAW', 1),
    guard: ['ledger.transfer', 'key_is_of_its_part'],
    also: recorded,
  },
  {
    by: 'public',
    what: 'takes the event of a deposit ahead, so that it is not credited',
    text: event('withdraw:withdrawApply 10001 e', 'WITHDRAW', 'OUTPUT_ACCOUNT', 'WITHDRAWAL_PENDING'),
    guard: ['ledger.transfer', 'key_is_of_its_part'],
    also: recorded,
  },
  {
    by: 'public',
    what: 'raises an alert ahead, so that it is not raised when it is true',
    text: `insert into alert (kind, subject, message, raised_at) values ('security-log-broken', 'chain', 'maintenance', now())`,
    guard: ['alert', 'alert_is_of_its_part'],
  },
  {
    by: 'public',
    what: 'moves the money of a customer to the treasury',
    text: post(
      'withdraw:withdrawApply 10001 c',
      account('OUTPUT_ACCOUNT', 'BTC'),
      house('TREASURY', 'BTC'),
      'TREASURY_MOVE',
    ),
    guard: posted,
  },
  {
    by: 'public',
    what: 'takes a password away, to set a first one',
    text: `update customer set password_hash = null, password_changed_at = now() where id = 10001`,
    guard: ['customer', 'customer_password_stays_changed'],
  },
  {
    by: 'public',
    what: 'makes a session on a device that is known for long',
    text: `insert into session (customer_id, token_hash, device_id, created_at, expires_at)
      values (10001, sha256('t'), 'mine', now() - interval '30 days', now() + interval '1 day')`,
    guard: ['session', 'session_begins_now'],
  },
  {
    by: 'public',
    what: 'revives a session that has ended',
    text: `update session set revoked_at = null, revoked_reason = null where id = 1`,
    guard: ['session', 'session_stays_ended'],
  },
  {
    by: 'public',
    what: 'removes a second factor as of long ago',
    text: `insert into second_factor_removal (customer_id, removed_at, held_until) values (10001, now() - interval '80 hours', now() - interval '8 hours')`,
    guard: ['second_factor_removal', 'second_factor_removal_begins_now'],
  },
  {
    by: 'public',
    what: 'puts an address into the book as of long ago',
    text: `insert into withdrawal_address (customer_id, network, address, address_key, label, added_at)
      values (10001, 'BITCOIN', 'bcrt1qminemine', '0014abcdef0123456789abcdef0123456789abcdef01', '', now() - interval '30 days')`,
    guard: ['withdrawal_address', 'withdrawal_address_begins_now'],
  },
  {
    by: 'public',
    what: 'plants a deposit address that is not the next one',
    text: `insert into deposit_address (network, number, customer_id, address, key, given_at)
      values ('ERC20', 5, 10001, '0xmine', '0123456789012345678901234567890123456789', now())`,
    guard: ['deposit_address', 'deposit_address_is_next'],
  },
  {
    by: 'worker',
    what: 'credits a customer with cash',
    text: post('d', house('CASH', 'USDT'), account('ELE_ACCOUNT', 'USDT'), 'ELE_RECHARGE'),
    guard: posted,
  },
  {
    by: 'worker',
    what: 'credits a deposit that there is not',
    text: post('deposit:77', house('CUSTODY', 'BTC'), account('OUTPUT_ACCOUNT', 'BTC'), 'RECHARGE_BTC'),
    guard: posted,
  },
  {
    by: 'worker',
    what: 'credits coins as something else than a deposit',
    text: post('deposit:1', house('CUSTODY', 'BTC'), account('OUTPUT_ACCOUNT', 'BTC'), 'MINING_OUTPUT', 7_001),
    guard: posted,
  },
  {
    by: 'worker',
    what: 'credits a deposit that is not final',
    text: post('deposit:2', house('CUSTODY', 'BTC'), account('OUTPUT_ACCOUNT', 'BTC'), 'RECHARGE_BTC', 8_000),
    guard: posted,
  },
  {
    by: 'worker',
    what: 'credits a deposit and leaves its row as it was',
    text: post('deposit:1', house('CUSTODY', 'BTC'), account('OUTPUT_ACCOUNT', 'BTC'), 'RECHARGE_BTC', 7_000),
    guard: recorded,
  },
  {
    by: 'worker',
    what: 'marks a deposit as credited by another transfer',
    text: `update deposit set status = 'CREDITED', credited_at = now(), transfer_id = 1 where id = 1`,
    guard: ['deposit', 'deposit_has_its_transfer'],
  },
  {
    by: 'worker',
    what: 'returns what was never clawed back',
    text: post('deposit:1:returned:1', house('SUSPENSE', 'BTC'), account('OUTPUT_ACCOUNT', 'BTC'), 'RECHARGE_BTC'),
    guard: posted,
  },
  {
    by: 'staff',
    what: 'credits a deposit that there is not',
    text: post('deposit:78', house('CUSTODY', 'BTC'), account('OUTPUT_ACCOUNT', 'BTC'), 'RECHARGE_BTC'),
    guard: posted,
  },
];

beforeAll(async () => {
  test = await createTestDatabase();
  const open = (part: Part) => openDatabase(test.partUrls[part], { max: 1 });
  logins = { public: open('public'), worker: open('worker'), staff: open('staff') };
  for (const text of [
    `insert into customer (account, password_hash, funds_password_hash, created_at) values ('13900000001', 'theirs', 'theirs', now())`,
    `insert into session (customer_id, token_hash, created_at, expires_at, revoked_at) values (10001, sha256('ended'), now(), now(), now())`,
    `insert into second_factor (customer_id, sealed_secret, started_at, confirmed_at) values (10001, decode(repeat('00', 40), 'hex'), now(), now())`,
    `insert into deposit_address (network, number, customer_id, address, key, given_at)
       values ('BITCOIN', 0, 10001, 'bcrt1qtheirs', '00140123456789012345678901234567890123456780', now())`,
    `insert into chain_watcher (network, chain, genesis, start_height, start_hash, newest_height, newest_hash)
       values ('BITCOIN', 'regtest', 'g', 0, 'g', 100, 'h')`,
    `insert into deposit (network, txid, output_index, address_number, customer_id, coin, amount, status, height, block_hash, needed, seen_at)
       values ('BITCOIN', repeat('a', 64), 0, 0, 10001, 'BTC', 7000, 'CONFIRMING', 90, 'h', 3, now()),
              ('BITCOIN', repeat('b', 64), 0, 0, 10001, 'BTC', 8000, 'CONFIRMING', 100, 'h', 3, now())`,
    post('give', house('CASH', 'BTC'), account('OUTPUT_ACCOUNT', 'BTC'), 'RECHARGE_BTC', 20_000),
    post('withdraw:1', account('OUTPUT_ACCOUNT', 'BTC'), house('WITHDRAWAL_PENDING', 'BTC'), 'WITHDRAW', 9_000),
    `insert into withdrawal (customer_id, coin, network, address, address_key, amount, fee, date, applied_at, transfer_id)
       select 10001, 'BTC', 'BITCOIN', 'bcrt1qtheirstheirs', '0014abcdef0123456789abcdef0123456789abcdef01', 9000, 100, current_date, now(), id
       from ledger.transfer where key = 'withdraw:1'`,
    'alter table withdrawal disable trigger user',
    `update withdrawal set phase = 'SCREENING' where id = 1`,
    'alter table withdrawal enable trigger user',
    // The mode decides whether times are compared with the database's clock.
    `insert into installation (mode, pepper_fingerprint) values ('production', sha256('p'))`,
  ])
    await test.owner.query({ text });
});
afterAll(async () => {
  await Promise.all(Object.values(logins).map((database) => database.end()));
  await test.drop();
});

/** Deferred guards look when the statement has ended, as they do at a commit. */
const tryIt = async ({ by, text }: Attack): Promise<string | null> => {
  const undone = new Error('undone');
  try {
    await logins[by].transaction(async (dbTx) => {
      await dbTx.query({ text });
      await dbTx.query({ text: 'set constraints all immediate' });
      throw undone;
    });
  } catch (error) {
    return error === undone ? null : (error as Error).message;
  }
  return null;
};

/** Switches a guard off, and returns what switches it on again. */
async function withoutGuard({ guard, also }: Attack): Promise<() => Promise<unknown>> {
  if (guard !== posted) {
    const triggers = also === undefined ? [guard] : [guard, also];
    const turn = async (to: string) => {
      for (const [table, trigger] of triggers)
        await test.owner.query({ text: `alter table ${table} ${to} trigger ${trigger}` });
    };
    await turn('disable');
    return () => turn('enable');
  }
  const { rows } = await test.owner.query<{ text: string }>({
    text: `select pg_get_functiondef('${posted}'::regprocedure) as text`,
  });
  await test.owner.query({
    text: 'create or replace function ledger.check_posted(posted bigint) returns bigint language sql return posted',
  });
  return () => test.owner.query({ text: rows[0]?.text ?? '' });
}

describe.each(attacks)('a $by process that $what', (attack) => {
  it('is refused, and succeeds without its guard (broken control)', async () => {
    expect(await tryIt(attack)).toMatch(
      /permission denied|refused|no final deposit|no open withdrawal|recorded by no row|may not be|not the next|does not credit|nothing that was clawed|no batch of interest/,
    );
    const restore = await withoutGuard(attack);
    try {
      expect(await tryIt(attack)).toBeNull();
    } finally {
      await restore();
    }
  });
});

/** What the role of one process for all may do, and a process that serves customers may not. */
const ofOthers = [
  `select found_staff('[{"name": "mallory", "role": "ADMIN", "passwordHash": "x"}, {"name": "mal", "role": "ADMIN", "passwordHash": "x"}]', now())`,
  `insert into audit_log (at, staff_id, action, subject, reason) values (now(), 1, 'x', 'x', 'x')`,
  `insert into setting (key, effective_from, value, changed_by, reason) values ('withdraw.fee.BTC', now(), '"0.00000000"', 'x', 'x')`,
  `insert into reference_price (coin, date, usdt, source, created_at) values ('BTC', current_date, 1, 'import', now())`,
  `insert into network_day (coin, date, blocks, subsidy_sum, fee_sum, epochs, source, created_at) values ('BTC', current_date, 1, 1, 1, '[]', 'import', now())`,
  `update installation set clock_offset_hours = 48`,
  `insert into withdrawal_review (withdrawal_id, part, staff_id, reason, at) values (1, 'PROPOSED', 1, 'x', now())`,
  `select password_hash from staff`,
  `select sealed_key from approver_key`,
  `update electricity_charge set waived = owed, owed = 0`,
  `insert into security_event (at, kind, staff_id) values (now(), 'STAFF_ACTION', 1)`,
  `update withdrawal set phase = 'SIGNING' where id = 1`,
  `update withdrawal set end_transfer_id = null where id = 1`,
  `delete from withdrawal_cancellation`,
  `delete from withdrawal_payment`,
  `select from graphile_worker.jobs`,
  `select add_job('payout', '{"id": "1"}', null, null)`,
  `select add_jobs('payout', array['{"id": "1"}']::json[])`,
  `select set_machine_terms('{}', '{}', '{}', 'x', now())`,
];

it('a public process writes nothing of the staff, of payments, of a close, of prices, and no setting', async () => {
  const refusals = await attempt(logins.public, ofOthers);
  expect(ofOthers.filter((_text, index) => refusals[index] === null)).toEqual([]);
  const all = await attempt(test.database, ofOthers);
  expect(
    ofOthers.filter((_text, index) => all[index] !== null),
    'the role of all may (broken control)',
  ).toEqual([]);
});

it('no process takes numbers of the log ahead', async () => {
  const ahead = `insert into security_event (id, at, kind) overriding system value values (999, now(), 'CODE_SENT')`;
  for (const part of ['public', 'worker', 'staff'] as const)
    expect(
      await attempt(logins[part], [ahead, `insert into security_event (at, kind) values (now(), 'CODE_SENT')`]),
    ).toEqual([expect.stringContaining('permission denied'), null]);
});

it.each([
  ['withdraw.fee.BTC', '"0"'],
  ['withdraw.max.USDT', '"1e9"'],
  ['coin-up.apy.BTC', '"9999.00"'],
  ['coin-up.min.BTC', '"0.00000000"'],
  ['coin-up.open', '"yes"'],
  ['deposit.steps.BTC', '"none"'],
  ['deposit.second-node.USDT', '"1e9"'],
  [
    'withdraw.rule.BTC',
    '{"perPayment": "9.00000000", "perCustomerDay": "1.00000000", "perDay": "9.00000000", "knownDays": 30}',
  ],
  [
    'withdraw.rule.BTC',
    '{"perPayment": "1.00000000", "perCustomerDay": "1.00000000", "perDay": "9.00000000", "knownDays": 0}',
  ],
])('a staff process that sets %s to %s is refused', async (key, value) => {
  const insert = (wanted: string) =>
    logins.staff.query({
      text: `insert into setting (key, effective_from, value, changed_by, reason) values ($1, now(), $2::jsonb, 'x', 'x')`,
      values: [key, wanted],
    });
  await expect(insert(value)).rejects.toMatchObject({ constraint: 'setting_keeps_its_bounds' });
});
