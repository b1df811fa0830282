import { type CustomerAccount, customerAccountCoins, customerAccounts } from '@lode/ledger';
import { type Coin, formatAmount } from '@lode/money';

/** One account of a customer, in minor units of its coin. */
export interface AccountBalance {
  readonly account: CustomerAccount;
  readonly coin: Coin;
  readonly posted: bigint;
  readonly held: bigint;
  /** Of withdrawals that have not come to their end: out of the account, and still the customer's. */
  readonly leaving: bigint;
}

/** A balance as text: `account coin posted held`; or `account coin amount leaving` of all open withdrawals from it. */
export type BalanceText = string;

/** Every account that a customer has, in the order in which screens show them. */
const chart = customerAccounts.flatMap((account) =>
  customerAccountCoins[account].map((coin): AccountBalance => ({ account, coin, posted: 0n, held: 0n, leaving: 0n })),
);
const places = new Map(chart.map(({ account, coin }, place) => [`${account} ${coin}`, place]));

/** Accounts that nothing happened to are zero, not absent. */
export function balancesOf(rows: readonly BalanceText[]): AccountBalance[] {
  const balances = [...chart];
  for (const row of rows) {
    const [account, coin, amount = '', last = ''] = row.split(' ');
    const place = places.get(`${account} ${coin}`);
    const known = place === undefined ? undefined : balances[place];
    if (place === undefined || known === undefined) continue;
    const part = last === 'leaving' ? { leaving: BigInt(amount) } : { posted: BigInt(amount), held: BigInt(last) };
    balances[place] = { ...known, ...part };
  }
  return balances;
}

/** All that is the customer's there, the part that is not available included. */
export const totalOf = ({ posted, leaving }: AccountBalance): bigint => posted + leaving;

/** `frozen` is what holds set aside and what withdrawals take out; what is left is available, both together the total. */
export function balanceAnswer(balance: AccountBalance) {
  return answersOfNothing.get(balance) ?? answerOf(balance);
}

function answerOf(balance: AccountBalance) {
  const { account, coin, posted, held, leaving } = balance;
  return {
    account,
    coin,
    available: formatAmount(posted - held, coin),
    frozen: formatAmount(held + leaving, coin),
    total: formatAmount(totalOf(balance), coin),
  };
}

/** Written once: most of a customer's accounts are empty. */
const answersOfNothing = new Map(chart.map((nothing) => [nothing, answerOf(nothing)]));
