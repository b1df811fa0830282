import { formatAmount } from '@lode/money';
import { groupDigits } from '@lode/ui';

const shownDigits = 4;
const [fewestDecimals, mostDecimals] = [2, 6];

/**
 * A price in micro-USDT with two to six decimals, so that at least four digits are significant; below one USDT nothing is
 * truncated. `priceText(15_479n) === '0.015479'`
 */
export function priceText(price: bigint): string {
  const [integer = '', micro = ''] = formatAmount(price, 'USDT').split('.');
  if (integer !== '0') {
    const decimals = Math.max(fewestDecimals, shownDigits - integer.length);
    return groupDigits(`${integer}.${micro.slice(0, decimals)}`);
  }
  const leadingZeros = micro.length - micro.replace(/^0+/, '').length;
  const decimals = Math.min(mostDecimals, leadingZeros + shownDigits);
  return `0.${micro.slice(0, decimals)}${micro.slice(decimals).replace(/0+$/, '')}`;
}
