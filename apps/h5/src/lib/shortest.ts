import { groupDigits } from '@lode/ui';

/** Without trailing zeros, digits grouped: `shortest('1084.000000') === '1,084'`. */
export function shortest(decimal: string): string {
  return groupDigits(decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);
}
