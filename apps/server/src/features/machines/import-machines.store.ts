import { execute, many, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { MachineLine } from './machine-file.ts';
import { moveReasons } from './machine-state.ts';

const lock = lockingQuery('machines.lock-imports', `select pg_advisory_xact_lock(hashtext('import of machines'))`);

/** Two imports at once would both take a name for new. */
export async function lockImports(dbTx: Transaction): Promise<void> {
  await execute(dbTx, lock);
}

const customerIds = query(
  'machines.customer-ids',
  `select account, id from customer where account = any ($1::text[])`,
).as<{ account: string; id: bigint }>();

export async function readCustomerIds(db: Queryable, accounts: readonly string[]): Promise<Map<string, bigint>> {
  return new Map((await many(db, customerIds, [accounts])).map(({ account, id }) => [account, id]));
}

export interface KnownModel {
  name: string;
  coin: string;
  powerWatts: number;
  hashrate: string;
  hashrateUnit: string;
  poolFeeRate: string;
}

const models = query(
  'machines.models',
  `select name, coin, power_watts as "powerWatts", trim_scale(hashrate)::text as hashrate, hashrate_unit as "hashrateUnit",
     trim_scale(pool_fee_rate)::text as "poolFeeRate"
   from machine_model where name = any ($1::text[])`,
).as<KnownModel>();

export async function readModels(db: Queryable, names: readonly string[]): Promise<Map<string, KnownModel>> {
  return new Map((await many(db, models, [names])).map((model) => [model.name, model]));
}

export interface TariffVersion {
  effectiveFrom: string;
  price: string;
}

const tariffs = query(
  'machines.tariffs',
  `select site.name as site, effective_from as "effectiveFrom", trim_scale(price)::text as price
   from site join tariff on site_id = site.id and tariff.name = ''
   where site.name = any ($1::text[])
   order by site.name, effective_from`,
).as<TariffVersion & { site: string }>();

/** Versions of each site's tariff, oldest first. */
export async function readTariffs(db: Queryable, sites: readonly string[]): Promise<Map<string, TariffVersion[]>> {
  const bySite = new Map<string, TariffVersion[]>();
  for (const { site, ...version } of await many(db, tariffs, [sites]))
    bySite.set(site, [...(bySite.get(site) ?? []), version]);
  return bySite;
}

export interface KnownMachine {
  machineNo: string;
  customerId: bigint;
  model: string;
  coin: string;
  hashrate: string;
  hashrateUnit: string;
  powerWatts: number;
  purchaseKind: string;
  site: string;
  poolFeeRate: string;
  startTime: Date;
  endTime: Date | null;
  hostingFeeMonthly: bigint | null;
  /** That of its present owner. */
  purchasePrice: bigint | null;
}

const machinesByNumber = query(
  'machines.by-number',
  `select machine_no as "machineNo", machine.customer_id as "customerId", model.name as model, machine.coin,
     trim_scale(machine.hashrate)::text as hashrate, machine.hashrate_unit as "hashrateUnit",
     machine.power_watts as "powerWatts", purchase_kind as "purchaseKind", site.name as site,
     trim_scale(machine.pool_fee_rate)::text as "poolFeeRate", start_time as "startTime", end_time as "endTime",
     hosting_fee_monthly as "hostingFeeMonthly", purchase.price as "purchasePrice"
   from machine join machine_model model on model.id = model_id join site on site.id = site_id
   left join machine_purchase purchase on purchase.machine_id = machine.id and purchase.customer_id = machine.customer_id
   where machine_no = any ($1::text[])`,
).as<KnownMachine>();

export async function readMachinesByNumber(
  db: Queryable,
  numbers: readonly string[],
): Promise<Map<string, KnownMachine>> {
  return new Map((await many(db, machinesByNumber, [numbers])).map((machine) => [machine.machineNo, machine]));
}

type NewModel = Pick<MachineLine, 'model' | 'coin' | 'hashrate' | 'hashrateUnit' | 'powerWatts'> & {
  poolFeeRate: string;
};

const newModels = query(
  'machines.new-models',
  `insert into machine_model (name, coin, hashrate, hashrate_unit, power_watts, pool_fee_rate)
   select * from unnest($1::text[], $2::text[], $3::numeric[], $4::text[], $5::int[], $6::numeric[])`,
);

/** A new model's catalogue figures are those of the first machine that brings it. */
export async function insertModels(db: Queryable, lines: readonly NewModel[]): Promise<void> {
  if (lines.length > 0)
    await execute(
      db,
      newModels,
      columns(lines, 'model', 'coin', 'hashrate', 'hashrateUnit', 'powerWatts', 'poolFeeRate'),
    );
}

// A new site's price holds for every day that any of its machines may have worked.
const newSites = query(
  'machines.new-sites',
  `with added as (
     insert into site (name) select unnest($1::text[]) returning id, name
   )
   insert into tariff (site_id, effective_from, price)
   select added.id, '2009-01-03', given.price
   from added join unnest($1::text[], $2::numeric[]) as given (name, price) using (name)`,
);

export async function insertSites(db: Queryable, lines: readonly MachineLine[]): Promise<void> {
  if (lines.length > 0) await execute(db, newSites, columns(lines, 'site', 'electricityPrice'));
}

export type NewMachine = MachineLine & { customerId: bigint; poolFeeRate: string; status: 'RUNNING' | 'WAITING' };

const newMachines = query(
  'machines.new-machines',
  `with given as (
     select * from unnest(
       $1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::text[], $9::int[],
       $10::numeric[], $11::bigint[], $12::timestamptz[], $13::timestamptz[], $14::text[]
     ) with ordinality as given (machine_no, customer_id, model, site, purchase_kind, coin, hashrate, hashrate_unit, power_watts,
       pool_fee_rate, hosting_fee_monthly, start_time, end_time, status, place)
   ), added as (
     insert into machine (machine_no, customer_id, model_id, site_id, purchase_kind, coin, hashrate, hashrate_unit, power_watts,
       pool_fee_rate, hosting_fee_monthly, start_time, end_time, status, status_since, expected_running_time,
       last_running_time, created_at)
     select machine_no, customer_id, machine_model.id, site.id, purchase_kind, given.coin, given.hashrate, given.hashrate_unit,
       given.power_watts, given.pool_fee_rate, hosting_fee_monthly, start_time, end_time, status,
       case status when 'RUNNING' then start_time else $15 end,
       case status when 'WAITING' then start_time end,
       case status when 'RUNNING' then start_time end,
       $15
     from given
     join machine_model on machine_model.name = given.model
     join site on site.name = given.site
     order by place
     returning id, status, status_since
   )
   insert into machine_status_period (machine_id, started_at, seq, status, by, reason, recorded_at)
   select id, status_since, 1, status, 'import', $16, $15 from added`,
);

const batchSize = 5000;

/** Machines with the first period of their logs. */
export async function insertMachines(dbTx: Transaction, machines: readonly NewMachine[], now: Date): Promise<void> {
  for (let start = 0; start < machines.length; start += batchSize) {
    const batch = machines.slice(start, start + batchSize);
    const added = await execute(dbTx, newMachines, [
      ...columns(
        batch,
        'machineNo',
        'customerId',
        'model',
        'site',
        'purchaseKind',
        'coin',
        'hashrate',
        'hashrateUnit',
        'powerWatts',
        'poolFeeRate',
        'hostingFeeMonthly',
        'startTime',
        'endTime',
        'status',
      ),
      now,
      moveReasons.imported,
    ]);
    if (added !== batch.length) throw new Error(`${added} of ${batch.length} machines were written`);
  }
}

const newPurchases = query(
  'machines.new-purchases',
  `insert into machine_purchase (machine_id, customer_id, price, recorded_at, recorded_by)
   select machine.id, machine.customer_id, given.price, $3, 'import'
   from unnest($1::text[], $2::bigint[]) given (machine_no, price) join machine using (machine_no)`,
);

/** What the owners of new machines paid for them, where the file says it. */
export async function insertPurchases(dbTx: Transaction, machines: readonly MachineLine[], now: Date): Promise<void> {
  const bought = machines.filter(({ purchasePrice }) => purchasePrice !== null);
  if (bought.length > 0) await execute(dbTx, newPurchases, [...columns(bought, 'machineNo', 'purchasePrice'), now]);
}

const keepImport = query(
  'machines.keep-import',
  `insert into machine_import (imported_at, file_hash, imported, already_there) values ($1, $2, $3, $4)`,
);

/** The audit line of a file, which names no person. */
export async function insertImport(
  dbTx: Transaction,
  { at, fileHash, imported, alreadyThere }: { at: Date; fileHash: Uint8Array; imported: number; alreadyThere: number },
): Promise<void> {
  await execute(dbTx, keepImport, [at, fileHash, imported, alreadyThere]);
}

/** Rows as the column arrays that `unnest` takes. */
function columns<Row>(rows: readonly Row[], ...names: (keyof Row)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}
