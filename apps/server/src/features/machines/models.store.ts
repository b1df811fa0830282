import { many, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

export interface ModelRow {
  id: bigint;
  name: string;
  coin: 'BTC' | 'ETH' | 'DOGE';
  hashrate: string;
  hashrateUnit: string;
  powerWatts: number;
  poolFeeRate: string;
  machines: number;
}

const list = query(
  'machines.model-list',
  `select model.id, name, coin, trim_scale(hashrate)::text as hashrate, hashrate_unit as "hashrateUnit",
     power_watts as "powerWatts", trim_scale(pool_fee_rate)::text as "poolFeeRate",
     coalesce(counted.machines, 0)::int as machines
   from machine_model model
   left join (select model_id, sum(machines) as machines from machine_tally group by model_id) counted on counted.model_id = model.id
   where $1::bigint is null or model.id < $1 order by model.id desc limit $2`,
).as<ModelRow>();

/** Models with how many machines are of them, the newest first. */
export function readModelList(
  db: Queryable,
  { after, limit }: { after: readonly [id: string] | null; limit: number },
): Promise<ModelRow[]> {
  return many(db, list, [after?.[0] ?? null, limit]);
}

export type NewModel = Omit<ModelRow, 'id' | 'machines'>;

const insert = query(
  'machines.new-model',
  `insert into machine_model (name, coin, hashrate, hashrate_unit, power_watts, pool_fee_rate)
   values ($1, $2, $3, $4, $5, $6) on conflict (name) do nothing returning id`,
).as<{ id: bigint }>();

/** Null where there is a model of that name. */
export async function insertModel(db: Queryable, model: NewModel): Promise<bigint | null> {
  const { name, coin, hashrate, hashrateUnit, powerWatts, poolFeeRate } = model;
  return (await maybeOne(db, insert, [name, coin, hashrate, hashrateUnit, powerWatts, poolFeeRate]))?.id ?? null;
}
