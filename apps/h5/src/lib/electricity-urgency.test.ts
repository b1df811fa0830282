// Covers the urgency of the electricity reminder.
import { describe, expect, it } from 'vitest';
import { urgencyOf } from './electricity-urgency.ts';

describe('urgencyOf', () => {
  it('rises at seven, three and one day, and with a debt [area:electricity]', () => {
    const at = (daysLeft: number | null, owed = '0.000000') => urgencyOf({ daysLeft, owed });
    expect([at(null), at(8), at(7), at(4), at(3), at(2), at(1), at(0)]).toEqual([
      'calm',
      'calm',
      'low',
      'low',
      'urgent',
      'urgent',
      'critical',
      'critical',
    ]);
    expect(at(30, '0.000001')).toBe('arrear');
  });
});
