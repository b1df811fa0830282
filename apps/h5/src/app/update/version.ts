const shape = /^\d\.\d\.\d\.\d$/;

/** `1.4.2.0` is 1420; null for anything but four single digits, which compares as neither older nor newer. */
export function versionNumber(version: string): number | null {
  return shape.test(version) ? Number(version.replaceAll('.', '')) : null;
}

export function isNewer(offered: string, own: string): boolean {
  const [theirs, ours] = [versionNumber(offered), versionNumber(own)];
  return theirs !== null && ours !== null && theirs > ours;
}
