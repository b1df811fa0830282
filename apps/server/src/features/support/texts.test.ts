// What a customers' process wrote of a record becomes a title that staff read, and stops no list of theirs.
import { expect, it } from 'vitest';
import { type RecordDetail, threadTitle } from './texts.zh.ts';

it.each<[Parameters<typeof threadTitle>[0], RecordDetail, string]>([
  ['DEPOSIT', { coin: 'USDT', amount: '20000000' }, '充值 20.00 USDT'],
  ['WITHDRAWAL', { coin: 'BTC', amount: '10000000', number: 'W20261122-7K3M' }, '提现 W20261122-7K3M 0.10000000 BTC'],
  ['MACHINE', { machineNo: 'GZ1-04-0110' }, '矿机 GZ1-04-0110'],
  [
    'CHARGE',
    { date: '2026-11-20', machineNo: '上海#7', coin: 'USDT', amount: '-5' },
    '账单 2026-11-20 矿机 上海#7 -0.000005 USDT',
  ],
  [
    'COIN_UP',
    { direction: 'INCOMES', date: '2026-11-20', coin: 'BTC', amount: '1' },
    'COIN UP 利息 2026-11-20 0.00000001 BTC',
  ],
])('%s with %j is %s', (about, detail, title) => {
  expect(threadTitle(about, detail)).toBe(title);
});

it.each<[Parameters<typeof threadTitle>[0], unknown, string]>([
  ['DEPOSIT', { coin: 'USDT', amount: 'x' }, '充值'],
  ['DEPOSIT', { coin: 'XXX', amount: '1' }, '充值'],
  ['DEPOSIT', null, '充值'],
  ['MACHINE', { machineNo: '7\u202e1' }, '矿机'],
  ['MACHINE', { machineNo: '7'.repeat(65) }, '矿机'],
  ['WITHDRAWAL', { number: 'W1 call 400-123', amount: { a: 1 }, coin: 'BTC' }, '提现'],
  ['CHARGE', { date: '2026-11-20 https://x.example' }, '账单'],
])('%s drops what is not of its form: %j', (about, detail, title) => {
  expect(threadTitle(about, detail as RecordDetail)).toBe(title);
});
