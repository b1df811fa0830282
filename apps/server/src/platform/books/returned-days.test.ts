// Days and a month of the ledger come back from elsewhere with their rows and nothing else: what a table brought along is replaced or refused,
// and who reads one snapshot meanwhile misses nothing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as } from '../../testing/caller-role.ts';
import type { Database, Transaction } from '../db/database.ts';
import { inSnapshot } from '../db/snapshot.ts';
import { checkSealedDays } from './sealed-days.ts';
import {
  attachBoth,
  attachDays,
  attachPostings,
  charges,
  detachBoth,
  detachDays,
  detachPostings,
  outputs,
  postings,
  runAll,
  type SealedMonths,
  sealMonths,
  shapesOf,
} from './testing/sealed-months.ts';

let months: SealedMonths;
/** What the tables were before they left. */
let shapes: Record<string, unknown>;

beforeAll(async () => {
  months = await sealMonths();
  const { owner } = months.test;
  shapes = await shapesOf(owner);
  await owner.transaction(detachBoth);
});
afterAll(() => months.stop());

async function undone(database: Database, work: (dbTx: Transaction) => Promise<void>): Promise<void> {
  const end = new Error('undone');
  await database
    .transaction(async (dbTx) => {
      await work(dbTx);
      throw end;
    })
    .catch((error: unknown) => {
      if (error !== end) throw error;
    });
}

const both = (statement: (table: string, column: string) => string[]) => [
  ...statement(`archive.${outputs}`, 'customer_id'),
  ...statement(`archive.${postings}`, 'customer'),
];

it.each<[string, string[], ('owner' | 'admin')?]>([
  ['nothing', []],
  ['rights of anyone', both((table) => [`grant all on ${table} to public, lode_worker, lode_app`])],
  [
    'rights of a login, of columns, and handed on',
    [
      'create role other_login',
      ...both((table) => [
        `grant select, delete on ${table} to other_login with grant option`,
        `grant update (date) on ${table} to lode_worker`,
        'grant usage on schema archive to other_login',
        'set local role other_login',
        `grant delete on ${table} to lode_staff`,
        'reset role',
      ]),
    ],
    'admin',
  ],
  [
    'another owner',
    [
      'grant usage, create on schema archive to lode_worker',
      ...both((table) => [`alter table ${table} owner to lode_worker`]),
    ],
    'admin',
  ],
  [
    'policies, rules and triggers',
    both((table) => [
      `create policy own on ${table} using (true)`,
      `alter table ${table} force row level security`,
      `create rule own as on delete to ${table} do instead nothing`,
      `create trigger own before update on ${table} for each row execute function suppress_redundant_updates_trigger()`,
    ]),
  ],
  [
    'constraints and indexes of its own',
    [
      'create table referenced (id bigint primary key)',
      'insert into referenced select generate_series(1, 100)',
      ...both((table, column) => [
        `alter table ${table} add constraint own check (${column} < 1000)`,
        `alter table ${table} add constraint own_reference foreign key (${column}) references referenced on delete cascade`,
        `create unique index ${table.replace('archive.', 'own_')} on ${table} (date, (${column} + 1))`,
      ]),
    ],
  ],
  [
    'no constraints and no indexes',
    [
      `alter table archive.${outputs} drop constraint ${outputs}_pkey, drop constraint machine_output_check, alter customer_id drop not null`,
      `drop index archive.${outputs}_date_customer_id_machine_id_coin_idx`,
      `alter table archive.${postings} drop constraint ${postings}_pkey, drop constraint two_accounts_of_one_coin_and_one_customer, alter amount drop not null`,
    ],
  ],
])('takes a table that came back with %s as it takes one that never left', async (_what, statements, who = 'owner') => {
  await undone(who === 'admin' ? months.admin : months.test.owner, async (dbTx) => {
    await runAll(dbTx, statements);
    await attachBoth(dbTx);
    expect(await shapesOf(dbTx)).toEqual(shapes);
    expect(await checkSealedDays(dbTx)).toEqual([]);
  });
});

/** A table of the same name and rows in the place of the one that left. */
const replaced = (table: string, create: string) => [`alter table archive.${table} rename to other`, create];

