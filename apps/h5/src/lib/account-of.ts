import type { Coin } from '@lode/money';

/** The wallet's account of a coin: electricity is kept in USDT, and all else is output. */
export function accountOf({ coin }: { coin: Coin }): 'OUTPUT_ACCOUNT' | 'ELE_ACCOUNT' {
  return coin === 'USDT' ? 'ELE_ACCOUNT' : 'OUTPUT_ACCOUNT';
}
