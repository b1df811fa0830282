import { type CustomerAccount, customerAccount, houseAccount } from '@lode/ledger';

export const withdrawCoins = ['BTC', 'USDT'] as const;
export type WithdrawCoin = (typeof withdrawCoins)[number];
export type NetworkName = 'BITCOIN' | 'ERC20';

/** The one network that each coin leaves by, and the account that it leaves. */
export const networkOf: Record<WithdrawCoin, NetworkName> = { BTC: 'BITCOIN', USDT: 'ERC20' };
export const coinOf: Record<NetworkName, WithdrawCoin> = { BITCOIN: 'BTC', ERC20: 'USDT' };
/** The account of a customer that a coin leaves. */
export const walletAccount: Record<WithdrawCoin, CustomerAccount> = { BTC: 'OUTPUT_ACCOUNT', USDT: 'ELE_ACCOUNT' };

/** A customer's wallet of the coin. */
export function walletOf(customerId: bigint, coin: WithdrawCoin): bigint {
  return customerAccount(customerId, walletAccount[coin], coin);
}

/** Whose coins a withdrawal takes: a customer's, or the operator's own, which go to a fixed destination. */
export type Payer = { customerId: bigint; destinationId: null } | { customerId: null; destinationId: bigint };

/** Where a withdrawal comes from and goes back to. */
export function sourceOf({ customerId }: Payer, coin: WithdrawCoin): bigint {
  return customerId === null ? houseAccount('TREASURY', coin) : walletOf(customerId, coin);
}

/** For staff: `customer 10001`, `TREASURY`. */
export function payerText({ customerId }: { customerId: bigint | null }): string {
  return customerId === null ? 'TREASURY' : `customer ${customerId}`;
}
