import { execute, many, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CustomerRange } from '../collect.ts';

/** What a customer would have received who had left when the batch was credited. */
export interface Omission {
  customerId: bigint;
  /** Micro-USDT that would have been given back. */
  electricity: bigint;
  /** Satoshis that would have been taken back. */
  output: bigint;
}

const insert = query(
  'electricity.omit-of-outage-credit',
  `insert into outage_credit_omission (credit_id, customer_id, electricity, output)
   select $1, omitted.* from unnest($2::bigint[], $3::bigint[], $4::bigint[]) omitted`,
);

export async function insertOmissions(db: Queryable, creditId: bigint, omissions: readonly Omission[]): Promise<void> {
  if (omissions.length === 0) return;
  const column = <Key extends keyof Omission>(key: Key) => omissions.map((omission) => omission[key]);
  await execute(db, insert, [creditId, column('customerId'), column('electricity'), column('output')]);
}

const ofRange = query(
  'electricity.outage-omissions',
  `select customer_id as "customerId", electricity, output from outage_credit_omission
   where credit_id = $1 and customer_id between $2 and $3 order by customer_id`,
).as<Omission>();

export function readOmissions(db: Queryable, creditId: bigint, { first, last }: CustomerRange): Promise<Omission[]> {
  return many(db, ofRange, [creditId, first, last]);
}

export interface OmittedTotal {
  customers: number;
  electricity: bigint;
  output: bigint;
}

const total = query(
  'electricity.omitted-in-all',
  `select count(*)::int as customers, coalesce(sum(electricity), 0)::bigint as electricity, coalesce(sum(output), 0)::bigint as output
   from outage_credit_omission where credit_id = $1`,
).as<OmittedTotal>();

export function readOmittedTotal(db: Queryable, creditId: bigint): Promise<OmittedTotal> {
  return one(db, total, [creditId]);
}
