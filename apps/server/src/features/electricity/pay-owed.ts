import { execute, many, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import { collectOwed } from './collect.ts';
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

/** A customer who owed this, and owes nothing any more. */
export interface Settled {
  account: string;
  owed: bigint;
}

const owing = query(
  'electricity.owing',
  `select customer.id, account, owed from unnest($1::bigint[]) asked (id) join customer using (id)
   cross join lateral (select sum(owed)::bigint as owed from owed_fees where customer_id = asked.id) debt
   where owed > 0`,
).as<Settled & { id: bigint }>();

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
  const after = await many(dbTx, owing, [owingIds]);
  return before.filter(({ id }) => !after.some((rest) => rest.id === id));
}
