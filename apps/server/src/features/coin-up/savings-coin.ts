import type { CustomerAccount } from '@lode/ledger';

/** What can be saved. */
export const savingsCoins = ['BTC', 'USDT'] as const;
export type SavingsCoin = (typeof savingsCoins)[number];

/** Where savings come from and go back to. */
export const walletAccount: Record<SavingsCoin, CustomerAccount> = { BTC: 'OUTPUT_ACCOUNT', USDT: 'ELE_ACCOUNT' };
