const pattern = /^\d\.\d\.\d\.\d$/;

/** `1.4.2.0` is 1420; null for anything but four single digits, which compares as neither older nor newer. */
export function versionNumber(version: string): number | null {
  return pattern.test(version) ? Number(version.replaceAll('.', '')) : null;
}

export function isNewer(offered: string, own: string): boolean {
  const [offeredNumber, ownNumber] = [versionNumber(offered), versionNumber(own)];
  return offeredNumber !== null && ownNumber !== null && offeredNumber > ownNumber;
}
