// Proves that a setting is read without the marks of JSON.
import { expect, it } from 'vitest';
import { settingLines } from './setting-values.zh.ts';

it.each([
  ['null', ['未启用']],
  ['true', ['是']],
  ['"500000.000000"', ['500,000.000000']],
  ['"0.00100000"', ['0.00100000']],
  ['"4.20"', ['4.20']],
  ['"https://lode.example"', ['https://lode.example']],
  [
    '[{"from":"20.00000000","confirmations":6},{"from":"1500.00000000","confirmations":60}]',
    ['1. 起点金额：20.00000000 · 确认数：6', '2. 起点金额：1,500.00000000 · 确认数：60'],
  ],
  ['["a.example"]', ['1. a.example']],
  ['[]', ['一项也没有']],
  ['[{"answer":"b","question":"a"}]', ['1. 问题：a · 回答：b']],
  ['{"phone":"400 800","mail":null}', ['电话：400 800', '邮箱：无']],
])('%s', (json, lines) => {
  expect(settingLines(json)).toEqual(lines);
});
