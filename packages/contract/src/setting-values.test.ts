// Proves that a setting is read without the marks of JSON.
import { expect, it } from 'vitest';
import { settingLines } from './setting-values.zh.ts';

it.each([
  ['null', ['未启用']],
  ['true', ['是']],
  ['"500000.000000"', ['500,000']],
  ['"0.00100000"', ['0.001']],
  ['"4.20"', ['4.20']],
  ['"https://lode.example"', ['https://lode.example']],
  [
    '[{"from":"20.00000000","confirmations":6},{"from":"1500.00000000","confirmations":60}]',
    ['1. 起点金额：20 · 确认数：6', '2. 起点金额：1,500 · 确认数：60'],
  ],
  ['["a.example"]', ['1. a.example']],
  ['[]', ['一项也没有']],
  ['[{"answer":"b","question":"a"}]', ['1. 问题：a · 回答：b']],
  ['{"phone":"400 800","mail":null}', ['电话：400 800', '邮箱：无']],
])('%s', (json, lines) => {
  expect(settingLines(json)).toEqual(lines);
});

it.each([
  ['"100.000000"', 'coin-up.min.USDT', '100 USDT'],
  ['"4.20"', 'coin-up.apy.BTC', '4.20%'],
  ['[{"from":"0.50000000","confirmations":6}]', 'deposit.steps.BTC', '1. 起点金额：0.5 BTC · 确认数：6'],
  ['"https://lode.example"', 'webview.hosts', 'https://lode.example'],
])('%s of %s has its unit', (json, key, line) => {
  expect(settingLines(json, key)).toEqual([line]);
});
