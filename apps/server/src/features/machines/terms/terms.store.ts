import type { PurchaseKind } from '@lode/contract/record-states';
import type { MinedCoin } from '@lode/money';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';
import type { Speed } from '../../../platform/speed.ts';

const lock = lockingQuery('machines.lock-terms', `select pg_advisory_xact_lock(hashtext('change of terms'))`);

/** One change at a time: what is compared before and after it is its own effect. */
export async function lockTerms(dbTx: Transaction): Promise<void> {
  await execute(dbTx, lock);
}

/** What a change of a machine's terms is checked against. */
export interface TermedMachine {
  id: bigint;
  machineNo: string;
  coin: MinedCoin;
  hashrateUnit: string;
  model: Speed & { name: string };
  purchaseKind: PurchaseKind;
  /** The first mining day that it earns and is charged on. */
  firstDay: string;
}

const machines = query(
  'machines.termed',
  `select machine.id, machine_no as "machineNo", purchase_kind as "purchaseKind", machine.coin, machine.hashrate_unit as "hashrateUnit",
     jsonb_build_object('name', name, 'hashrate', trim_scale(model.hashrate)::text, 'hashrateUnit', model.hashrate_unit) as model,
     (select min(effective_from) from machine_terms where machine_id = machine.id) as "firstDay"
   from machine join machine_model model on model.id = model_id where machine_no = any ($1::text[])`,
).as<TermedMachine>();

export async function readTermedMachines(
  db: Queryable,
  numbers: readonly string[],
): Promise<Map<string, TermedMachine>> {
  return new Map((await many(db, machines, [numbers])).map((machine) => [machine.machineNo, machine]));
}

const numberById = query('machines.number-by-id', 'select machine_no as "machineNo" from machine where id = $1').as<{
  machineNo: string;
}>();

export async function findMachineNo(db: Queryable, id: bigint): Promise<string | null> {
  return (await maybeOne(db, numberById, [id]))?.machineNo ?? null;
}

const sites = query('machines.sites', 'select name, id from site where name = any ($1::text[])').as<{
  name: string;
  id: bigint;
}>();

export async function readSiteIds(db: Queryable, names: readonly string[]): Promise<Map<string, bigint>> {
  return new Map((await many(db, sites, [names])).map(({ name, id }) => [name, id]));
}

/** All that is earned and charged by on a day. */
export interface DayTerms {
  machineNo: string;
  coin: string;
  day: string;
  account: string;
  site: string;
  tariff: string;
  /** USDT per kWh; null where the tariff has none on the day. */
  price: string | null;
  hashrate: string;
  hashrateUnit: string;
  powerWatts: number;
  poolFeeRate: string;
  /** Micro-USDT. */
  hostingFeeMonthly: bigint | null;
  endTime: Date | null;
  /** First day of hosting that was set; null: by the machine's status. */
  onSiteFrom: string | null;
}

const onDays = query(
  'machines.terms-on-days',
  `select machine_no as "machineNo", machine.coin, day::date as day, account, site.name as site, terms.tariff_name as tariff,
     trim_scale((
       select price from tariff where tariff.site_id = terms.site_id and tariff.name = terms.tariff_name and tariff.effective_from <= day
       order by tariff.effective_from desc limit 1
     ))::text as price,
     trim_scale(terms.hashrate)::text as hashrate, hashrate_unit as "hashrateUnit", terms.power_watts as "powerWatts",
     trim_scale(terms.pool_fee_rate)::text as "poolFeeRate", terms.hosting_fee_monthly as "hostingFeeMonthly",
     terms.end_time as "endTime", terms.on_site_from as "onSiteFrom"
   from unnest($1::bigint[], $2::date[]) change (machine_id, first_day)
   cross join generate_series(first_day, greatest(first_day, $3::date), interval '1 day') day
   join machine on machine.id = change.machine_id
   join machine_terms terms on terms.machine_id = machine.id and terms.effective_from <= day and terms.effective_to > day
   join customer on customer.id = terms.customer_id
   join site on site.id = terms.site_id
   order by change.machine_id, first_day, day`,
).as<DayTerms & { price: string | null }>();

/** Terms of each machine from its day up to `until`, at least of that day. */
export function readTermsOnDays(
  db: Queryable,
  changes: readonly { machineId: bigint; from: string }[],
  until: string,
): Promise<DayTerms[]> {
  return many(db, onDays, [changes.map(({ machineId }) => machineId), changes.map(({ from }) => from), until]);
}

const daysAhead = query(
  'machines.days-ahead',
  `with change as (select machine_id, first_day from unnest($1::bigint[], $2::date[]) change (machine_id, first_day))
   select terms.machine_id as "machineId", effective_from as from
   from change join machine_terms terms on terms.machine_id = change.machine_id and effective_from > first_day
   union
   select terms.machine_id, tariff.effective_from
   from change
   join machine_terms terms on terms.machine_id = change.machine_id and terms.effective_to > first_day
   join tariff on tariff.site_id = terms.site_id and tariff.name = terms.tariff_name and tariff.effective_from > first_day
     and tariff.effective_from > terms.effective_from and tariff.effective_from < terms.effective_to
   order by 1, 2`,
).as<{ machineId: bigint; from: string }>();

/** Days after that of the change on which another version or another price of the machine begins. */
export function readDaysAhead(
  db: Queryable,
  changes: readonly { machineId: bigint; from: string }[],
): Promise<{ machineId: bigint; from: string }[]> {
  return many(db, daysAhead, [changes.map(({ machineId }) => machineId), changes.map(({ from }) => from)]);
}

