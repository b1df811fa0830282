import type { AddressCheck } from '@lode/chain';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import type { NetworkName } from './domain/coins.ts';
import type { LimitsPorts } from './domain/limits.ts';

/** What the checks of a request need. */
export interface RequestPorts extends LimitsPorts {
  /** Checks an address as typed, also while the network's node is down. */
  checkAddress(network: NetworkName, text: string): Promise<AddressCheck>;
  /** Whether payments can be made on a network now. */
  isOffered(network: NetworkName): Promise<boolean>;
  /** How long password changes, new devices and new addresses hold withdrawals back. */
  holdHours: number;
}

/** What a credit to a wallet needs: it pays the customer's debts at once. */
export interface CreditPorts {
  lockPayingAccounts: (dbTx: Transaction, customerIds: readonly bigint[]) => Promise<void>;
  payOwed(db: Queryable, customerIds: readonly bigint[], at: Date): Promise<void>;
}

/** The payouts slice, as far as an approval needs it. */
export interface PayoutPorts {
  /** Queues the payout in the transaction of the approval. */
  startPayout(db: Queryable, id: bigint): Promise<void>;
}
