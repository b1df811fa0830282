import { type CustomerAccount, customerAccountCoins, customerAccounts } from '@lode/ledger';
import { type Coin, formatAmount } from '@lode/money';

/** One account of a customer, in minor units of its coin. */
export interface AccountBalance {
  account: CustomerAccount;
  coin: Coin;
  posted: bigint;
  held: bigint;
  /** Of withdrawals that have not come to their end: out of the account, and still the customer's. */
  leaving: bigint;
}

/** A balance as text: `account coin posted held`; or `account coin amount leaving` of all open withdrawals from it. */
export type BalanceText = string;

/** Every account that a customer has, in the order in which screens show them. */
const chart = customerAccounts.flatMap((account) =>
  customerAccountCoins[account].map((coin) => ({
    key: `${account} ${coin}`,
    nothing: { account, coin, posted: 0n, held: 0n, leaving: 0n } satisfies AccountBalance,
  })),
);

/** Accounts that nothing happened to are zero, not absent. */
export function balancesOf(rows: readonly BalanceText[]): AccountBalance[] {
  const known = new Map<string, Partial<AccountBalance>>();
  for (const row of rows) {
    const [account, coin, amount = '', last = ''] = row.split(' ');
    const key = `${account} ${coin}`;
    const part = last === 'leaving' ? { leaving: BigInt(amount) } : { posted: BigInt(amount), held: BigInt(last) };
    known.set(key, { ...known.get(key), ...part });
  }
  return chart.map(({ key, nothing }) => {
    const found = known.get(key);
    return found ? { ...nothing, ...found } : nothing;
  });
}

/** All that is the customer's there, the part that is not available included. */
export const totalOf = ({ posted, leaving }: AccountBalance): bigint => posted + leaving;

/** `frozen` is what holds set aside and what withdrawals take out; what is left is available, both together the total. */
export function balanceAnswer(balance: AccountBalance) {
  const { account, coin, posted, held, leaving } = balance;
  return {
    account,
    coin,
    available: formatAmount(posted - held, coin),
    frozen: formatAmount(held + leaving, coin),
    total: formatAmount(totalOf(balance), coin),
  };
}
