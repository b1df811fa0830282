// What a taken-over process leaves behind: codes, locks and counts that are dated ahead, and values that no program reads. Each attack
// succeeds where its guards are switched off (broken control).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attack, tryAttack, tryWithout } from '../../testing/attacks.ts';
import type { Part } from '../../testing/caller-role.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { type Database, openDatabase } from './database.ts';

let test: TestDatabase;
let logins: Record<Part, Database>;

const code = ({ scene = 'LOGIN', sent = 'now()', expires = `now() + interval '10 minutes'`, used = 'null' } = {}) =>
  `insert into one_time_code (account, scene, code_hash, sent_at, expires_at, used_at)
     values ('13900000001', '${scene}', sha256('123456'), ${sent}, ${expires}, ${used})`;
const wrongLogin = (at: string) =>
  `insert into login_attempt (account, at, failed) select '13900000001', ${at}, true from generate_series(1, 10)`;
const wrongFunds = (at: string) =>
  `insert into funds_password_attempt (customer_id, at, failed) select 10001, ${at}, true from generate_series(1, 5)`;
const token = (expires: string) =>
  `insert into funds_password_token (token_hash, customer_id, purpose, expires_at) values (sha256('t'), 10001, 'WITHDRAW', ${expires})`;
const session = (expires: string) =>
  `insert into session (customer_id, token_hash, created_at, expires_at) values (10001, sha256('s'), now(), ${expires})`;
const challenge = (expires: string) =>
  `insert into passkey_challenge (challenge_hash, customer_id, purpose, subject, expires_at) values (sha256('c'), 10001, 'ENROL', 'x', ${expires})`;
const inMs = (interval: string) => `(extract(epoch from now() + interval '${interval}') * 1000)::bigint`;
const counted = (key: string, expire: string) =>
  `insert into request_count (key, points, expire) values ('${key}', 2000000000, ${expire}) on conflict (key) do update set points = excluded.points`;
const setting = (key: string, value: string) =>
  `insert into setting (key, effective_from, value, changed_by, reason) values ('${key}', now(), '${value}', 'x', 'y')`;
const event = (at: string) =>
  `insert into security_event (at, kind, customer_id) values (${at}, 'LOGIN_FAILED', 10001)`;

const counts = ['request_count', 'request_count_is_of_its_part'] as const;
const shape = { table: 'setting', constraint: 'setting_value_is_readable' } as const;
const timed = { table: 'security_event', constraint: 'security_event_at_is_a_time' } as const;

const attack = (by: Part, what: string, statement: string, ...guards: Attack['guards'][number][]): Attack => ({
  by,
  what,
  statements: [statement],
  guards,
});

const attacks: readonly Attack[] = [
  attack('public', 'leaves a code that never ends', code({ expires: `'infinity'` }), [
    'one_time_code',
    'one_time_code_ends',
  ]),
  attack(
    'public',
    'leaves a code that stays the newest, so that its owner can ask for none',
    code({ sent: `'3000-01-01'` }),
    ['one_time_code', 'one_time_code_is_of_now'],
  ),
  attack('public', 'says that a customer has proved a contact', code({ scene: 'CHANGE_CONTACT', used: 'now()' }), [
    'one_time_code',
    'one_time_code_is_of_its_part',
  ]),
  attack('public', 'locks a login for good', wrongLogin(`'3000-01-01'`), ['login_attempt', 'login_attempt_is_of_now']),
  attack('public', 'locks a funds password for good', wrongFunds(`'3000-01-01'`), [
    'funds_password_attempt',
    'funds_password_attempt_is_of_now',
  ]),
  attack('public', 'leaves the word that a funds password was right', token(`'infinity'`), [
    'funds_password_token',
    'funds_password_token_ends',
  ]),
  attack('public', 'leaves a session that never ends', session(`'infinity'`), ['session', 'session_ends']),
  attack('public', 'leaves the challenge of a passkey', challenge(`'infinity'`), [
    'passkey_challenge',
    'passkey_challenge_ends',
  ]),
  attack('public', 'locks the staff out of the console', counted('staffLogin 60:192.0.2.7', inMs('1 minute')), counts),
  attack('public', 'counts a known network of the staff up', counted('staff 60 1 192.0.2.8', 'null'), counts),
  attack('public', 'gives the staff guesses back', `delete from request_count where key like 'staff%'`, counts),
  attack('public', 'blocks a network for good', counted('credential 60:192.0.2.7', inMs('80 years')), counts),
  attack('public', 'blocks a network by a count without an end', counted('credential 60:192.0.2.7', 'null'), counts),
  attack(
    'public',
    'leaves a spent challenge for good',
    `insert into spent_challenge (nonce, expires_at) values (decode(repeat('00', 16), 'hex'), 'infinity')`,
    ['spent_challenge', 'spent_challenge_ends'],
  ),
  attack(
    'public',
    'reports as of the end of time',
    `insert into alert (kind, subject, message, raised_at) values ('customer-reported', 'x', 'x', 'infinity')`,
    ['alert', 'alert_is_of_now'],
  ),
  ...(['worker', 'staff'] as const).map((by) =>
    attack(by, 'stops the chain of the security log by a time without a number', event(`'infinity'`), timed),
  ),
  attack(
    'worker',
    'ends the calendar of closes by a day that no Date holds',
    `insert into day_close (kind, date, started_at, inputs) values ('mining', 'infinity', now(), '{}')`,
    { table: 'day_close', constraint: 'day_close_date_is_a_day' },
  ),
  attack(
    'staff',
    'gives a price to a day that no Date holds',
    `insert into reference_price (coin, date, usdt, source, created_at) values ('BTC', 'infinity', 1, 'import', now())`,
    { table: 'reference_price', constraint: 'reference_price_date_is_a_day' },
  ),
  ...[
    ['withdraw.fee.BTC', 'null'],
    ['deposit.min.BTC', 'null'],
    ['coin-up.apy.USDT', 'null'],
    ['withdraw.max.USDT', '1.000000'],
    ['webview.hosts', '[5]'],
    ['webview.hosts', '["example.com", null]'],
    ['deposit.steps.BTC', '[5]'],
    ['deposit.steps.BTC', '[{"from": "1.00000000", "confirmations": 0}]'],
    [
      'withdraw.rule.BTC',
      '{"perPayment": "1.00000000", "perCustomerDay": "1.00000000", "perDay": "1.00000000", "knownDays": "7"}',
    ],
    ['hot.bounds.BTC', '{"upper": "9.00000000", "target": "1.00000000", "perDay": "9.00000000", "more": 1}'],
  ].map(([key = '', value = '']) =>
    attack('staff', `stops all who read ${key} by ${value}`, setting(key, value), shape),
  ),
];

