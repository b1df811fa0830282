import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CustomerRange } from './range.ts';

/** Positions of one batch, about: a customer is never split. */
export const defaultPositionsPerBatch = 10_000;

const lastCustomers = query(
  'coin-up.last-customers',
  `select distinct customer_id as last
   from (select customer_id, row_number() over (order by customer_id, coin) as n from coin_up_position) position
   where n % $1 = 0 order by customer_id`,
).as<{ last: bigint }>();

const largestCustomer = 10n ** 16n;

/** Ranges of customers with about as many positions each. Together they cover all ids, so that nothing falls between. */
export async function planRanges(db: Queryable, positionsPerBatch: number): Promise<CustomerRange[]> {
  const lasts = (await many(db, lastCustomers, [positionsPerBatch])).map(({ last }) => last);
  const firsts = [0n, ...lasts.map((last) => last + 1n)];
  return firsts.map((first, i) => ({ first, last: lasts[i] ?? largestCustomer }));
}
