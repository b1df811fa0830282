import { expect, it } from 'vitest';
import { clockFace, type Hold, joinedHold, secondsUntil } from './holds.ts';

const early = '2026-11-21T04:00:00.000Z';
const late = '2026-11-21T09:00:00.000Z';

it('tells the first reason and the latest end; a freeze has none', () => {
  const device: Hold = { reason: 'NEW_DEVICE', until: early };
  const address: Hold = { reason: 'NEW_ADDRESS', until: late };
  expect(joinedHold([null, null])).toBeNull();
  expect(joinedHold([device, null])).toEqual(device);
  expect(joinedHold([null, address])).toEqual(address);
  expect(joinedHold([device, address])).toEqual({ reason: 'NEW_DEVICE', until: late });
  expect(joinedHold([{ reason: 'FROZEN', until: null }, address])).toEqual({ reason: 'FROZEN', until: null });
});

it("counts by the product's clock, however wrong the phone's is", () => {
  const told = { now: early, at: 1_000_000 };
  expect(secondsUntil(late, told, 1_000_000)).toBe(5 * 3600);
  expect(secondsUntil(late, told, 1_000_000 + 90_500)).toBe(5 * 3600 - 90);
  expect(secondsUntil(early, told, 1_000_000 + 5000)).toBe(0);
});

it('writes hours, minutes and seconds', () => {
  expect([clockFace(63_728), clockFace(0), clockFace(100 * 3600 + 59)]).toEqual(['17:42:08', '00:00:00', '100:00:59']);
});
