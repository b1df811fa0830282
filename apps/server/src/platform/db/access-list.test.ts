// What each role of the database may do is a list that a person reads: db/access.md. Each role logs in here and tries every
// statement on every table; what is permitted and what the list says are the same.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessList, attempt, otherAccess, tableAccess } from '../../testing/access-attempts.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { projectFolder } from '../project-folder.ts';
import { type Database, openDatabase } from './database.ts';

const parts = ['public', 'worker', 'staff'] as const;
type Part = (typeof parts)[number];

let test: TestDatabase;
let logins: Record<Part, Database>;
beforeAll(async () => {
  test = await createTestDatabase();
  const open = (part: Part) => openDatabase(test.partUrls[part], { max: 1 });
  logins = { public: open('public'), worker: open('worker'), staff: open('staff') };
});
afterAll(async () => {
  await Promise.all(Object.values(logins).map((database) => database.end()));
  await test.drop();
});

/** The rows of the list's tables: what is named, and one cell for each role. */
async function readList(): Promise<Map<string, Record<Part, string>>> {
  const text = await readFile(join(projectFolder, 'db', 'access.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    rows.map((row) => {
      const [, name = '', ...cells] = row.split('|').map((cell) => cell.trim());
      const [publicCell = '', worker = '', staff = ''] = cells;
      return [name.replaceAll('`', ''), { public: publicCell, worker, staff }];
    }),
  );
}

const accessOf = async (database: Database): Promise<AccessList> =>
  new Map([...(await tableAccess(database, test.owner)), ...(await otherAccess(database))]);

const rowOf = (name: string, cells: Record<Part, string>): string =>
  `| \`${name}\` | ${parts.map((part) => cells[part]).join(' | ')} |`;

async function found(): Promise<string[]> {
  const byPart = {
    public: await accessOf(logins.public),
    worker: await accessOf(logins.worker),
    staff: await accessOf(logins.staff),
  };
  return [...byPart.public.keys()]
    .map((name) => {
      const cellOf = (part: Part): string => byPart[part].get(name) ?? '';
      return { name, cells: { public: cellOf('public'), worker: cellOf('worker'), staff: cellOf('staff') } };
    })
    .filter(({ name, cells }) => !name.endsWith('()') || Object.values(cells).some((cell) => cell !== ''))
    .map(({ name, cells }) => rowOf(name, cells))
    .sort();
}

const listed = async (): Promise<string[]> => [...(await readList())].map(([name, cells]) => rowOf(name, cells)).sort();

describe('what each role may do', () => {
  it('is what db/access.md lists, for every table, view, sequence and function', async () => {
    expect(await found()).toEqual(await listed());
  });

  it('differs with a table that the list does not name, and with each right too many (broken control)', async () => {
    const before = await found();
    const changes = [
      'create table note (line text)',
      'grant insert on staff to lode_public',
      'grant update (role) on staff to lode_staff',
      'grant truncate on setting to lode_worker',
      'grant execute on function ledger.refuse_shortage(bigint) to lode_public',
    ];
    for (const text of changes) {
      await test.owner.query({ text });
      const now = await found();
      expect(now, text).not.toEqual(before);
      before.splice(0, before.length, ...now);
    }
    await test.owner.query({ text: 'drop table note' });
    await test.owner.query({ text: 'revoke insert on staff from lode_public' });
    await test.owner.query({ text: 'revoke update (role) on staff from lode_staff' });
    await test.owner.query({ text: 'revoke truncate on setting from lode_worker' });
    await test.owner.query({ text: 'revoke execute on function ledger.refuse_shortage(bigint) from lode_public' });
  });

  it('is together what the role of one process for all has, which holds nothing by itself', async () => {
    const all = await accessOf(test.database);
    const { rows } = await test.owner.query<{ name: string }>({
      text: `select distinct c.oid::regclass::text as name from pg_class c, aclexplode(c.relacl) a
        where a.grantee = 'lode_app'::regrole
        union select c.oid::regclass::text from pg_class c join pg_attribute b on b.attrelid = c.oid and not attisdropped, aclexplode(b.attacl) a
        where a.grantee = 'lode_app'::regrole
        union select p.oid::regproc::text from pg_proc p, aclexplode(p.proacl) a where a.grantee = 'lode_app'::regrole`,
    });
    expect(rows).toEqual([]);
    const list = await readList();
    const missing = [...all].filter(([name, rights]) => rights !== '' && !list.has(name)).map(([name]) => name);
    expect(missing).toEqual([]);
  });
});

