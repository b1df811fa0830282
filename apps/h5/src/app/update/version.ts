const shape = /^\d\.\d\.\d\.\d$/;

/** A version as a number, its dots removed: `1.4.2.0` is 1420. Null for what is not four single digits: it compares to nothing. */
export function versionNumber(version: string): number | null {
  return shape.test(version) ? Number(version.replaceAll('.', '')) : null;
}

export function isNewer(offered: string, own: string): boolean {
  const [theirs, ours] = [versionNumber(offered), versionNumber(own)];
  return theirs !== null && ours !== null && theirs > ours;
}
