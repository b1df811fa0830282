import { maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const record = query(
  'machines.record-purchase-price',
  `insert into machine_purchase as known (machine_id, customer_id, price, recorded_at, recorded_by)
   select id, customer_id, $2, $3, $4 from machine where id = $1
   on conflict (machine_id, customer_id) do update
     set price = excluded.price, recorded_at = excluded.recorded_at, recorded_by = excluded.recorded_by
   returning (select machine_no from machine where id = $1) as "machineNo"`,
).as<{ machineNo: string | null }>();

/** What the machine's present owner paid for it, in micro-USDT; a slip is put right by the next one. Null without such a machine. */
export async function recordPurchasePrice(
  db: Queryable,
  { machineId, price, staffName }: { machineId: bigint; price: bigint; staffName: string },
  now: Date,
): Promise<string | null> {
  return (await maybeOne(db, record, [machineId, price, now, staffName]))?.machineNo ?? null;
}
