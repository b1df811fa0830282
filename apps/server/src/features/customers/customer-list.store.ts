import type { CustomerStatus } from '@lode/contract/record-states';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

export interface ListedCustomer {
  id: bigint;
  account: string;
  nickname: string;
  tags: string[];
  status: CustomerStatus;
  createdAt: Date;
  machines: number;
  owed: bigint;
  isFrozen: boolean;
}

/** Counts and sums are made for the part that is shown alone, each by an index of its customer. */
const listed = (order: string, isBehind: string) => `
  select id, account, nickname, tags, status, created_at as "createdAt",
    (select count(*)::int from machine where machine.customer_id = page.id) as machines,
    coalesce((select sum(owed)::bigint from owed_fees where owed_fees.customer_id = page.id), 0) as owed,
    exists (select from customer_freeze open where open.customer_id = page.id and lifted_at is null) as "isFrozen"
  from (
    select * from customer
    where ($1::text is null or status = $1) and ($2::text is null or tags @> array[$2])
      and ($3::text is distinct from 'OWING' or id in (select customer_id from owed_fees))
      and ($3::text is distinct from 'FROZEN' or id in (select customer_id from customer_freeze where lifted_at is null))
      and ($4::bigint is null or ${isBehind})
    order by ${order} limit $5
  ) page
  order by ${order}`;

const orders = {
  NEWEST: query('customers.list', listed('id desc', 'id < $4')).as<ListedCustomer>(),
  OLDEST: query('customers.list.1', listed('id', 'id > $4')).as<ListedCustomer>(),
  ACCOUNT: query(
    'customers.list.2',
    listed('account', 'account > (select account from customer last where last.id = $4)'),
  ).as<ListedCustomer>(),
};

export interface CustomerFilter {
  status?: CustomerStatus;
  tag?: string;
  state?: 'OWING' | 'FROZEN';
  sort?: keyof typeof orders;
}

/** `after` is the last customer of the part before, whose place in the order is read again. */
export function readCustomers(
  db: Queryable,
  { status, tag, state, sort = 'NEWEST' }: CustomerFilter,
  { after, limit }: { after: readonly [id: string] | null; limit: number },
): Promise<ListedCustomer[]> {
  return many(db, orders[sort], [status ?? null, tag ?? null, state ?? null, after?.[0] ?? null, limit]);
}
