import type { Coin } from '../events.ts';

/** `139…/ELE_ACCOUNT/USDT`, or `house/CASH/USDT`. */
export type Account = string;

export const houseOf = (name: string, coin: Coin): Account => `house/${name}/${coin}`;
export const prepaidOf = (customer: string): Account => `${customer}/ELE_ACCOUNT/USDT`;
export const outputOf = (customer: string, coin: Coin): Account => `${customer}/OUTPUT_ACCOUNT/${coin}`;
export const savingsOf = (customer: string, coin: Coin): Account => `${customer}/COIN_UP_ACCOUNT/${coin}`;
export const incomeOf = (customer: string, coin: Coin): Account => `${customer}/INCOME_ACCOUNT/${coin}`;
/** Where deposits of a coin go, and where savings come from. */
export const walletOf = (customer: string, coin: 'BTC' | 'USDT'): Account =>
  coin === 'USDT' ? prepaidOf(customer) : outputOf(customer, coin);

export interface Line {
  from: Account;
  to: Account;
  type: string;
  amount: bigint;
  date: string;
  /** The machine that it is about. */
  machine?: string;
}

/** Double entry: every amount leaves one account and comes to another. */
export class Books {
  readonly balances = new Map<Account, bigint>();
  readonly held = new Map<Account, bigint>();
  /** Posted since they were last compared. */
  fresh: Line[] = [];

  post(line: Line): void {
    if (line.amount < 0n) throw new Error(`a line below zero: ${line.from} to ${line.to}`);
    if (line.amount === 0n) return;
    this.#move(line.from, -line.amount);
    this.#move(line.to, line.amount);
    this.fresh.push(line);
  }

  posted(account: Account): bigint {
    return this.balances.get(account) ?? 0n;
  }

  available(account: Account): bigint {
    return this.posted(account) - (this.held.get(account) ?? 0n);
  }

  hold(account: Account, amount: bigint): void {
    this.held.set(account, (this.held.get(account) ?? 0n) + amount);
  }

  #move(account: Account, change: bigint): void {
    const balance = this.posted(account) + change;
    if (balance < 0n && !mayBeBelowZero(account)) throw new Error(`${account} would have ${balance}`);
    this.balances.set(account, balance);
  }
}

/** What the house holds or has spent; SUSPENSE after a reorganisation. */
const mayBeBelowZero = (account: Account): boolean =>
  /^house\/(CUSTODY|CASH|MINING_RECEIVABLE|MINING_VARIANCE|PROMOTION_EXPENSE|NETWORK_FEE_EXPENSE)\//.test(account);
