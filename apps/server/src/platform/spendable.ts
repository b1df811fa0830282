import type { Queryable } from './db/database.ts';

/** One of the accounts from which money leaves: USDT of ELE, BTC of OUTPUT. And when it is asked about. */
export interface AskedWallet {
  customerId: bigint;
  coin: 'BTC' | 'USDT';
  now: Date;
}

/** What may leave a wallet. Minor units. */
export interface Spendable {
  /** The ledger's available balance. */
  balance: bigint;
  /** Own money that is set aside for electricity which is used and not charged yet. */
  reserved: bigint;
  /** The balance less promotional credit, which pays electricity only and covers what is used first, and less `reserved`. */
  available: bigint;
  /** Electricity or hosting is owed. */
  owes: boolean;
}

/** Whole days of electricity that an amount of micro-USDT would last a customer; null without fees. */
export type ElectricityDays = (available: bigint) => number | null;

/** Of the electricity slice, for what takes money out of wallets. */
export interface SpendablePorts {
  /** In the order of the wallets. To be read while their balances are locked. */
  readonly readSpendables: (db: Queryable, wallets: readonly AskedWallet[]) => Promise<Spendable[]>;
  /** In the order of the customers. */
  readonly electricityDays: (db: Queryable, customerIds: readonly bigint[]) => Promise<ElectricityDays[]>;
}

/** What is left when some of it was taken. What is available covers no electricity: to take it changes no reserve, of no wallet. */
export function spendableAfter({ balance, available, ...rest }: Spendable, taken: bigint): Spendable {
  return { ...rest, balance: balance - taken, available: available - taken };
}

/** With fewer days of electricity left the customer has to confirm. */
const electricityDaysToKeep = 3;

export function endangersElectricity(days: ElectricityDays, left: bigint): boolean {
  const remaining = days(left);
  return remaining !== null && remaining < electricityDaysToKeep;
}
