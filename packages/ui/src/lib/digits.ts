/** U+2212, as wide as a plus sign, unlike a hyphen. */
export const minus = '−';

/** Groups integer digits in threes: `groupDigits('-1234.50') === '−1,234.50'`. */
export function groupDigits(decimal: string): string {
  const negative = decimal.startsWith('-');
  const [integer = '', fraction] = (negative ? decimal.slice(1) : decimal).split('.');
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${negative ? minus : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Truncates or pads to `decimals` places: `withDecimals('141', 2) === '141.00'`. */
export function withDecimals(decimal: string, decimals: number): string {
  const [integer = '0', fraction = ''] = decimal.split('.');
  return decimals === 0 ? integer : `${integer}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`;
}
