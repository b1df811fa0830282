import type { AddressCheck } from '@lode/chain';
import type { AddressOfKey } from '../../platform/chains/address-of-key.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import type { NetworkName } from './domain/coins.ts';
import type { LimitsPorts } from './domain/limits.ts';

/** What the checks of a request need. */
export interface RequestPorts extends LimitsPorts {
  /** Checks an address as typed, also while the network's node is down. */
  readonly checkAddress: (network: NetworkName, text: string) => Promise<AddressCheck>;
  readonly addressOf: AddressOfKey;
  /** Whether payments can be made on a network now. */
  readonly isOffered: (network: NetworkName) => Promise<boolean>;
  /** How long password changes, new devices and new addresses hold withdrawals back. */
  holdHours: number;
}

/** What returning an amount to a wallet needs: the customer hears of it, and debts are paid from it at once. */
export interface AmountReturnPorts extends AnnouncePort {
  readonly lockPayingAccounts: (dbTx: Transaction, customerIds: readonly bigint[]) => Promise<void>;
  readonly payOwed: (dbTx: Transaction, customerIds: readonly bigint[], at: Date) => Promise<void>;
}

/** The payouts slice, as far as an approval needs it. */
export interface PayoutPorts {
  /** Queues the payout in the transaction of the approval. */
  readonly startPayout: (db: Queryable, id: bigint) => Promise<void>;
}
