// Covers the expected arrival: at once, after a hold, and never while an account is frozen.
import { expect, it } from 'vitest';
import { arrivalOf } from './arrival.ts';

const quote = { now: '2026-11-20T06:00:00.000Z', eta: '2026-11-20T10:30:00.000Z' };

it('is the quote’s without a hold, and as long after the end of one', () => {
  expect(arrivalOf(quote, null)).toBe(quote.eta);
  expect(arrivalOf(quote, { reason: 'NEW_DEVICE', until: '2026-11-21T06:00:00.000Z' })).toBe(
    '2026-11-21T10:30:00.000Z',
  );
  // The hold ended since the quote was made: nothing arrives earlier than without it.
  expect(arrivalOf(quote, { reason: 'NEW_DEVICE', until: '2026-11-20T05:00:00.000Z' })).toBe(quote.eta);
});

it('is not known while only staff can end the hold', () => {
  expect(arrivalOf(quote, { reason: 'FROZEN', until: null })).toBeNull();
});
