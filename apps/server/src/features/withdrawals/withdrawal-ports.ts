import type { AddressCheck } from '@lode/chain';
import type { DbTx } from '../../platform/db/database.ts';
import type { NetworkName } from './domain/coins.ts';
import type { TermsPorts } from './domain/limits.ts';

/** What everything that judges a withdrawal is given. */
export interface JudgePorts extends TermsPorts {
  /** Judges an address as typed, also while the network's node is away. */
  checkAddress(network: NetworkName, text: string): Promise<AddressCheck>;
  /** Whether payments can be made on a network now. */
  isOffered(network: NetworkName): Promise<boolean>;
  /** How long password changes, new devices and new addresses hold withdrawals back. */
  holdHours: number;
}

/** What giving money back to a wallet needs: debts are paid from it at once. */
export interface CreditPorts {
  lockPayingAccounts(dbTx: DbTx, customerIds: readonly bigint[]): Promise<void>;
  payOwed(dbTx: DbTx, customerIds: readonly bigint[], at: Date): Promise<void>;
}
