// Where the migration role does not own the database every role may make temporary tables, and PostgreSQL looks there first: a process that
// was taken over lays a table of its own over one that a guard reads. Each attack succeeds while its guard follows the writer's search
// path (broken control).
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Part } from '../../testing/caller-role.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { type Database, openDatabase } from './database.ts';

let test: TestDatabase;
let logins: Record<Part, Database>;

/** Takes money of the customer, or of the house, for a withdrawal. */
const take = (number: number, debit: string) =>
  `select ledger.post_transfer('withdraw:${number}', sha256('x'), 'x', null, current_date, now(), ${debit},
     ledger.house_id('WITHDRAWAL_PENDING', 'BTC'), 'WITHDRAW', 9000, current_date, null)`;
const ofCustomer = `ledger.account_id(10001, 'OUTPUT_ACCOUNT', 'BTC')`;
const ofHouse = `ledger.house_id('TREASURY', 'BTC')`;
const key = '0014abcdef0123456789abcdef0123456789abcdef01';
const withdrawal = (number: number, owner: string) =>
  `insert into withdrawal (customer_id, destination_id, coin, network, address, address_key, amount, fee, date, applied_at, transfer_id)
     select ${owner}, 'BTC', 'BITCOIN', 'bcrt1qtheirstheirs', '${key}', 9000, 0, current_date, now(), id
     from ledger.transfer where key = 'withdraw:${number}'`;

const bounds = '{"perPayment": "9", "perCustomerDay": "9", "perDay": "9", "knownDays": "1"}';

interface Attack {
  by: Part;
  what: string;
  guard: string;
  statements: string[];
}

const attacks: readonly Attack[] = [
  {
    by: 'worker',
    what: 'approves a withdrawal without a review',
    guard: 'check_approved()',
    statements: [
      'create temporary table withdrawal_review (withdrawal_id bigint)',
      'insert into pg_temp.withdrawal_review values (1), (1)',
      `update public.withdrawal set phase = 'APPROVED' where id = 1`,
    ],
  },
  {
    by: 'worker',
    what: 'approves by a policy that is off',
    guard: 'check_auto_approval()',
    statements: [
      'create temporary table setting as select * from public.setting where false',
      `insert into pg_temp.setting (key, effective_from, value) values ('withdraw.rule.BTC', '2020-01-01Z', '${bounds}')`,
      'create temporary table withdrawal as select * from public.withdrawal',
      `update pg_temp.withdrawal set phase = 'PAID' where id = 2`,
      `create temporary table withdrawal_review as select 2 as withdrawal_id, 'APPROVED' as part`,
      `create temporary table withdrawal_step as select 2 as withdrawal_id, 'CONFIRMED' as step, now() - interval '9 days' as at`,
      `insert into public.auto_approval (withdrawal_id, at, bounds, precedent_id)
         select id, applied_at, '${bounds}', 2 from public.withdrawal where id = 1`,
    ],
  },
  {
    by: 'staff',
    what: "pays the operator's coins to an address that is no destination",
    guard: 'check_treasury_payment()',
    statements: [
      'create temporary table treasury_destination (like public.treasury_destination)',
      `insert into pg_temp.treasury_destination (id, name, network, address, address_key, added_by, approved_by, added_at, in_force_from)
         values (1, 'x', 'BITCOIN', 'bcrt1qtheirstheirs', '${key}', 1, 2, now(), now() - interval '9 days')`,
      take(3, ofHouse),
      withdrawal(3, 'null, 1'),
    ],
  },
];

beforeAll(async () => {
  test = await createTestDatabase();
  const open = (part: Part) => openDatabase(test.partUrls[part], { max: 1 });
  logins = { public: open('public'), worker: open('worker'), staff: open('staff') };
  const give = (from: string, account: string, type: string) =>
    `select ledger.post_transfer('${type}', sha256('x'), 'x', null, current_date, now(),
       ledger.house_id('${from}', 'BTC'), ${account}, '${type}', 20000, current_date, null)`;
  for (const text of [
    `insert into customer (account, created_at) values ('13900000001', now())`,
    `insert into staff (name, role, password_hash, created_at) values ('fin', 'FINANCE', 'x', now()), ('app', 'APPROVER', 'x', now())`,
    `insert into treasury_destination (name, network, address, address_key, added_by, approved_by, added_at, in_force_from)
       values ('x', 'BITCOIN', 'bcrt1qotherother', '0014' || repeat('ef', 20), 1, 2, now(), now() + interval '1 day')`,
    give('CASH', ofCustomer, 'RECHARGE_BTC'),
    give('MINING_RECEIVABLE', ofHouse, 'POOL_PAYMENT'),
    take(1, ofCustomer),
    withdrawal(1, '10001, null'),
    take(2, ofCustomer),
    withdrawal(2, '10001, null'),
  ])
    await test.owner.query({ text });
});
afterAll(async () => {
  await Promise.all(Object.values(logins).map((database) => database.end()));
  await test.drop();
});

const tryIt = async ({ by, statements }: Attack): Promise<string | null> => {
  const undone = new Error('undone');
  try {
    await logins[by].transaction(async (dbTx) => {
      for (const text of statements) await dbTx.query({ text });
      throw undone;
    });
  } catch (error) {
    return error === undone ? null : (error as Error).message;
  }
  return null;
};

it.each(attacks)('a $by process with tables of its own that $what is refused', async (attack) => {
  expect(await tryIt(attack)).toMatch(/approved this withdrawal|is off|destination that is in force/);
  await test.owner.query({ text: `alter function ${attack.guard} reset search_path` });
  try {
    expect(await tryIt(attack), 'while the guard follows the search path of the writer (broken control)').toBeNull();
  } finally {
    await test.owner.query({ text: `alter function ${attack.guard} set search_path = public, pg_temp` });
  }
});

it('every trigger of schema public names the schemas that it reads, temporary tables last', async () => {
  const { rows } = await test.owner.query<{ name: string }>({
    text: `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype
        and not coalesce(array_to_string(p.proconfig, ';') ~ 'search_path=public,( ledger,)? pg_temp', false)`,
  });
  expect(rows).toEqual([]);
});
