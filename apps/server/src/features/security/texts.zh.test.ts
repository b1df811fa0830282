// A field of an event that is no text, as only a taken-over process writes it, spoils no page and no notice: it is left out.
import { expect, it } from 'vitest';
import { describeEvent, noticeText, subjectOf } from './texts.zh.ts';

const strange = { model: 5, browser: { a: 1 }, system: null, name: ['x'], amount: 7, coin: false } as never;

it.each(['SESSION_OPENED', 'PASSKEY_ADDED', 'WITHDRAWAL_SUBMITTED'] as const)('%s has its words', (kind) => {
  expect(describeEvent(kind, strange)).toMatch(/。$/);
  expect(subjectOf({ kind, detail: strange })).toBeNull();
  const notice = { kind, detail: strange, at: new Date(0), account: '13900000001' };
  expect(noticeText(notice, { isLast: false })).toContain('139****01');
});

it('reads the fields that are texts', () => {
  expect(describeEvent('SESSION_OPENED', { model: 'iPhone', browser: 'Safari 17' })).toBe(
    '新设备登录：iPhone · Safari 17。',
  );
});
