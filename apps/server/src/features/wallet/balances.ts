import { type CustomerAccount, customerAccount, customerAccountCoins, customerAccounts } from '@lode/ledger';
import { type Coin, formatAmount } from '@lode/money';

/** One account of a customer, in minor units of its coin. */
export interface AccountBalance {
  account: CustomerAccount;
  coin: Coin;
  posted: bigint;
  held: bigint;
}

/** A balance row of the ledger as text: `account posted held`. */
export type BalanceText = string;

/** Every account that a customer has, in the order in which screens show them, by the last two digits of its id. */
const chart = customerAccounts.flatMap((account) =>
  customerAccountCoins[account].map((coin) => ({
    digits: String(customerAccount(1n, account, coin)).slice(-2),
    nothing: { account, coin, posted: 0n, held: 0n } satisfies AccountBalance,
  })),
);

/** Accounts that nothing happened to are zero, not absent. */
export function balancesOf(rows: readonly BalanceText[]): AccountBalance[] {
  const known = new Map(
    rows.map((row) => {
      const [id = '', posted = '', held = ''] = row.split(' ');
      return [id.slice(-2), { posted: BigInt(posted), held: BigInt(held) }];
    }),
  );
  return chart.map(({ digits, nothing }) => {
    const found = known.get(digits);
    return found ? { ...nothing, ...found } : nothing;
  });
}

/** `frozen` is what holds set aside; what is left is available, both together the total. */
export function balanceAnswer({ account, coin, posted, held }: AccountBalance) {
  return {
    account,
    coin,
    available: formatAmount(posted - held, coin),
    frozen: formatAmount(held, coin),
    total: formatAmount(posted, coin),
  };
}
