/**
 * What a Chinese keyboard or a paste brings, as a decimal is written: `tidied('１，234。5') === '1234.5'`. Only the writing
 * is tidied: what is no number stays what it is, for the form to say so.
 */
export function tidied(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/。/g, '.')
    .replace(/[\s,]/g, '')
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.');
}
