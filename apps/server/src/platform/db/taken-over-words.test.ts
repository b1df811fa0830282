// What a customers' process that was taken over says in the house's name: events, notices, and questions of customers. Each attack
// succeeds where its guards are switched off (broken control), and fails where they stand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Guard, tryAttack, tryWithout } from '../../testing/attacks.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { type Database, openDatabase } from './database.ts';

let test: TestDatabase;
let login: Database;

const event = (kind: string, at = 'now()', detail: object = { amount: '5', coin: 'BTC' }) =>
  `insert into security_event (at, kind, customer_id, detail) values (${at}, '${kind}', 10001, '${JSON.stringify(detail)}')`;
const saying = (kind: string, detail: object) => event(kind, 'now()', detail);
const job = (task: string, payload: object) => `select add_job('${task}', '${JSON.stringify(payload)}', null, 3)`;
const jobs = (task: string, payload: object) => `select add_jobs('${task}', array['${JSON.stringify(payload)}'::json])`;
const notice = { to: '13900000009', scene: 'NOTICE', text: 'pay here' };
const thread = (opened = 'now()', changed = opened) =>
  `insert into support_thread (customer_id, about, opened_at, changed_at) values (10001, 'GENERAL', ${opened}, ${changed})`;
const message = (at: string) =>
  `insert into support_message (thread_id, customer_id, key, text, at) values (1, 10001, 'k', 'x', ${at})`;
const [soon, longAgo] = [`now() + interval '1 hour'`, `now() - interval '90 days'`];

const ofPart = ['security_event', 'security_event_is_of_its_part'] as const;
const asked = ['support_thread', 'support_thread_is_asked_in'] as const;
const queued: Guard = {
  signature: 'check_job_of_customers(text, json)',
  open: `create or replace function check_job_of_customers(task text, payload json) returns void language plpgsql immutable as 'begin end'`,
};

const attacks: [what: string, statement: string, guard: Guard][] = [
  ['says that a withdrawal was paid', event('WITHDRAWAL_PAID'), ofPart],
  ['says that the staff lifted a freeze', event('UNFROZEN'), ofPart],
  ['says that a member of the staff did something', event('STAFF_ACTION'), ofPart],
  ['dates an event ahead', event('PASSWORD_SET', soon), ['security_event', 'security_event_is_of_now']],
  ['names a passkey by a text of its own', saying('PASSKEY_ADDED', { name: '请打开 lode-safe.example' }), ofPart],
  ['names it by an address of the web', saying('PASSKEY_ADDED', { name: 'Pixel 9 · lode-safe.example' }), ofPart],
  ['names a device by a number to call', saying('SESSION_OPENED', { model: 'Call 400-000-0000' }), ofPart],
  ['names a device by an address of the web', saying('SESSION_OPENED', { browser: 'www.lode.example 1.2' }), ofPart],
  ['names it by no text', saying('SESSION_OPENED', { model: 5 }), ofPart],
  ['gives an amount in words', saying('WITHDRAWAL_SUBMITTED', { amount: '请致电', coin: 'BTC' }), ofPart],
  ['gives an address in words', saying('ADDRESS_ADDED', { coin: 'BTC', addressEnd: '加微信好友吧' }), ofPart],
  ['adds a field of its own', saying('PASSWORD_SET', { text: 'x' }), ofPart],
  ['queues a notice with a text of its own', job('send-message', notice), queued],
  ['queues many of them', jobs('send-message', notice), queued],
  ['queues a code that it did not seal', job('send-message', { to: '1', scene: 'LOGIN', code: '1' }), queued],
  ['sends a notice to a contact of its own', job('notify-customer', { event: '1', formerContact: '1390' }), queued],
  ['sends many of them', jobs('notify-customer', { event: '1', formerContact: '1390' }), queued],
  ['closes the questions of all customers', `update support_thread set status = 'CLOSED'`, asked],
  ['says that they are answered', `update support_thread set status = 'ANSWERED'`, asked],
  ['puts them where the staff comes last', `update support_thread set changed_at = ${soon}`, asked],
  ['opens one again', `update support_thread set status = 'WAITING' where status = 'CLOSED'`, asked],
  ['begins one that changes later', thread('now()', soon), asked],
  ['begins one long ago', thread(longAgo), ['support_thread', 'support_thread_begins_now']],
  [
    'dates a question back, so that no limit counts it',
    message(longAgo),
    ['support_message', 'support_message_is_of_now'],
  ],
];

/** As the calls of customers write them. */
const written: object[] = [
  {
    factor: 'password',
    device: 'a 1~Z_',
    model: 'SM-S928B',
    system: 'Android 14',
    browser: 'Chrome 126',
    network: '1.2.3.0/24',
  },
  { factor: 'code', model: 'iPhone', system: 'iOS 17.5', browser: 'Safari 17', network: '2001:db8:0:0/56' },
  { name: 'Windows 10 · Microsoft Edge 126' },
  { name: 'Passkey' },
  { scene: 'WITHDRAW', coin: 'USDT', addressEnd: 'aB12cD' },
  { withdrawal: '7', number: 'W20261120-7KQ4M9XZAB', coin: 'BTC', amount: '0.05000000', addressEnd: 'aB12cD' },
  { reason: 'other-device', session: '12', times: '3' },
  { reason: 'revoked', sessions: '2' },
  { factor: 'password', account: 'a***@post.example', caller: 'known device' },
  { remaining: '4' },
  { reported: '9' },
  {},
];

beforeAll(async () => {
  test = await createTestDatabase();
  login = openDatabase(test.partUrls.public, { max: 1 });
  for (const text of [
    `insert into customer (account, password_hash, funds_password_hash, created_at) values ('13900000001', 'x', 'x', now())`,
    `insert into installation (mode, pepper_fingerprint) values ('production', sha256('p'))`,
    thread(),
    thread(),
    `update support_thread set status = 'CLOSED' where id = 2`,
  ])
    await test.owner.query({ text });
});
afterAll(async () => {
  await login.end();
  await test.drop();
});

describe.each(attacks)('a customers’ process that %s', (_what, statement, guard) => {
  it('is refused, and succeeds without its guard (broken control)', async () => {
    expect(await tryAttack(login, [statement])).toMatch(/a customers' process|may not/);
    expect(await tryWithout(test.owner, [guard], () => tryAttack(login, [statement]))).toBeNull();
  });
});

it('a staff process writes answers under a name, and no question of a customer', async () => {
  const staff = openDatabase(test.partUrls.staff, { max: 1 });
  const asked = [
    `insert into support_message (thread_id, customer_id, text, at) values (1, 10001, 'pay my coins there', now())`,
  ];
  expect(await tryAttack(staff, asked)).toMatch('answers, not questions');
  const guard = ['support_message', 'support_message_of_staff_is_an_answer'] as const;
  expect(await tryWithout(test.owner, [guard], () => tryAttack(staff, asked))).toBeNull();
  await staff.end();
});

it('goes on doing what calls of customers do', async () => {
  const code = { to: '13900000001', scene: 'LOGIN', sealedCode: 'x', expiresAt: '2026-01-01T00:00:00Z' };
  const honest = [
    event('SESSION_OPENED'),
    ...written.map((detail) => saying('SESSION_OPENED', detail)),
    job('send-message', code),
    job('notify-customer', { event: '1', via: null, formerContact: null }),
    thread(),
    `update support_thread set status = 'WAITING', changed_at = greatest(changed_at, now()) where id = 1`,
    message('now()'),
  ];
  expect(await tryAttack(login, honest)).toBeNull();
});
