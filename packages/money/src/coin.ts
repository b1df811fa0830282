/** The coins that the ledger keeps. */
export const coins = ['BTC', 'USDT', 'ETH', 'DOGE'] as const;
export type Coin = (typeof coins)[number];

/** The coins that machines mine: all but the one that electricity is paid in. */
export type MinedCoin = Exclude<Coin, 'USDT'>;
export const minedCoins = coins.filter((coin): coin is MinedCoin => coin !== 'USDT');

const ledgerScales: Record<Coin, number> = { BTC: 8, USDT: 6, ETH: 8, DOGE: 8 };
const displayScales: Record<Coin, number> = { BTC: 8, USDT: 2, ETH: 8, DOGE: 8 };

export function isCoin(text: string): text is Coin {
  return (coins as readonly string[]).includes(text);
}

/** Decimals of one minor unit in the ledger: a satoshi is 8, a micro-USDT 6. */
export function ledgerScale(coin: Coin): number {
  return ledgerScales[coin];
}

/** Decimals shown to and typed by a customer: USDT 2, every other coin 8. */
export function displayScale(coin: Coin): number {
  return displayScales[coin];
}
