// Covers the comparison of versions and invalid versions.
import { describe, expect, it } from 'vitest';
import { isNewer, versionNumber } from './version.ts';

describe('versions [state:update.version-compare]', () => {
  it('compares versions as numbers without their dots', () => {
    expect(versionNumber('1.4.2.0')).toBe(1420);
    expect(isNewer('1.0.0.1', '1.0.0.0')).toBe(true);
    expect(isNewer('1.1.0.0', '1.0.9.9')).toBe(true);
    expect(isNewer('1.0.0.0', '1.0.0.0')).toBe(false);
    expect(isNewer('0.9.9.9', '1.0.0.0')).toBe(false);
  });

  it('accepts four single digits only', () => {
    for (const wrong of ['1.10.0.0', '1.0.0', '1.0.0.0.0', 'v1.0.0.0', '', '1..0.0', '１.0.0.0']) {
      expect(versionNumber(wrong)).toBeNull();
      expect(isNewer(wrong, '0.0.0.0')).toBe(false);
    }
  });
});
