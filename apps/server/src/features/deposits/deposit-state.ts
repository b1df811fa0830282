import type { Network } from '@lode/chain';
import type { Data } from '@lode/contract';
import { customerAccount, houseAccount, type Posting } from '@lode/ledger';
import type { Coin } from '@lode/money';

export type DepositCoin = Extract<Coin, 'BTC' | 'USDT'>;
export type DepositStatus = Data<'depositPage'>['records'][number]['status'];

/** What comes in on a network. Any other coin at the address is no deposit. */
export const coinOf = { BITCOIN: 'BTC', ERC20: 'USDT' } as const satisfies Record<Network, DepositCoin>;

/** Its own block is the first confirmation; money fresh from a miner has to be spendable too. */
export function confirmationsNeeded(usual: number, height: number, maturesAt: number | undefined): number {
  return Math.max(usual, maturesAt === undefined ? 0 : maturesAt - height);
}

/** Small deposits wait for each other: all of them are credited when their sum reaches the minimum, or none. */
export function isEnough(amounts: readonly bigint[], min: bigint): boolean {
  return amounts.reduce((sum, amount) => sum + amount, 0n) >= min;
}

interface Deposit {
  customerId: bigint;
  coin: DepositCoin;
  amount: bigint;
}

/** CUSTODY → OUTPUT for BTC, CUSTODY → ELE for USDT. */
export function creditPosting({ customerId, coin, amount }: Deposit, date: string): Posting {
  const from = houseAccount('CUSTODY', coin);
  return coin === 'BTC'
    ? { from, to: customerAccount(customerId, 'OUTPUT_ACCOUNT', coin), type: 'RECHARGE_BTC', amount, date }
    : { from, to: customerAccount(customerId, 'ELE_ACCOUNT', coin), type: 'ELE_RECHARGE', amount, date };
}

/** The coins are gone from our addresses and the customer has the credit: SUSPENSE stands for it. */
export function removalPosting({ coin, amount }: Deposit, date: string): Posting {
  return { from: houseAccount('SUSPENSE', coin), to: houseAccount('CUSTODY', coin), type: 'REORG', amount, date };
}

/** What the customer was credited with, back to SUSPENSE: in their records the same type with a minus. */
export function clawBackPosting(deposit: Deposit, date: string): Posting {
  const credit = creditPosting(deposit, date);
  return { ...credit, from: credit.to, to: houseAccount('SUSPENSE', deposit.coin) };
}

/** The same output was mined again after that. */
export function returnPosting(deposit: Deposit, date: string): Posting {
  return { ...creditPosting(deposit, date), from: houseAccount('SUSPENSE', deposit.coin) };
}

/** What the customer cannot pay back, from the operator's own money. */
export function writeOffPosting(coin: DepositCoin, amount: bigint, date: string): Posting {
  return {
    from: houseAccount('TREASURY', coin),
    to: houseAccount('SUSPENSE', coin),
    type: 'TREASURY_MOVE',
    amount,
    date,
  };
}

/** The same output was mined again: the operator has its money back, the customer keeps the credit. */
export function writeOffReversalPosting(coin: DepositCoin, amount: bigint, date: string): Posting {
  return {
    from: houseAccount('SUSPENSE', coin),
    to: houseAccount('TREASURY', coin),
    type: 'TREASURY_MOVE',
    amount,
    date,
  };
}

/** The same output was mined again. */
export function restoringPosting({ coin, amount }: Deposit, date: string): Posting {
  return { from: houseAccount('CUSTODY', coin), to: houseAccount('SUSPENSE', coin), type: 'REORG', amount, date };
}

/** Kind of the alert about a credited deposit that is in no block any more. */
export const removedAlert = 'deposit-removed';
