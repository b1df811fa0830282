import { parseDecimal } from '@lode/money';

/** `percentOf('0.04') === '4'` */
export function percentOf(rate: string): string {
  const hundredths = parseDecimal(rate, 6);
  const whole = hundredths / 10_000n;
  const rest = (hundredths % 10_000n).toString().padStart(4, '0').replace(/0+$/, '');
  return rest === '' ? String(whole) : `${whole}.${rest}`;
}
