// Proves that the staff reads in Chinese why a customer is frozen, from the English that the row keeps.
import { expect, it } from 'vitest';
import { depositRemoved, freezeReason, reportedEvent } from './freeze-reasons.zh.ts';

it.each([depositRemoved('7'), reportedEvent('12', 'NEW_DEVICE')])('%o', (said) => {
  expect(freezeReason(said.en)).toEqual(said);
  expect(said.zh).toMatch(/[\u4e00-\u9fff]{4}/);
});

it('says other words as they were written', () => {
  expect(freezeReason('asked by phone').zh).toBe('asked by phone');
});
