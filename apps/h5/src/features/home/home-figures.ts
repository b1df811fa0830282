import type { Data } from '@lode/contract';
import { type Amount, parseAmount } from '@lode/money';
import { hasBalance } from '../../lib/valuation.ts';

export type IndexInfo = Data<'indexInfo'>;
type Mining = IndexInfo['mining'];
export type MinedCoin = Mining['last30'][number]['coin'];
type Balance = IndexInfo['assetsInfo']['accounts'][number];

/** Shares of the hero; savings principal and interest are one. */
export type ShareName = 'OUTPUT_ACCOUNT' | 'COIN_UP_ACCOUNT' | 'ELE_ACCOUNT';

export interface AssetShare {
  name: ShareName;
  /** Micro-USDT of the priced coins, as in the total; null when none is priced. */
  value: Amount | null;
}

const accountsOf: Record<ShareName, readonly Balance['account'][]> = {
  OUTPUT_ACCOUNT: ['OUTPUT_ACCOUNT'],
  COIN_UP_ACCOUNT: ['COIN_UP_ACCOUNT', 'INCOME_ACCOUNT'],
  ELE_ACCOUNT: ['ELE_ACCOUNT'],
};

/** Has or had machines: only then are outputs and earnings more than zeros. */
export function isMiner({ mining: { machineCount, total } }: IndexInfo): boolean {
  return machineCount > 0 || total.some(({ amount }) => /[1-9]/.test(amount));
}

/** Has nothing yet, of which figures could be shown. */
export function isNewcomer(info: IndexInfo): boolean {
  return !isMiner(info) && !info.assetsInfo.accounts.some(hasBalance);
}

/** Value of each account; COIN UP is omitted while it is closed and empty. */
export function assetShares({ assetsInfo, coinUp }: IndexInfo): AssetShare[] {
  const names = Object.keys(accountsOf) as ShareName[];
  return names
    .map((name) => ({ name, value: valueOf(assetsInfo.accounts, accountsOf[name]) }))
    .filter(({ name, value }) => name !== 'COIN_UP_ACCOUNT' || coinUp.isEnableFunction || value !== 0n);
}

function valueOf(balances: readonly Balance[], accounts: readonly Balance['account'][]): Amount | null {
  const held = balances.filter((balance) => accounts.includes(balance.account) && hasBalance(balance));
  const values = held.flatMap(({ valueUsdt }) => (valueUsdt === null ? [] : [parseAmount(valueUsdt, 'USDT')]));
  return held.length > 0 && values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0n);
}

/** BTC where it is mined, otherwise the first mined coin. */
export function mainCoin(mining: Mining): MinedCoin {
  const coins = [...mining.hashrates, ...mining.last30].map(({ coin }) => coin);
  return coins.includes('BTC') ? 'BTC' : (coins[0] ?? 'BTC');
}

/** Non-zero amounts of the other coins, mostly merged mining. */
export function sideAmounts(amounts: Mining['yesterday'], main: MinedCoin): Mining['yesterday'] {
  return amounts.filter(({ coin, amount }) => coin !== main && parseAmount(amount, coin) !== 0n);
}

export function amountIn(amounts: Mining['yesterday'], coin: MinedCoin): string {
  return amounts.find((candidate) => candidate.coin === coin)?.amount ?? '0.00000000';
}
