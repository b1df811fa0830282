import { type CustomerAccount, customerAccount } from '@lode/ledger';

export const withdrawCoins = ['BTC', 'USDT'] as const;
export type WithdrawCoin = (typeof withdrawCoins)[number];
export type NetworkName = 'BITCOIN' | 'ERC20';

/** The one network that each coin leaves by, and the account that it leaves. */
export const networkOf: Record<WithdrawCoin, NetworkName> = { BTC: 'BITCOIN', USDT: 'ERC20' };
const walletAccount: Record<WithdrawCoin, CustomerAccount> = { BTC: 'OUTPUT_ACCOUNT', USDT: 'ELE_ACCOUNT' };

/** Where a withdrawal comes from and goes back to. */
export function walletOf(customerId: bigint, coin: WithdrawCoin): bigint {
  return customerAccount(customerId, walletAccount[coin], coin);
}
