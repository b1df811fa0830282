import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CustomerRange } from '../close-kind.ts';

/** Machines of one batch, about: a customer is never split. Larger ones lock more customers for longer, and a worker holds more. */
export const defaultMachinesPerBatch = 5_000;

const lastCustomers = query(
  'day-close.last-customers',
  `select max(customer_id) as last
   from (
     select customer_id, (sum(count(*)) over (order by customer_id) - count(*))::bigint / $1 as batch
     from machine_terms where effective_from <= $2 and effective_to > $2 group by customer_id
   ) owner
   group by batch order by batch`,
).as<{ last: bigint }>();

const largestCustomer = 10n ** 16n;

/** Ranges of customers with about as many machines each on the day. Together they cover all ids, so that nothing falls between. */
export async function planBatches(db: Queryable, date: string, machinesPerBatch: number): Promise<CustomerRange[]> {
  const lasts = (await many(db, lastCustomers, [machinesPerBatch, date])).map(({ last }) => last).slice(0, -1);
  const firsts = [0n, ...lasts.map((last) => last + 1n)];
  return firsts.map((first, i) => ({ first, last: lasts[i] ?? largestCustomer }));
}
