import type { MinedCoin } from '@lode/money';
import { many, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { walkOf } from '../../platform/db/walk.ts';
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
type Filter = readonly [column: string, value: string];
const filters: readonly Filter[] = [
  ['site_id', '$1::bigint'],
  ['model_id', '$2::bigint'],
  ['customer_id', '$3::bigint'],
  ['status', '$4::text'],
];
const absent = filters.map(([, value]) => `${value} is null`);
const isGiven = (set: number, n: number) => (set & (1 << n)) !== 0;

/** By what else `machine_counts` is walked where two of its three columns are given: each value of the third on its own. */
const thirds = new Map<number, Filter>([
  [0b0011, ['status', `unnest(array['WAITING', 'RUNNING', 'SUSPEND', 'REPAIR', 'ARREAR', 'ENCAPSULATION'])`]],
  [0b1001, ['model_id', '(select id from machine_model)']],
  [0b1010, ['site_id', '(select id from site)']],
]);

function pageOf(set: number): string {
  const wanted = [...absent.filter((_, n) => !isGiven(set, n)), 'id < $5'];
  const walk = { table: 'machine', wanted, limit: '$6' };
  const given = filters.filter((_, n) => isGiven(set, n));
  const third = thirds.get(set);
  if (third) {
    const [column, values] = third;
    const isOne = filters
      .filter(([name], n) => name === column || isGiven(set, n))
      .map(([name, value]): Filter => [name, name === column ? 'third.value' : value]);
    return `select machine.* from (
        select newest.id from ${values} third (value)
        cross join lateral (${walkOf({ ...walk, columns: 'id', given: isOne })}) newest
        order by newest.id desc limit $6
      ) newest join machine on machine.id = newest.id`;
  }
  // A customer has few: they are read, and chosen from.
  const ofCustomer = given.filter(([column]) => column === 'customer_id');
  if (ofCustomer.length === 0) return walkOf({ ...walk, given });
  return walkOf({ ...walk, given: ofCustomer, wanted: [...wanted, ...given.map((one) => one.join(' = '))] });
}

const pages = Array.from({ length: 2 ** filters.length }, (_, set) =>
  query(
    set === 0 ? 'machines.staff-list' : (`machines.staff-list.${set}` as const),
    listedMachines(pageOf(set)),
  ).as<ListedMachine>(),
);

/** Which filters are given. */
const setOf = (given: readonly unknown[]) =>
  given.reduce<number>((sum, value, n) => (value === null ? sum : sum | (1 << n)), 0);

/** Behind every machine. */
const newest = String(2n ** 63n - 1n);

/** The newest first. */
export function readMachineList(
  db: Queryable,
  { siteId, modelId, customerId, status }: MachineScope & { status: MachineStatus | null },
  { after, limit }: { after: readonly [id: string] | null; limit: number },
): Promise<ListedMachine[]> {
  const given = [siteId, modelId, customerId, status];
  return many(db, pages[setOf(given)] as (typeof pages)[number], [...given, after?.[0] ?? newest, limit]);
}

/** Counts of all, of a site and of a model are kept; a customer's machines are few, and counted. */
const scopes = filters.slice(0, 3);
const customerScope = 2;
const counts = Array.from({ length: 2 ** 3 }, (_, set) => {
  const inScope = scopes.map((scope, n) => (isGiven(set, n) ? scope.join(' = ') : absent[n])).join(' and ');
  const counted = isGiven(set, customerScope)
    ? `select status, count(*)::int as count from machine where ${inScope} group by status`
    : `select status, sum(machines)::int as count from machine_tally where ${inScope} group by status having sum(machines) <> 0`;
  return query(set === 0 ? 'machines.staff-counts' : (`machines.staff-counts.${set}` as const), counted).as<{
    status: MachineStatus;
    count: number;
  }>();
});

export function countMachines(db: Queryable, { siteId, modelId, customerId }: MachineScope) {
  const given = [siteId, modelId, customerId];
  return many(db, counts[setOf(given)] as (typeof counts)[number], given);
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
