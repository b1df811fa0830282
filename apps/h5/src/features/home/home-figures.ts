import type { Data } from '@lode/contract';
import { type Amount, parseAmount } from '@lode/money';
import { isHeld } from '../../lib/valuation.ts';

export type IndexInfo = Data<'indexInfo'>;
type Mining = IndexInfo['mining'];
export type MinedCoin = Mining['last30'][number]['coin'];
type Balance = IndexInfo['assetsInfo']['accounts'][number];

/** The accounts as the hero shows them: savings principal and interest are one share there. */
export type ShareName = 'OUTPUT_ACCOUNT' | 'COIN_UP_ACCOUNT' | 'ELE_ACCOUNT';

export interface AssetShare {
  name: ShareName;
  /** Micro-USDT of the coins that have a price, as the total counts them; null when none of the account's has one. */
  value: Amount | null;
}

const accountsOf: Record<ShareName, readonly Balance['account'][]> = {
  OUTPUT_ACCOUNT: ['OUTPUT_ACCOUNT'],
  COIN_UP_ACCOUNT: ['COIN_UP_ACCOUNT', 'INCOME_ACCOUNT'],
  ELE_ACCOUNT: ['ELE_ACCOUNT'],
};

/** What each account is worth. COIN UP is left out while it is closed and empty. */
export function assetShares({ assetsInfo, coinUp }: IndexInfo): AssetShare[] {
  const names = Object.keys(accountsOf) as ShareName[];
  return names
    .map((name) => ({ name, value: valueOf(assetsInfo.accounts, accountsOf[name]) }))
    .filter(({ name, value }) => name !== 'COIN_UP_ACCOUNT' || coinUp.isEnableFunction || value !== 0n);
}

function valueOf(balances: readonly Balance[], accounts: readonly Balance['account'][]): Amount | null {
  const held = balances.filter((balance) => accounts.includes(balance.account) && isHeld(balance));
  const values = held.flatMap(({ valueUsdt }) => (valueUsdt === null ? [] : [parseAmount(valueUsdt, 'USDT')]));
  return held.length > 0 && values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0n);
}

/** The coin that leads the screen: BTC where it is mined, else what is. */
export function mainCoin(mining: Mining): MinedCoin {
  const coins = [...mining.hashrates, ...mining.last30].map(({ coin }) => coin);
  return coins.includes('BTC') ? 'BTC' : (coins[0] ?? 'BTC');
}

/** Amounts of the other coins that are not zero: merged mining, mostly. */
export function sideAmounts(amounts: Mining['yesterday'], main: MinedCoin): Mining['yesterday'] {
  return amounts.filter(({ coin, amount }) => coin !== main && parseAmount(amount, coin) !== 0n);
}

/** The amount of one coin in a list, zero when it is not there. */
export function amountIn(amounts: Mining['yesterday'], coin: MinedCoin): string {
  return amounts.find((candidate) => candidate.coin === coin)?.amount ?? '0.00000000';
}

const dayMs = 86_400_000;

/**
 * The day that stands as yesterday when it is an older one, as month and day: a mining day closes at 14:00 Shanghai time
 * of the next, so that in the morning the latest closed day is the one before. Null when it is yesterday indeed.
 */
export function lateClosedDay({ yesterdayDate, todayEstimatedAt }: Mining): string | null {
  const yesterday = new Date(new Date(todayEstimatedAt).getTime() - dayMs).toISOString().slice(0, 10);
  return yesterdayDate === null || yesterdayDate === yesterday ? null : yesterdayDate.slice(5);
}
