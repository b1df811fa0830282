import type { MinedCoin } from '@lode/money';
import { many, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { MachineStatus } from './machine-state.ts';

export interface ListedMachine {
  id: bigint;
  machineNo: string;
  customerId: bigint;
  account: string;
  model: string;
  site: string;
  coin: MinedCoin;
  status: MachineStatus;
  contractEnded: boolean;
  statusSince: Date;
  hashrate: string;
  hashrateUnit: string;
  output: bigint;
}

export interface MachineScope {
  siteId: bigint | null;
  modelId: bigint | null;
  customerId: bigint | null;
}

/** Columns of a listed machine; `machines` has the rows of `machine` that are shown. */
export const listedMachines = (machines: string, more = '') => `
  with latest as materialized (select last_closed_day('mining') as date)
  select machine.id, machine_no as "machineNo", machine.customer_id as "customerId", account, model.name as model, site.name as site,
    machine.coin, machine.status, contract_ended as "contractEnded", status_since as "statusSince",
    trim_scale(machine.hashrate)::text as hashrate, machine.hashrate_unit as "hashrateUnit",
    coalesce((
      select sum(net)::bigint from corrected_output mined
      where mined.machine_id = machine.id and mined.date = latest.date and mined.coin = machine.coin
    ), 0) as output${more}
  from latest cross join (${machines}) machine
  join customer on customer.id = machine.customer_id
  join machine_model model on model.id = model_id
  join site on site.id = machine.site_id
  order by machine.id desc`;

/** Each set of filters has a text, and a plan, of its own: a condition that may be absent is none that an index answers. */
const filters = ['site_id = $1', 'model_id = $2', 'customer_id = $3', 'status = $4'];
const absent = ['$1::bigint is null', '$2::bigint is null', '$3::bigint is null', '$4::text is null'];
const pages = Array.from({ length: 2 ** filters.length }, (_, set) => {
  const wanted = filters.map((filter, n) => (set & (1 << n) ? filter : absent[n]));
  const page = `select * from machine where ${wanted.join(' and ')} and id < $5 order by id desc limit $6`;
  return query(
    set === 0 ? 'machines.staff-list' : (`machines.staff-list.${set}` as const),
    listedMachines(page),
  ).as<ListedMachine>();
});

/** Behind every machine. */
const newest = String(2n ** 63n - 1n);

/** The newest first. */
export function readMachineList(
  db: Queryable,
  { siteId, modelId, customerId, status }: MachineScope & { status: MachineStatus | null },
  { after, limit }: { after: readonly [id: string] | null; limit: number },
): Promise<ListedMachine[]> {
  const given = [siteId, modelId, customerId, status];
  const set = given.reduce<number>((sum, value, n) => (value === null ? sum : sum | (1 << n)), 0);
  return many(db, pages[set] as (typeof pages)[number], [...given, after?.[0] ?? newest, limit]);
}

const counts = query(
  'machines.staff-counts',
  `select status, count(*)::int as count from machine
   where ($1::bigint is null or site_id = $1) and ($2::bigint is null or model_id = $2) and ($3::bigint is null or customer_id = $3)
   group by status`,
).as<{ status: MachineStatus; count: number }>();

export function countMachines(db: Queryable, { siteId, modelId, customerId }: MachineScope) {
  return many(db, counts, [siteId, modelId, customerId]);
}

export interface Choice {
  id: bigint;
  name: string;
}

const choicesAtMost = 1000;
const sites = query(
  'machines.site-choices',
  `select id, name from site order by name limit ${choicesAtMost}`,
).as<Choice>();
const models = query(
  'machines.model-choices',
  `select id, name from machine_model order by name limit ${choicesAtMost}`,
).as<Choice>();

const firstOpenDay = query(
  'machines.first-open-day-now',
  `select nullif(last_closed_day('mining'), '-infinity') + 1 as day`,
).as<{ day: string | null }>();

/** Null before the first close. */
export async function readFirstOpenDay(db: Queryable): Promise<string | null> {
  return (await one(db, firstOpenDay, [])).day;
}

export async function readChoices(db: Queryable): Promise<{ sites: Choice[]; models: Choice[] }> {
  const [siteChoices, modelChoices] = await Promise.all([many(db, sites), many(db, models)]);
  return { sites: siteChoices, models: modelChoices };
}

const latestOutputs = query(
  'machines.latest-outputs',
  `select machine.coin, sum(net)::bigint as amount from machine
   join corrected_output mined on mined.machine_id = machine.id and mined.coin = machine.coin and mined.date = last_closed_day('mining')
   where machine.id = any($1::bigint[]) group by machine.coin order by machine.coin`,
).as<{ coin: MinedCoin; amount: bigint }>();

/** What the machines mined on the latest closed mining day, by coin. */
export function readLatestOutputs(db: Queryable, machineIds: readonly bigint[]) {
  return many(db, latestOutputs, [machineIds]);
}
