import { execute, many, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import { type CustomerRange, collectOwed } from './collect.ts';
import { payHosting } from './hosting.ts';

export interface PayOwedPorts {
  /** Starts the machines of those of the customers who owe no electricity any more. Without `recordedAt` it is `at`. */
  readonly leaveArrear: (
    dbTx: Transaction,
    customerIds: readonly bigint[],
    at: Date,
    recordedAt?: Date,
  ) => Promise<unknown>;
}

/** Every account that can pay. The lock makes rows of zero, so that one that is credited for the first time is guarded. */
const lockAccounts = lockingQuery(
  'electricity.lock-paying-accounts',
  `select count(*) from ledger.lock_balances(array(
     select ledger.account_id(customer_id, account, coin)
     from unnest($1::bigint[]) customer_id
     cross join (values ('OUTPUT_ACCOUNT', 'BTC'), ('OUTPUT_ACCOUNT', 'ETH'), ('OUTPUT_ACCOUNT', 'DOGE'), ('ELE_ACCOUNT', 'USDT'))
       paying (account, coin)))`,
);

/**
 * Locks all that paying may take from. Who credits ELE or OUTPUT calls it before the credit: the accounts are then locked
 * at once and in their order, as the day close locks them, so that there is no deadlock.
 */
export async function lockPayingAccounts(dbTx: Transaction, customerIds: readonly bigint[]): Promise<void> {
  await execute(dbTx, lockAccounts, [customerIds]);
}

/** A customer who owes nothing any more. */
export interface Settled {
  account: string;
  /** What was owed before, in micro-USDT. */
  paid: bigint;
  /** Whether machines stood still for it. */
  isRelieved: boolean;
}

interface Owing {
  id: bigint;
  account: string;
  owed: bigint;
}

const owing = query(
  'electricity.owing',
  `select customer.id, account, owed from unnest($1::bigint[]) asked (id) join customer using (id)
   cross join lateral (select sum(owed)::bigint as owed from owed_fees where customer_id = asked.id) debt
   where owed > 0`,
).as<Owing>();

const owingInRange = query(
  'electricity.owing-in-range',
  `select customer.id, account, owed
   from (select customer_id, sum(owed)::bigint as owed from owed_fees where customer_id between $1 and $2 group by customer_id) debt
   join customer on customer.id = customer_id and customer.id between $1 and $2`,
).as<Owing>();

/** Who of a range owes now; to be given to `settledSince` after paying. */
export const readOwing = (db: Queryable, { first, last }: CustomerRange): Promise<Owing[]> =>
  many(db, owingInRange, [first, last]);

/** Who of those owes nothing any more. */
export async function settledSince(
  db: Queryable,
  before: readonly Owing[],
  relievedCustomers: readonly bigint[],
): Promise<Settled[]> {
  if (before.length === 0) return [];
  const ids = before.map(({ id }) => id);
  return settledOf(before, await many(db, owing, [ids]), relievedCustomers);
}

/** Who of `before` is not among `after`. */
function settledOf(before: readonly Owing[], after: readonly Owing[], relievedCustomers: readonly bigint[]): Settled[] {
  const [stillOwing, relieved] = [new Set(after.map(({ id }) => id)), new Set(relievedCustomers)];
  return before
    .filter(({ id }) => !stillOwing.has(id))
    .map(({ id, account, owed }) => ({ account, paid: owed, isRelieved: relieved.has(id) }));
}

/**
 * Pays what customers owe from what they now have: electricity oldest first, then hosting. To be called after every
 * credit to ELE or OUTPUT, in its transaction. A day whose price is not there yet is left to the close, which asks for it.
 * Answers whose debts this settled in full.
 */
export async function payOwed(
  dbTx: Transaction,
  ports: PayOwedPorts,
  customerIds: readonly bigint[],
  at: Date,
): Promise<Settled[]> {
  await lockPayingAccounts(dbTx, customerIds);
  const before = await many(dbTx, owing, [customerIds]);
  if (before.length === 0) return [];
  const owingIds = before.map(({ id }) => id);
  const { relievedCustomers } = await collectOwed(dbTx, owingIds, at);
  await payHosting(dbTx, owingIds, at);
  if (relievedCustomers.length > 0) await ports.leaveArrear(dbTx, relievedCustomers, at);
  return settledSince(dbTx, before, relievedCustomers);
}
