/** Four single digits, dots removed: `1.4.2.0` is 1420. Versions compare as these numbers. */
export function versionNumber(versionNo: string): number {
  return Number(versionNo.replaceAll('.', ''));
}