/** What no process of the product needs, whatever its tables. */
const neverPermitted = [
  'create schema mine',
  'create table public.mine ()',
  'create table ledger.mine ()',
  'create table graphile_worker.mine ()',
  'create function public.mine() returns int language sql return 1',
  'create role mine',
  'alter table public.setting disable trigger all',
  'alter table ledger.posting disable trigger all',
  'drop table ledger.hold',
  'create trigger mine before insert on public.setting for each row execute function refuse_rewriting()',
  `set session_replication_role = 'replica'`,
  'set session authorization postgres',
  `copy (select 1) to program 'true'`,
  `copy public.setting from '/etc/passwd'`,
  `select pg_read_file('/etc/passwd')`,
  `select lo_import('/etc/passwd')`,
  'grant lode_app to current_user',
  'alter role current_user createrole',
  `select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user`,
];

describe.each(parts)('the role %s', (part) => {
  it('may neither make nor change anything but rows, nor reach the machine', async () => {
    const refusals = await attempt(logins[part], neverPermitted);
    expect(neverPermitted.filter((_text, index) => refusals[index] === null)).toEqual([]);
  });

  it('becomes neither the owner nor one of the others', async () => {
    const owner = new URL(test.ownerUrl).username;
    const others = ['lode_app', ...parts.filter((other) => other !== part).map((other) => `lode_${other}`), owner];
    const tried = others.map((role) => `set role ${role}`);
    const refusals = await attempt(logins[part], tried);
    expect(tried.filter((_text, index) => refusals[index] === null)).toEqual([]);
  });

  it('owns nothing', async () => {
    const { rows } = await logins[part].query({
      text: `select c.oid::regclass from pg_class c where pg_has_role(current_user, c.relowner, 'member')
        and c.relnamespace::regnamespace::text !~ '^pg_'`,
    });
    expect(rows).toEqual([]);
  });
});

it('the job queue is open to the worker alone, others add to it by functions', async () => {
  const tried = [
    'select from graphile_worker.jobs',
    `select graphile_worker.add_job('payout')`,
    'delete from graphile_worker._private_jobs',
  ];
  const refusedTo = async (part: Part) =>
    (await attempt(logins[part], tried)).filter((refusal) => refusal !== null).length;
  expect([await refusedTo('public'), await refusedTo('worker'), await refusedTo('staff')]).toEqual([3, 0, 3]);
});

it('the owner may do what no role may (broken control)', async () => {
  const refusals = await attempt(test.owner, neverPermitted.slice(0, 6));
  expect(refusals).toEqual([null, null, null, null, null, null]);
});

/** Rows of all months are read and written through the table of all months: what is right there must not be wrong beside it. */
const rightsOnPartitions = async (): Promise<unknown[]> =>
  (
    await test.owner.query({
      text: `select c.oid::regclass::text as name, array_agg(distinct a.grantee::regrole::text) as "open to"
        from pg_class c, aclexplode(c.relacl) a
        where c.relispartition and a.grantee <> c.relowner and c.relnamespace::regnamespace::text in ('public', 'ledger') group by 1`,
    })
  ).rows;

it('no role but the owner has a right on a partition', async () => {
  const { rows } = await test.owner.query<{ name: string }>({
    text: `select c.oid::regclass::text as name from pg_class c
      where c.relispartition and c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'ledger')`,
  });
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ledger.transfer_first', 'ledger.posting_first']),
  );
  expect(await rightsOnPartitions()).toEqual([]);
  const tried = rows.flatMap(({ name }) => [
    `select from ${name}`,
    `insert into ${name} default values`,
    `delete from ${name}`,
    `truncate ${name}`,
  ]);
  for (const part of parts) {
    const refusals = await attempt(logins[part], tried);
    expect(tried.filter((_text, index) => refusals[index] === null)).toEqual([]);
  }
  await test.owner.query({ text: 'grant select on ledger.posting_first to lode_public' });
  expect(await rightsOnPartitions(), 'broken control').toEqual([
    { name: 'ledger.posting_first', 'open to': ['lode_public'] },
  ]);
  await test.owner.query({ text: 'revoke select on ledger.posting_first from lode_public' });
});
