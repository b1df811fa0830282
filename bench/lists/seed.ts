import { openDatabase } from '../../apps/server/src/platform/db/database.ts';

/**
 * `rows` customers, machines and lines of the audit log, and a quarter as many repairs. What is rare stands at the far end of its list, where
 * a walk along the list finds it last: frozen and disabled customers, those of a rare tag, the owing ones, machines that are put away, repairs
 * and lines of a member who has few. A tenth of the customers, the oldest, has a tag of its own.
 */
export async function seedLists(ownerUrl: string, rows: number): Promise<void> {
  const owner = openDatabase(ownerUrl, { max: 1 });
  for (const text of [...people, ...machines, ...owed, ...audit, ...repairs])
    await owner.query(text.includes('$1') ? { text, values: [rows] } : { text });
  await owner.query({ text: 'select recount_lists()' });
  await owner.query({ text: 'vacuum analyze' });
  await owner.end();
}

/** What lists hold is written as it stands; how it came to be is not asked here. */
const unguarded = (table: string) => `alter table ${table} disable trigger user`;
const guarded = (table: string) => `alter table ${table} enable trigger user`;

const people = [
  `insert into staff (name, role, password_hash, created_at)
   select name, 'OPERATIONS', 'none', now() from unnest(array['none', 'few']) name
   union all select 'member-' || i, 'OPERATIONS', 'none', now() from generate_series(1, 18) i`,
  unguarded('customer'),
  `insert into customer (id, account, tags, status, created_at) overriding system value
   select i, case when i % 50 = 7 then 'closed-' || i else '1' || lpad((3000000000 + i::bigint * 7919000017 % 6000000011)::text, 10, '0') end,
     case when i <= 20 then array['2019', 'rare'] when i <= $1::int / 10 then array['2019'] when i % 5 < 2 then array['retail']
       when i % 100 = 4 then array['retail-2', 'vip'] else array[]::text[] end,
     case when i % 50 = 7 then 'CLOSED' when i <= 2000 and i % 20 = 3 then 'DISABLED' else 'ACTIVE' end, '2020-01-01'
   from generate_series(1, $1::int) i`,
  guarded('customer'),
  unguarded('customer_freeze'),
  `insert into customer_freeze (customer_id, reason, frozen_at, lifted_at)
   select i * 40, 'bench', '2020-02-01', case when i % 20 > 0 then '2020-02-02'::date end from generate_series(1, 1000) i`,
  guarded('customer_freeze'),
];

const machines = [
  `insert into site (name) select 'site ' || i from generate_series(1, 10) i`,
  `insert into machine_model (name, coin, hashrate, hashrate_unit, power_watts)
   select 'model ' || i, 'BTC', 50, 'TH/s', 1975 from generate_series(1, 20) i`,
  unguarded('machine'),
  `insert into machine (machine_no, customer_id, model_id, site_id, purchase_kind, coin, hashrate, hashrate_unit, power_watts,
     pool_fee_rate, start_time, status, status_since, created_at)
   select 'B' || lpad(i::text, 9, '0'), 1 + i % $1::int, case when i <= 30 then 20 else 1 + i % 19 end, 1 + i % 10, 'SUBSCRIBE', 'BTC', 50,
     'TH/s', 1975, 0.04, '2020-02-01',
     case when i <= 300 then 'ENCAPSULATION' when i % 20 = 1 then 'SUSPEND' when i % 100 = 7 then 'REPAIR' else 'RUNNING' end,
     '2020-02-01', '2020-01-01'
   from generate_series(1, $1::int) i`,
  guarded('machine'),
];

const owed = [
  `select make_month('electricity_charge', month::date) from generate_series('2026-01-01'::date, '2026-12-01', '1 month') month`,
  unguarded('electricity_charge'),
  `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount,
     paid_prepaid, owed)
   select id, date::date, customer_id, machine_no, coin, 86400, 1975, 0.05, 5, 5 - owed, owed
   from machine cross join generate_series('2026-02-19'::date, '2026-03-02', '1 day') date
   cross join lateral (select case when id % 10 = 1 and date > '2026-02-20' then 5 else 0 end as owed) where id <= 40000`,
  guarded('electricity_charge'),
];

const audit = [
  unguarded('audit_log'),
  `insert into audit_log (at, staff_id, approved_by, action, subject, reason)
   select '2026-01-01', case when i <= 5 then 2 else 3 + i % 18 end, case when i between 6 and 10 then 2 when i % 40 = 0 then 3 + (i + 1) % 18 end,
     case when i <= 10 then 'list:export' when i % 18 = 3 then 'audit:show' when i % 5 = 0 then 'customer:search' else 'customer:show' end,
     case when i <= 10 then 'customers' when i % 18 = 3 then 'audit log' when i % 5 = 0 then 'customers' else 'customer ' || i end, 'console'
   from generate_series(1, $1::int) i`,
  guarded('audit_log'),
];

const repairs = [
  unguarded('repair_ticket'),
  `insert into repair_ticket (machine_id, title, status, assignee, opened_by, opened_at, changed_at, closed_at)
   select i, 'bench', status, case when i <= 12 then 2 when i % 3 > 0 then 3 + i % 18 end, 3, '2026-01-01', '2026-01-02',
     case when status = 'DONE' then '2026-01-02'::date end
   from generate_series(1, $1::int / 4) i
   cross join lateral (select case when i <= 1000 and i % 4 = 0 then 'WAITING' when i <= 1000 and i % 4 = 1 then 'OPEN' else 'DONE' end as status)`,
  guarded('repair_ticket'),
];