it.each<[string, string, string[]]>([
  ['a view', 'is no plain table', replaced(outputs, `create view archive.${outputs} as select * from archive.other`)],
  [
    'a table of partitions',
    'is no plain table',
    [
      ...replaced(
        outputs,
        `create table archive.${outputs} (like archive.other including all) partition by range (date)`,
      ),
      `alter table archive.${outputs} attach partition archive.other for values from ('2020-03-01') to ('2020-04-01')`,
    ],
  ],
  ['a table of days that a crash empties', 'is not logged', [`alter table archive.${outputs} set unlogged`]],
  ['a table of postings that a crash empties', 'is not logged', [`alter table archive.${postings} set unlogged`]],
  [
    'a table with heirs',
    'inherits or is inherited from',
    [`create table archive.heir () inherits (archive.${outputs})`],
  ],
  ['a column more', 'has other columns', [`alter table archive.${outputs} add note text`]],
  ['a column of another type', 'has other columns', [`alter table archive.${outputs} alter gross type numeric`]],
  [
    'a column of another collation',
    'has other columns',
    [`alter table archive.${outputs} alter coin type text collate "C"`],
  ],
  [
    'a column that computes itself',
    'has other columns',
    [
      `alter table archive.${outputs} drop column pool_fee cascade`,
      `alter table archive.${outputs} add pool_fee bigint not null generated always as (gross - net) stored`,
    ],
  ],
  [
    'a column of the ledger of another type',
    'has other columns',
    [`alter table archive.${postings} alter date type timestamptz using date`],
  ],
  // Hidden from its owner, whose seal would fit what is left to be seen.
  [
    'rows that a policy hides',
    'not as they were sealed',
    [
      `alter table archive.${outputs} disable trigger user`,
      `insert into archive.${outputs} select 9, date, coin, 90, hashrate, 86400, null, 0, 5, 0, 5 from archive.${outputs} where machine_id = 1`,
      `create policy own on archive.${outputs} using (machine_id < 9)`,
      `alter table archive.${outputs} force row level security`,
    ],
  ],
  [
    'postings that a policy hides',
    'is not as it was sealed',
    [
      `alter table archive.${postings} disable trigger user`,
      'set local search_path = ledger, public',
      `insert into archive.${postings} select transfer_id, 99, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id
         from archive.${postings} limit 1`,
      `create policy own on archive.${postings} using (line < 99)`,
      `alter table archive.${postings} enable row level security, force row level security`,
    ],
  ],
  [
    'rows of two customers swapped',
    'not as they were sealed',
    [
      `alter table archive.${outputs} disable trigger user`,
      `update archive.${outputs} set customer_id = 40 - customer_id where machine_id in (1, 3) and date = '2020-03-05'`,
    ],
  ],
  [
    'a time changed by a microsecond',
    'not as they were sealed',
    [
      `alter table archive.${charges} disable trigger user`,
      `update archive.${charges} set charged_at = '2020-03-05T00:00:00.000001Z' where machine_id = 1 and date = '2020-03-05'`,
    ],
  ],
  [
    'a row twice',
    'is not as it was sealed',
    [
      `alter table archive.${outputs} drop constraint ${outputs}_pkey, disable trigger user`,
      `insert into archive.${outputs} select * from archive.${outputs} limit 1`,
    ],
  ],
  [
    'a row of another month',
    'is not as it was sealed',
    [
      `alter table archive.${outputs} disable trigger user`,
      `insert into archive.${outputs} select machine_id, '2020-02-02', coin, customer_id, 50, 1, null, 0, 5, 0, 5 from archive.${outputs} limit 1`,
    ],
  ],
])('refuses %s', async (_what, refusal, statements) => {
  await undone(months.test.owner, async (dbTx) => {
    await runAll(dbTx, statements);
    await expect(attachBoth(dbTx)).rejects.toMatchObject({ code: 'LD005', message: expect.stringContaining(refusal) });
  });
});

/** One transaction, its work held up in the middle of it. */
function heldUp<T>(begin: (inside: () => Promise<void>) => Promise<T>) {
  let enter = () => {};
  let leave = () => {};
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const ended = begin(async () => {
    enter();
    await left;
  });
  return { entered, leave: () => leave(), ended };
}

it('moves no month under who reads one snapshot', async () => {
  const { database, owner } = months.test;
  for (const moves of [
    [attachDays, attachPostings],
    [detachPostings, detachDays],
  ]) {
    const { entered, leave, ended } = heldUp((inside) =>
      inSnapshot(database, async (dbTx) => {
        await dbTx.query({ text: 'select from machine' });
        await inside();
        return checkSealedDays(dbTx);
      }),
    );
    await entered;
    await Promise.all(moves.map((move) => expect(owner.transaction(move)).rejects.toMatchObject({ code: '55P03' })));
    leave();
    expect(await ended).toEqual([]);
    for (const move of moves) await owner.transaction(move);
  }
});

it('lets no role write a charge that is paid', async () => {
  const { database, owner } = months.test;
  await owner.transaction(attachDays);
  for (const part of ['public', 'worker', 'staff'] as const)
    await expect(
      as(part, () => database.query({ text: 'update electricity_charge set paid_promotion = 1 where machine_id = 1' })),
      part,
    ).rejects.toThrow('a charge that is paid stands');
  expect(await checkSealedDays(owner)).toEqual([]);
});
