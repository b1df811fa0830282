// What a taken-over process writes that others rely on: steps of withdrawals, due terms, numbers of addresses; and what PostgreSQL
// offers to every role beside tables. Each attack succeeds where its guards are switched off (broken control).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempt } from '../../testing/access-attempts.ts';
import { type Attack, type Guard, tryAttack, tryWithout } from '../../testing/attacks.ts';
import type { Part } from '../../testing/caller-role.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { type Database, openDatabase } from './database.ts';

const parts = ['public', 'worker', 'staff'] as const;
let test: TestDatabase;
let logins: Record<Part, Database>;

const step = (name: string, at: string) =>
  `insert into withdrawal_step (withdrawal_id, step, at) values (1, '${name}', ${at})`;
const longAgo = `now() - interval '90 days'`;
const overflow = `insert into cold_transfer (kind, network, wallet_id, cold_number, amount, begun_at) values ('OVERFLOW', 'ERC20', 1, 0, 1, now())`;
const later: Guard = {
  signature: 'refuse_later_terms(date)',
  open: `create or replace function refuse_later_terms(day date) returns void language plpgsql stable as 'begin end'`,
};
const repeat = (when: string) =>
  `do $$ begin if not exists (select from repeat_machine_terms(${when}, null, 10)) then raise exception 'none was repeated'; end if; end $$`;

const attacks: readonly Attack[] = [
  {
    by: 'public',
    what: 'writes that a withdrawal was paid',
    statements: [step('CONFIRMED', 'now()')],
    guards: [['withdrawal_step', 'withdrawal_step_is_of_its_part']],
  },
  {
    by: 'public',
    what: 'dates back when a withdrawal was asked for',
    statements: [step('APPLIED', longAgo)],
    guards: [['withdrawal_step', 'withdrawal_step_is_of_now']],
  },
  ...(['worker', 'staff'] as const).map(
    (by): Attack => ({
      by,
      what: 'dates back a payment, so that its address is long known',
      statements: [step('CONFIRMED', longAgo)],
      guards: [['withdrawal_step', 'withdrawal_step_is_of_now']],
    }),
  ),
  ...parts.map(
    (by): Attack => ({
      by,
      what: 'brings in the terms of next year',
      statements: [repeat('current_date + 365')],
      guards: [later],
    }),
  ),
  {
    by: 'staff',
    what: 'passes over all deposit addresses that there are',
    statements: [`insert into deposit_address_floor (network, number, set_at) values ('BITCOIN', 2147483647, now())`],
    guards: [['deposit_address_floor', 'deposit_address_floor_is_near']],
  },
  {
    by: 'staff',
    what: "begins an overflow into cold storage, which is the worker's",
    statements: [overflow],
    guards: [['cold_transfer', 'cold_transfer_of_role']],
  },
];

beforeAll(async () => {
  test = await createTestDatabase();
  const open = (part: Part) => openDatabase(test.partUrls[part], { max: 1 });
  logins = { public: open('public'), worker: open('worker'), staff: open('staff') };
  for (const text of [
    `insert into customer (account, created_at) values ('13900000001', now())`,
    `select ledger.post_transfer('give', sha256('x'), 'x', null, current_date, now(), ledger.house_id('CASH', 'BTC'),
       ledger.account_id(10001, 'OUTPUT_ACCOUNT', 'BTC'), 'RECHARGE_BTC', 20000, current_date, null)`,
    `select ledger.post_transfer('withdraw:1', sha256('x'), 'x', null, current_date, now(), ledger.account_id(10001, 'OUTPUT_ACCOUNT', 'BTC'),
       ledger.house_id('WITHDRAWAL_PENDING', 'BTC'), 'WITHDRAW', 9000, current_date, null)`,
    `insert into withdrawal (customer_id, coin, network, address, address_key, amount, fee, date, applied_at, transfer_id)
       select 10001, 'BTC', 'BITCOIN', 'bcrt1qtheirstheirs', '0014abcdef0123456789abcdef0123456789abcdef01', 9000, 100, current_date, now(), id
       from ledger.transfer where key = 'withdraw:1'`,
    `insert into site (name) values ('s')`,
    `insert into machine_model (name, coin, hashrate, hashrate_unit, power_watts) values ('m', 'BTC', 50, 'TH/s', 1000)`,
    `insert into machine (machine_no, customer_id, model_id, site_id, purchase_kind, coin, hashrate, hashrate_unit, power_watts, pool_fee_rate,
       start_time, status, status_since, created_at)
       values ('M-1', 10001, 1, 1, 'SUBSCRIBE', 'BTC', 50, 'TH/s', 1000, 0.04, now() - interval '9 days', 'SUSPEND', now(), now())`,
    `select set_machine_terms(array[1], array[current_date + 365], array['{"hashrate": 5000}'::jsonb], 'x', now())`,
    `insert into staff (name, role, password_hash, created_at) values ('li', 'FINANCE', 'x', now()), ('chen', 'APPROVER', 'x', now())`,
    `insert into cold_wallet (network, version, descriptor, added_at, added_by, approved_by)
       select 'ERC20', 1, '0x52908400098527886E0F7030069857D2E4169EE7', now(), a.id, b.id from staff a, staff b where a.name = 'li' and b.name = 'chen'`,
    `insert into cold_address (wallet_id, number, network, address, key)
       values (1, 0, 'ERC20', '0x52908400098527886E0F7030069857D2E4169EE7', '52908400098527886e0f7030069857d2e4169ee7')`,
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
    expect(await tryAttack(logins[by], statements)).toMatch(
      /permission denied|may not be|are not due|staff record refills only/,
    );
    expect(await tryWithout(test.owner, guards, () => tryAttack(logins[by], statements))).toBeNull();
  });
});

