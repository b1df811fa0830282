import { expect, it } from 'vitest';
import { clockFace, combineHolds, type SecurityHold, secondsUntil } from './security-hold.ts';

const early = '2026-11-21T04:00:00.000Z';
const late = '2026-11-21T09:00:00.000Z';

it('combines holds into the reason of highest priority and the latest end; a freeze has no end', () => {
  const device: SecurityHold = { reason: 'NEW_DEVICE', until: early };
  const address: SecurityHold = { reason: 'NEW_ADDRESS', until: late };
  expect(combineHolds([null, null])).toBeNull();
  expect(combineHolds([device, null])).toEqual(device);
  expect(combineHolds([null, address])).toEqual(address);
  expect(combineHolds([device, address])).toEqual({ reason: 'NEW_DEVICE', until: late });
  expect(combineHolds([{ reason: 'FROZEN', until: null }, address])).toEqual({ reason: 'FROZEN', until: null });
});

it("counts in server time, independent of the phone's clock", () => {
  const serverTime = { now: early, receivedAt: 1_000_000 };
  expect(secondsUntil(late, serverTime, 1_000_000)).toBe(5 * 3600);
  expect(secondsUntil(late, serverTime, 1_000_000 + 90_500)).toBe(5 * 3600 - 90);
  expect(secondsUntil(early, serverTime, 1_000_000 + 5000)).toBe(0);
});

it('formats hours, minutes and seconds', () => {
  expect([clockFace(63_728), clockFace(0), clockFace(100 * 3600 + 59)]).toEqual(['17:42:08', '00:00:00', '100:00:59']);
});
