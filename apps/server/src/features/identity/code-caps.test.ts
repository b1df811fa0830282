// A request fits when it fits under every cap; otherwise the one that holds longest says until when.
import { expect, it } from 'vitest';
import { codeCaps, freeAgainAt, scenesWithBudgetOf } from './code-caps.ts';

const now = new Date('2026-03-10T04:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const none = { pause: null, account: null, device: null, house: null };
const caps = codeCaps(5000, { scene: 'LOGIN', isKnownDevice: false });
const hour = 3600;

it('counts as it was promised', () => {
  expect(caps.pause).toEqual({ count: 1, windowMs: 60_000 });
  expect([caps.account.count, caps.device.count, caps.house.count]).toEqual([10, 30, 4000]);
  expect(caps.account.windowMs).toBe(24 * hour * 1000);
  expect(codeCaps(5000, { scene: 'CHANGE_CONTACT', isKnownDevice: false }).house.count).toBe(500);
});

it('keeps a fifth of what strangers may cause for known devices, and at least one code for each', () => {
  const countOf = (codesPerDay: number, scene: string, isKnownDevice: boolean) =>
    codeCaps(codesPerDay, { scene, isKnownDevice }).house.count;
  expect(countOf(5000, 'LOGIN', true)).toBe(5000);
  expect(countOf(5000, 'WITHDRAW', false)).toBe(5000);
  expect(countOf(1, 'LOGIN', false)).toBe(1);
});

it('lets neither strangers nor staff use up the codes of customers', () => {
  const budgets = ['LOGIN', 'WITHDRAW', 'CHANGE_CONTACT'].map(scenesWithBudgetOf);
  expect(new Set(budgets.flat()).size).toBe(budgets.flat().length);
  expect(scenesWithBudgetOf('FUNDS_PASSWORD')).toBe(budgets[1]);
});

it('lets who has room through, at the very second too', () => {
  expect(freeAgainAt(caps, none, now)).toBeNull();
  expect(
    freeAgainAt(caps, { ...none, pause: ago(60), account: ago(24 * hour), device: ago(24 * hour) }, now),
  ).toBeNull();
});

it('names the time when the last of the full caps has room again', () => {
  expect(freeAgainAt(caps, { ...none, pause: ago(59) }, now)).toEqual(ago(-1));
  expect(freeAgainAt(caps, { ...none, pause: ago(1), device: ago(23 * hour) }, now)).toEqual(ago(-hour));
});
