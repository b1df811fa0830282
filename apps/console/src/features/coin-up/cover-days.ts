import { divFloor, parseAmount } from '@lode/money';
import type { CoinUp } from './coin-up-data.ts';

type Fund = Pick<CoinUp['coins'][number], 'coin' | 'fund' | 'owed' | 'dailyInterest'>;

/** The server's own bound of what it says. */
const most = 99_999n;

/** Whole days of interest with so much paid in, by the rule of the page: what is owed goes off first. Null: no interest falls due. */
export function coverDays({ coin, fund, owed, dailyInterest, paidIn }: Fund & { paidIn: string }): number | null {
  const daily = parseAmount(dailyInterest, coin);
  if (daily === 0n) return null;
  const free = parseAmount(fund, coin) + parseAmount(paidIn, coin) - parseAmount(owed, coin);
  const days = free > 0n ? divFloor(free, daily) : 0n;
  return Number(days < most ? days : most);
}
