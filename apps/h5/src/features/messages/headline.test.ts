// Covers the headline of a message: what happened, in its own words.
import { expect, it } from 'vitest';
import { headlineOf } from './headline.ts';

it.each([
  ['提现 0.10000000 BTC 已审核通过。', '提现 0.10000000 BTC 已审核通过', ''],
  ['矿机因欠费停机：ED-02-0901，缴清后自动恢复。', '矿机因欠费停机', 'ED-02-0901，缴清后自动恢复。'],
  [
    '【合约变更】自 2026-12-01 08:00（北京时间）起，电价调整。',
    '合约变更',
    '自 2026-12-01 08:00（北京时间）起，电价调整。',
  ],
  ['申请提现 0.10000000 BTC（地址尾号 7kygt0）。', '申请提现 0.10000000 BTC', '地址尾号 7kygt0'],
  ['今晚停电检修', '今晚停电检修', ''],
  ['客服回复「矿机 LS2」：已经打款，约 1 小时到账。', '客服回复', '「矿机 LS2」：已经打款，约 1 小时到账。'],
])('of %s is its first clause', (text, headline, rest) => {
  expect(headlineOf(text)).toEqual({ headline, rest });
});

it('is missing where the first clause is long', () => {
  expect(headlineOf(`${'长'.repeat(26)}。`)?.headline).toHaveLength(26);
  expect(headlineOf(`${'长'.repeat(27)}。`)).toBeNull();
});
