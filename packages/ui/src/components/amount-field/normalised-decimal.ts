/**
 * Normalises Chinese keyboard input and pasted text: `normalisedDecimal('１，234。5') === '1234.5'`. Invalid text stays
 * unchanged, for the form to report.
 */
export function normalisedDecimal(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/。/g, '.')
    .replace(/[\s,]/g, '')
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.');
}
