// What is taken has the minus of figures in Chinese, and the hyphen in a command's output.
import { expect, it } from 'vitest';
import { corrected } from '../sentences.zh.ts';
import { inUsdt, ofCustomer } from './sentences.zh.ts';

it.each([
  [inUsdt(1, -7_835_520n), 'in USDT for 1 customers: -7.835520 USDT', '1 位客户折合：−7.835520 USDT'],
  [inUsdt(2, 7_835_520n), 'in USDT for 2 customers: +7.835520 USDT', '2 位客户折合：+7.835520 USDT'],
  [ofCustomer('a', 1n, 2n), 'a: +0.000001 USDT, -0.00000002 BTC', 'a：+0.000001 USDT，−0.00000002 BTC'],
  [ofCustomer('a', 1n, 0n), 'a: +0.000001 USDT', 'a：+0.000001 USDT'],
  [
    corrected('electricity', '7', '2026-03-01', '-1.000000 USDT'),
    'electricity of machine 7 on 2026-03-01 by -1.000000 USDT',
    '矿机 7 在 2026-03-01 的电费更正 −1.000000 USDT',
  ],
])('%j', (said, en, zh) => {
  expect(said).toEqual({ en, zh });
});