beforeAll(async () => {
  test = await createTestDatabase();
  const open = (part: Part) => openDatabase(test.partUrls[part], { max: 1 });
  logins = { public: open('public'), worker: open('worker'), staff: open('staff') };
  for (const text of [
    `insert into customer (account, created_at) values ('13900000001', now())`,
    `insert into request_count (key, points, expire) values ('staff 60 1 192.0.2.8', 3, 4102444800000)`,
    `insert into installation (mode, pepper_fingerprint) values ('production', sha256('p'))`,
  ])
    await test.owner.query({ text });
});
afterAll(async () => {
  await Promise.all(Object.values(logins).map((database) => database.end()));
  await test.drop();
});

describe.each(attacks)('a $by process that $what', ({ by, statements, guards }) => {
  it('is refused, and succeeds without its guards (broken control)', async () => {
    expect(await tryAttack(logins[by], statements)).toMatch(/may not|violates check constraint/);
    expect(await tryWithout(test.owner, guards, () => tryAttack(logins[by], statements))).toBeNull();
  });
});

it('no guard refuses what the calls of customers and commands of the staff write', async () => {
  const soon = `now() + interval '10 minutes'`;
  for (const statement of [
    code(),
    wrongLogin('now()'),
    wrongFunds('now()'),
    token(soon),
    session(`now() + interval '30 days'`),
    challenge(soon),
    counted('credential 86400:192.0.2.7', inMs('1 day')),
  ])
    expect(await tryAttack(logins.public, [statement]), statement).toBeNull();
  for (const statement of [
    event(`now() - interval '3 days'`),
    counted('staffLogin 60:192.0.2.7', inMs('1 minute')),
    code({ scene: 'CHANGE_CONTACT', used: 'now()' }),
    setting('withdraw.fee.BTC', '"0.00020000"'),
    setting('webview.hosts', '["example.com", "*.example.org"]'),
    setting(
      'deposit.steps.USDT',
      '[{"from": "5.000000", "confirmations": 255}, {"from": "9.000000", "confirmations": 60}]',
    ),
    setting(
      'withdraw.rule.USDT',
      '{"perPayment": "1.000000", "perCustomerDay": "1.000000", "perDay": "1.000000", "knownDays": 7}',
    ),
    setting('hot.bounds.BTC', '{"upper": "9.00000000", "target": "1.00000000", "perDay": "9.00000000"}'),
    setting('deposit.second-node.BTC', 'null'),
  ])
    expect(await tryAttack(logins.staff, [statement]), statement).toBeNull();
});

it('a time that no calendar has is read as the end of one, so that no page ends by it', async () => {
  const text = `select 'infinity'::timestamptz as late, '294000-01-01Z'::timestamptz as later, '-infinity'::timestamptz as early, now() as now`;
  const { rows } = await test.owner.query<Record<'late' | 'later' | 'early' | 'now', Date>>({ text });
  const [row] = rows;
  expect(row?.late.toISOString()).toBe('9999-12-31T23:59:59.999Z');
  expect(row?.later.toISOString()).toBe('9999-12-31T23:59:59.999Z');
  expect(row?.early.toISOString()).toBe('0001-01-01T00:00:00.000Z');
  expect(Math.abs(Number(row?.now.getTime()) - Date.now())).toBeLessThan(60_000);
});