/** The fields that a version sets, by the names of the columns. */
export interface StoredPatch {
  customer_id?: string;
  site_id?: string;
  tariff_name?: string;
  hashrate?: string;
  power_watts?: number;
  pool_fee_rate?: string;
  hosting_fee_monthly?: string;
  end_time?: string | null;
  on_site_from?: string | null;
}

const set = lockingQuery(
  'machines.set-terms',
  'select set_machine_terms($1::bigint[], $2::date[], $3::jsonb[], $4, $5) as written',
).as<{ written: number }>();

/** The only way to a later version of terms. Holds the mining days: no close begins until the transaction ends. */
export async function setMachineTerms(
  dbTx: Transaction,
  changes: readonly { machineId: bigint; from: string; patch: StoredPatch | null }[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await one(dbTx, set, [
    changes.map(({ machineId }) => machineId),
    changes.map(({ from }) => from),
    changes.map(({ patch }) => (patch === null ? null : JSON.stringify(patch))),
    by,
    at,
  ]);
}

/** The network's figures of one day, to value a change with. */
export interface NetworkFigures {
  date: string;
  blocks: number;
  subsidySum: bigint;
  feeSum: bigint;
  epochs: { difficulty: string; seconds: number }[];
}

const latestNetwork = query(
  'machines.latest-network-day',
  `select date, blocks, subsidy_sum as "subsidySum", fee_sum as "feeSum", epochs from network_day
   where coin = 'BTC' order by date <= last_closed_day('mining') desc, date desc limit 1`,
).as<NetworkFigures>();

/** Of the latest closed day; before the first close, of the newest day there is. */
export function readLatestNetwork(db: Queryable): Promise<NetworkFigures | null> {
  return maybeOne(db, latestNetwork);
}

/** A tariff's price on a day, and since when it stands. */
export interface DayPrice {
  day: string;
  price: string | null;
  since: string | null;
}

const prices = query(
  'machines.prices-of-tariff',
  `select day::date as day, trim_scale(price)::text as price, since
   from generate_series($3::date, greatest($3::date, $4::date), interval '1 day') day
   left join lateral (
     select price, effective_from as since from tariff
     where site_id = $1 and name = $2 and effective_from <= day order by effective_from desc limit 1
   ) standing on true
   order by day`,
).as<DayPrice>();

/** Of each day from the first to the last, at least of the first. */
export function readPrices(
  db: Queryable,
  tariff: { siteId: bigint; name: string },
  first: string,
  last: string,
): Promise<DayPrice[]> {
  return many(db, prices, [tariff.siteId, tariff.name, first, last]);
}

const addSite = query('machines.add-site', 'insert into site (name) values ($1) returning id').as<{ id: bigint }>();

export async function insertSite(db: Queryable, name: string): Promise<bigint> {
  return (await one(db, addSite, [name])).id;
}

const setPrice = query(
  'machines.set-price',
  `insert into tariff (site_id, name, effective_from, price) values ($1, $2, $3, $4)
   on conflict (site_id, name, effective_from) do update set price = excluded.price`,
);

/** Also in the place of a price that is announced for that day. */
export async function storePrice(
  db: Queryable,
  { siteId, name }: { siteId: bigint; name: string },
  from: string,
  price: string,
): Promise<void> {
  await execute(db, setPrice, [siteId, name, from, price]);
}

/** Machines of one customer and one power that stand under a tariff. */
export interface TariffGroup {
  account: string;
  powerWatts: number;
  machines: number;
  /** Of them, those that stand there on the first day already. */
  atOnce: number;
}

const tariffGroups = query(
  'machines.tariff-groups',
  `select account, power_watts as "powerWatts", count(distinct machine_id)::int as machines,
     count(distinct machine_id) filter (where effective_from <= $3)::int as "atOnce"
   from machine_terms join customer on customer.id = customer_id
   where site_id = $1 and tariff_name = $2 and effective_to > $3
   group by account, power_watts order by account, power_watts`,
).as<TariffGroup>();

export function readTariffGroups(
  db: Queryable,
  { siteId, name }: { siteId: bigint; name: string },
  from: string,
): Promise<TariffGroup[]> {
  return many(db, tariffGroups, [siteId, name, from]);
}

/** A version of terms, for people. */
export interface VersionRow {
  from: string;
  /** Null: it has no end. */
  until: string | null;
  account: string;
  site: string;
  tariff: string;
  hashrate: string;
  powerWatts: number;
  poolFeeRate: string;
  hostingFeeMonthly: bigint | null;
  endTime: Date | null;
  onSiteFrom: string | null;
  recordedAt: Date;
  recordedBy: string;
}

const versions = query(
  'machines.terms-history',
  `select effective_from as from, nullif(effective_to, 'infinity') - 1 as until, account, site.name as site, tariff_name as tariff,
     trim_scale(hashrate)::text as hashrate, power_watts as "powerWatts", trim_scale(pool_fee_rate)::text as "poolFeeRate",
     hosting_fee_monthly as "hostingFeeMonthly", end_time as "endTime", on_site_from as "onSiteFrom", recorded_at as "recordedAt", recorded_by as "recordedBy"
   from machine_terms join customer on customer.id = customer_id join site on site.id = site_id
   where machine_id = $1 order by effective_from`,
).as<VersionRow>();

export function readVersions(db: Queryable, machineId: bigint): Promise<VersionRow[]> {
  return many(db, versions, [machineId]);
}

const tariffHistory = query(
  'machines.tariff-history',
  `select tariff.name as tariff, effective_from as from, trim_scale(price)::text as price
   from tariff join site on site.id = site_id where site.name = $1 order by tariff.name, effective_from`,
).as<{ tariff: string; from: string; price: string }>();

export function readTariffHistory(
  db: Queryable,
  site: string,
): Promise<{ tariff: string; from: string; price: string }[]> {
  return many(db, tariffHistory, [site]);
}
