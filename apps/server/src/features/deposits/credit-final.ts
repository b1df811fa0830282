import type { Network } from '@lode/chain';
import { postTransfer } from '@lode/ledger';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { creditPosting, isEnough } from './deposit-state.ts';
import { lockFinal, readCreditable, type SecondNodeBound, writeBelowMinimum, writeCredited } from './deposits.store.ts';
import { holdWatcher } from './watcher.store.ts';

export interface CreditPorts {
  /** Locks all that paying debts may reach for, at once and in the order of the day close. To be called before a credit. */
  readonly lockPayingAccounts: (dbTx: Transaction, customerIds: readonly bigint[]) => Promise<void>;
  /** Pays what the customer owes, oldest first, from what is there now. */
  readonly payOwed: (dbTx: Transaction, customerIds: readonly bigint[], at: Date) => Promise<unknown>;
}

export interface CreditDeps extends CreditPorts {
  database: Database;
  readonly failpoint?: (point: string) => void;
}

/**
 * Credits every deposit whose confirmations are complete, once, customer by customer, and pays at once what they owe. Large ones
 * are credited when a second node has them: those of `confirmed`.
 */
export async function creditFinal(
  deps: CreditDeps,
  network: Network,
  { now, ...which }: { min: bigint; bound: SecondNodeBound; confirmed: readonly bigint[]; now: Date },
): Promise<void> {
  for (const { customerId, ids } of await readCreditable(deps.database, network, which)) {
    const { min } = which;
    await deps.database.transaction((dbTx) => creditCustomer(dbTx, deps, { network, customerId, ids, min, now }));
    deps.failpoint?.('credit:committed');
  }
}

/** Credits the final deposits of one customer, all or those of `ids`, if together they reach the minimum: how many. */
export async function creditCustomer(
  dbTx: Transaction,
  { lockPayingAccounts, payOwed, failpoint }: Omit<CreditDeps, 'database'>,
  {
    network,
    customerId,
    ids,
    min,
    now,
  }: { network: Network; customerId: bigint; ids: readonly bigint[] | null; min: bigint; now: Date },
): Promise<number> {
  // A block update locks deposits first, then the accounts of what it returns: without this lock each could wait for the other.
  await holdWatcher(dbTx, network);
  await lockPayingAccounts(dbTx, [customerId]);
  const deposits = await lockFinal(dbTx, network, customerId, ids);
  if (deposits.length === 0) return 0;
  if (
    !isEnough(
      deposits.map(({ amount }) => amount),
      min,
    )
  ) {
    await writeBelowMinimum(
      dbTx,
      deposits.map(({ id }) => id),
    );
    return 0;
  }
  const date = businessDate(now);
  const paid: { id: bigint; transferId: bigint }[] = [];
  for (const deposit of deposits) {
    const { transferId } = await postTransfer(dbTx, {
      key: `deposit:${deposit.id}`,
      input: { id: deposit.id, customerId, coin: deposit.coin, amount: deposit.amount },
      kind: 'deposit',
      sourceId: String(deposit.id),
      businessDate: date,
      postedAt: now,
      postings: [creditPosting(deposit, date)],
    });
    paid.push({ id: deposit.id, transferId });
    failpoint?.('credit:posted');
  }
  await writeCredited(dbTx, paid, now);
  await payOwed(dbTx, [customerId], now);
  failpoint?.('credit:before-commit');
  return deposits.length;
}
