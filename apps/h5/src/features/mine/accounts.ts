import type { Data } from '@lode/contract';
import { parseAmount } from '@lode/money';

export type Balance = Data<'indexInfo'>['assetsInfo']['accounts'][number];
export type AccountName = Balance['account'];

const order: readonly AccountName[] = ['OUTPUT_ACCOUNT', 'ELE_ACCOUNT', 'COIN_UP_ACCOUNT', 'INCOME_ACCOUNT'];
const savings: readonly AccountName[] = ['COIN_UP_ACCOUNT', 'INCOME_ACCOUNT'];

export interface AccountGroup {
  account: AccountName;
  balances: Balance[];
}

/** Balances by account in a fixed order; savings are omitted while they are closed and empty. */
export function accountGroups(balances: readonly Balance[], isCoinUpOpen: boolean): AccountGroup[] {
  return order
    .map((account) => ({ account, balances: balances.filter((balance) => balance.account === account) }))
    .filter(({ account, balances: own }) => {
      const isEmpty = own.every(({ total, coin }) => parseAmount(total, coin) === 0n);
      return own.length > 0 && (!isEmpty || isCoinUpOpen || !savings.includes(account));
    });
}