it('no guard refuses the steps, terms and addresses of now', async () => {
  expect(await tryAttack(logins.public, [step('APPLIED', 'now()')])).toBeNull();
  expect(await tryAttack(logins.worker, [step('CONFIRMED', 'now()')])).toBeNull();
  expect(await tryAttack(logins.worker, [`select from repeat_machine_terms(current_date, null, 10)`])).toBeNull();
  const floor = `insert into deposit_address_floor (network, number, set_at) values ('BITCOIN', 9999999, now())`;
  expect(await tryAttack(logins.staff, [floor])).toBeNull();
  expect(await tryAttack(logins.worker, [overflow])).toBeNull();
});

/** What reaches other sessions, the machine or numbers, whatever the tables. */
const outside = [
  `select setval(c.oid, 1) from pg_class c where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  `select nextval('public.withdrawal_id_seq')`,
  `select nextval('ledger.transfer_id_seq')`,
  `select pg_read_binary_file('/etc/hostname')`,
  `select pg_ls_dir('/')`,
  `select lo_export(1, '/tmp/mine')`,
  `copy (select 1) to '/tmp/mine'`,
  'select pg_reload_conf()',
  'select pg_switch_wal()',
  `select pg_cancel_backend(pid) from pg_stat_activity where usename <> current_user and usename is not null`,
  'lock table public.customer in access exclusive mode',
  'lock table ledger.balance in exclusive mode',
  'comment on table public.customer is $$mine$$',
  'create extension dblink',
  `create publication mine for all tables`,
  `select pg_create_logical_replication_slot('mine', 'test_decoding')`,
];

it.each(parts)('the role %s reaches no file, no number, no table lock and no session of others', async (part) => {
  const refusals = await attempt(logins[part], outside);
  expect(outside.filter((_text, index) => refusals[index] === null)).toEqual([]);
});

it('everybody may execute no function but those of PostgreSQL', async () => {
  const { rows } = await test.owner.query({
    text: `select p.oid::regprocedure::text from pg_proc p where p.pronamespace in ('public'::regnamespace, 'ledger'::regnamespace)
      and has_function_privilege('public', p.oid, 'execute')`,
  });
  expect(rows).toEqual([]);
});

it('every function that runs as its owner names the schemas that it reads', async () => {
  const { rows } = await test.owner.query({
    text: `select p.oid::regprocedure::text from pg_proc p where p.pronamespace in ('public'::regnamespace, 'ledger'::regnamespace) and p.prosecdef
      and not coalesce(array_to_string(p.proconfig, ';') ~ 'search_path=[a-z_, ]*pg_temp(;|$)', false)`,
  });
  expect(rows).toEqual([]);
});

/** What the caller's code may do once a function that runs as its owner runs it: become a member of the staff, say. */
const asTheOwner = [
  `create temporary table status_segment (machine_id bigint, seq int, n int, started_at timestamptz, ended_at timestamptz,
     is_replaced boolean, first_seq int)`,
  'grant all on status_segment to public',
  `create function pg_temp.take_over() returns trigger language plpgsql as $$
     begin
       insert into public.staff (name, role, password_hash, created_at) values ('mine', 'ADMIN', 'x', now());
       return null;
     end $$`,
  'create trigger take_over before insert on status_segment for each statement execute function pg_temp.take_over()',
];
const correctStatus = `select from record_status_correction(null, 1, now() - interval '1 hour', null, 'SUSPEND', 'staff:a', 'staff:b', 'x', now())`;
const everybodyIsOneOfUs = `do $$ begin if not exists (select from staff where name = 'mine') then raise exception 'nothing was taken over'; end if; end $$`;

it('a taken-over staff process has no code of its own run as the owner of the database', async () => {
  const attack = [...asTheOwner, correctStatus, everybodyIsOneOfUs];
  expect(await tryAttack(logins.staff, attack)).toMatch('must be owner of table status_segment');
  const ownTable = `if to_regclass('pg_temp.status_segment') is not null then drop table pg_temp.status_segment; end if;`;
  const { rows } = await test.owner.query<{ text: string }>({
    text: `select pg_get_functiondef('record_status_correction'::regproc) as text`,
  });
  const before = rows[0]!.text
    .replace(ownTable, '')
    .replace('create temporary table status_segment', 'create temporary table if not exists status_segment');
  await test.owner.query({ text: before });
  try {
    expect(await tryAttack(logins.staff, attack), 'while it takes any table of that name (broken control)').toBeNull();
  } finally {
    await test.owner.query({ text: rows[0]!.text });
  }
});

it('two corrections of statuses in one transaction each have their own table', async () => {
  expect(await tryAttack(logins.staff, [correctStatus, correctStatus])).toBeNull();
});

it('no function that runs as its owner takes a temporary table that was there before', async () => {
  const { rows } = await test.owner.query({
    text: String.raw`select p.oid::regprocedure::text from pg_proc p where p.pronamespace in ('public'::regnamespace, 'ledger'::regnamespace) and p.prosecdef
      and p.prosrc ~* '\mtemp(orary)?\s+table\s+if\s+not\s+exists'`,
  });
  expect(rows).toEqual([]);
});
