import { customerAccount, KeyReused, lockBalances } from '@lode/ledger';
import type { Coin } from '@lode/money';
import { one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/**
 * A correction may charge this many times the day's or the month's own charge: a meter that was read a decimal place too low. More is a typing
 * error, which would take all that a customer has.
 */
const debitTimesCharge = 10n;
/** Micro-USDT. Allowed for every charge, however small: a machine that stood idle by mistake has none. */
const debitAlwaysAllowed = 100_000_000n;

/** The largest debit of one correction, in micro-USDT. */
export function debitBound(charged: bigint): bigint {
  const ofCharge = charged * debitTimesCharge;
  return ofCharge > debitAlwaysAllowed ? ofCharge : debitAlwaysAllowed;
}

export const debitLimits = { times: debitTimesCharge, always: debitAlwaysAllowed };

/** What a correction did, for the people who give it. */
export interface AdjustEffect {
  /** Micro-USDT: the day's or the month's own charge; null for an output. */
  charged: bigint | null;
  /** Micro-USDT: what became a charge, and what is owed less. */
  becameCharge: bigint;
  waived: bigint;
  moves: readonly Move[];
  /** Micro-USDT: all electricity and hosting that the customer owes afterwards. */
  owedAfter: bigint;
}

/** Above zero: the account received it. */
export interface Move {
  account: string;
  coin: Coin;
  amount: bigint;
}

const paying = [
  ['ELE_ACCOUNT', 'USDT'],
  ['OUTPUT_ACCOUNT', 'BTC'],
  ['OUTPUT_ACCOUNT', 'ETH'],
  ['OUTPUT_ACCOUNT', 'DOGE'],
] as const;

/** The amounts of `paying`; its accounts are locked already. */
export async function payingAmounts(dbTx: Transaction, customerId: bigint): Promise<readonly bigint[]> {
  const accounts = paying.map(([account, coin]) => customerAccount(customerId, account, coin));
  const balances = await lockBalances(dbTx, accounts);
  return accounts.map((account) => balances.get(account)?.available ?? 0n);
}

export async function movesSince(dbTx: Transaction, customerId: bigint, before: readonly bigint[]): Promise<Move[]> {
  const after = await payingAmounts(dbTx, customerId);
  return paying
    .map(([account, coin], index) => ({ account, coin, amount: (after[index] ?? 0n) - (before[index] ?? 0n) }))
    .filter(({ amount }) => amount !== 0n);
}

const owedInAll = query(
  'electricity.owed-in-all',
  'select coalesce(sum(owed), 0)::bigint as owed from owed_fees where customer_id = $1',
).as<{ owed: bigint }>();

export async function readOwed(db: Queryable, customerId: bigint): Promise<bigint> {
  return (await one(db, owedInAll, [customerId])).owed;
}

/** The ledger knows the key of a correction with another input. */
export function unlessKeyReused(error: unknown): { outcome: 'key-used-otherwise' } {
  if (error instanceof KeyReused) return { outcome: 'key-used-otherwise' };
  throw error;
}
