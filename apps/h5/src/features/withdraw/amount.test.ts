import { expect, it } from 'vitest';
import { amountProblemText, type Limits, readWithdrawal } from './amount.ts';

const limits: Limits = {
  available: '0.18264017',
  min: '0.00100000',
  max: '0.15000000',
  leftToday: '0.10000000',
  fee: '0.00005000',
};

it.each([
  ['', 'zero', 0n],
  ['0.', 'zero', 0n],
  ['x', 'malformed', 0n],
  ['0.000000001', 'precision', 0n],
  ['0.18264018', 'insufficient', 18_259_018n],
  ['0.00099999', 'minimum', 94_999n],
  ['0.001', null, 95_000n],
  ['0.1', null, 9_995_000n],
  ['0.10000001', 'dailyLimit', 9_995_001n],
  ['0.15000001', 'maximum', 14_995_001n],
])('%j has problem %j and received amount %s [rule:amount-precision]', (text, problem, received) => {
  expect(readWithdrawal(text, 'BTC', limits)).toMatchObject({ problem, received });
});

it('reports `minimum` when the fee consumes the whole amount', () => {
  const costly = { ...limits, min: '0.00000001' };
  expect(readWithdrawal('0.00005', 'BTC', costly)).toMatchObject({ problem: 'minimum', received: 0n });
  expect(readWithdrawal('0.00005001', 'BTC', costly)).toMatchObject({ problem: null, received: 1n });
});

it('names the limit that applies', () => {
  const text = (problem: Parameters<typeof amountProblemText>[0]) => amountProblemText(problem, 'BTC', limits);
  expect([text('minimum'), text('maximum'), text('dailyLimit')]).toEqual([
    '低于单笔最低 0.00100000 BTC',
    '超过单笔最高 0.15000000 BTC',
    '超过今日剩余额度 0.10000000 BTC',
  ]);
  expect(amountProblemText('maximum', 'USDT', { ...limits, max: '1500000.000000' })).toBe(
    '超过单笔最高 1,500,000.00 USDT',
  );
  expect([text('precision'), text('insufficient')]).toEqual([
    '最多 8 位小数',
    `余额不足，最多可提 ${limits.available} BTC（含手续费）`,
  ]);
  // 全部 fills in six.
  expect(amountProblemText('precision', 'USDT', limits)).toBe('最多 2 位小数，连同零头请点「全部」');
});
