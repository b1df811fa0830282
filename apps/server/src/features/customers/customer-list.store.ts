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

const sorts = ['NEWEST', 'OLDEST', 'ACCOUNT'] as const;
const states = ['ANY', 'OWING', 'FROZEN'] as const;
const statuses = ['ANY', 'ACTIVE', 'OTHER'] as const;

/** A set of filters. Each has a text, and a plan, of its own: a condition that may be absent is none that an index answers. */
interface Shape {
  sort: (typeof sorts)[number];
  state: (typeof states)[number];
  /** Nearly all are active: the others have indexes of their own. */
  status: (typeof statuses)[number];
  hasTag: boolean;
}

/** What stands behind the cursor, which is `$3`, in each order. */
const behind = {
  NEWEST: (id: string) => `${id} < coalesce($3::bigint, ${2n ** 63n - 1n})`,
  OLDEST: (id: string) => `${id} > coalesce($3::bigint, 0)`,
  ACCOUNT: () =>
    `account > case when $3::bigint is null then '' else (select account from customer last where last.id = $3) end`,
};
const orders = {
  NEWEST: (id: string) => `${id} desc`,
  OLDEST: (id: string) => id,
  ACCOUNT: () => 'account',
};
const statusIs = {
  ANY: '$1::text is null',
  ACTIVE: `status = $1::text and status = 'ACTIVE'`,
  // A range of one value, and ordered by it: no plan walks along all customers instead.
  OTHER: `status between $1::text and $1 and status <> 'ACTIVE'`,
};

/** Each that stands in `may_owe` is asked on its own: a join would read all fees that are owed. */
const owes = 'exists (select from owed_fees where owed_fees.customer_id = customer.id offset 0)';

/** Of more customers with a tag, fifty are soon met along the accounts; so many are sorted as quickly. */
const sortedAtMost = 5000;

/** The part of the list, walked along what is rarest. By account the frozen ones and few with a tag are sorted. */
function pageOf({ sort, state, status, hasTag }: Shape): string {
  const isAsked = `${statusIs[status]} and ${hasTag ? '$2::text = any (tags)' : '$2::text is null'}`;
  const isBehind = behind[sort];
  const order = orders[sort];
  const ofStatus = status !== 'OTHER' ? '' : sort === 'OLDEST' ? 'status desc, ' : 'status, ';
  const walk = `select * from customer where ${isAsked} and ${isBehind('id')} order by ${ofStatus}${order('id')} limit $4`;
  /** Each is read by its key: a join of another kind would read all customers. */
  const ofIds = (ids: string, when = 'true') => `
    select customer.* from (${ids}) found
    cross join lateral (select * from customer where customer.id = found.id and ${isAsked} offset 0) customer
    where ${sort === 'ACCOUNT' ? isBehind('id') : 'true'} and ${when}
    order by ${order('found.id')} limit $4`;
  const idsIn = (table: string, isWanted: string) =>
    `select distinct customer_id as id from ${table} where ${isWanted} ${sort === 'ACCOUNT' ? '' : `and ${isBehind('customer_id')} order by ${order('id')}`}`;

  if (state === 'FROZEN') return ofIds(idsIn('customer_freeze', 'lifted_at is null'));
  if (state === 'OWING') {
    // Before the customer is read, of whom few have the tag.
    const isTagged = hasTag
      ? 'exists (select from customer_tag where tag = $2 and customer_tag.customer_id = may_owe.customer_id offset 0)'
      : 'true';
    if (sort !== 'ACCOUNT') return ofIds(idsIn('may_owe', isTagged), owes);
    // Those that the worker has not looked at stand beside the others, without an account.
    const resolved = `select distinct account as reached, customer_id as id from may_owe where ${isBehind('')} and ${isTagged} order by account`;
    return `
      select customer.* from (
        (select id from (${ofIds(resolved, `customer.account = found.reached and ${owes}`)}) resolved)
        union
        (select id from (${ofIds(idsIn('may_owe', `account is null and ${isTagged}`), owes)}) unresolved)
      ) part
      cross join lateral (select * from customer where customer.id = part.id offset 0) customer
      order by account limit $4`;
  }
  if (!hasTag || status === 'OTHER') return walk;
  if (sort !== 'ACCOUNT') return ofIds(idsIn('customer_tag', 'tag = $2'));
  const tagged = `select customer_id as id from customer_tag where tag = $2 limit ${sortedAtMost + 1}`;
  return `
    with tagged as materialized (${tagged}), found as materialized (select count(*) <= ${sortedAtMost} as "isFew" from tagged)
    select customer.* from (
      (select id from (${ofIds('select id from tagged', '(select "isFew" from found)')}) few)
      union all
      (select id from (${walk}) walked where not (select "isFew" from found))
    ) part
    cross join lateral (select * from customer where customer.id = part.id offset 0) customer`;
}

/** Counts and sums are made for the part that is shown alone, each by an index of its customer. */
const listed = (shape: Shape) => `
  select id, account, nickname, tags, status, created_at as "createdAt",
    (select count(*)::int from machine where machine.customer_id = page.id) as machines,
    coalesce((select sum(owed)::bigint from owed_fees where owed_fees.customer_id = page.id), 0) as owed,
    exists (select from customer_freeze open where open.customer_id = page.id and lifted_at is null) as "isFrozen"
  from (${pageOf(shape)}) page
  order by ${orders[shape.sort]('id')}`;

const shapes = sorts.flatMap((sort) =>
  states.flatMap((state) =>
    statuses.flatMap((status) => [false, true].map((hasTag): Shape => ({ sort, state, status, hasTag }))),
  ),
);
const keyOf = ({ sort, state, status, hasTag }: Shape) => `${sort} ${state} ${status} ${hasTag}`;
const lists = new Map(
  shapes.map((shape, n) => [
    keyOf(shape),
    query(n === 0 ? 'customers.list' : (`customers.list.${n}` as const), listed(shape)).as<ListedCustomer>(),
  ]),
);

export interface CustomerFilter {
  status?: CustomerStatus;
  tag?: string;
  state?: 'OWING' | 'FROZEN';
  sort?: Shape['sort'];
}

/** `after` is the last customer of the part before, whose place in the order is read again. */
export function readCustomers(
  db: Queryable,
  { status, tag, state, sort = 'NEWEST' }: CustomerFilter,
  { after, limit }: { after: readonly [id: string] | null; limit: number },
): Promise<ListedCustomer[]> {
  const kind = status === undefined ? 'ANY' : status === 'ACTIVE' ? 'ACTIVE' : 'OTHER';
  const list = lists.get(keyOf({ sort, state: state ?? 'ANY', status: kind, hasTag: tag !== undefined }));
  if (!list) throw new Error('no such list of customers');
  return many(db, list, [status ?? null, tag ?? null, after?.[0] ?? null, limit]);
}
