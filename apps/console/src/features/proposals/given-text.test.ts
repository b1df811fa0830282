// Proves that what was given for an action is shown without the marks of JSON, and times as those of Shanghai.
import { expect, it } from 'vitest';
import { givenText } from './given-text.ts';

const hosts = '["a.example","b.example"]';

it.each([
  ['setting:change', 'value', '"500000.000000"', '500,000'],
  ['setting:change', 'value', hosts, '1. a.example\n2. b.example'],
  ['setting:change', '(bound)', JSON.stringify({ before: hosts }), '当时的值：\n1. a.example\n2. b.example'],
  ['setting:change', '(bound)', JSON.stringify({ before: 'null' }), '当时的值：未启用'],
  ['coin-up:switch', '(bound)', JSON.stringify({ before: 'true' }), '当时的值：开放'],
  ['coin-up:rate', '(bound)', JSON.stringify({ before: '4.20' }), '当时的值：4.20'],
  [
    'withdrawal:rule',
    '(bound)',
    JSON.stringify({ before: '{"perPayment":"0.10000000","knownDays":7}' }),
    '当时的值：\n单笔上限：0.1\n地址认识的天数：7',
  ],
  [
    'content:publish',
    '(bound)',
    JSON.stringify({ replaces: '', followers: '7' }),
    '取代的编号：无\n之后取代它的编号：7',
  ],
  ['outage:record', 'status', 'REPAIR', '维护中'],
  ['suspense:settle', 'as', 'pool', '矿池付款'],
  ['withdrawal:offset', 'to', 'ELE', '电费账户'],
  ['coin-up:switch', 'to', 'off', '关闭'],
  ['coin-up:fund', 'from', 'electricity-revenue', '电费收入'],
  ['staff:role', 'role', 'FINANCE', '财务'],
  ['deposit:write-off', 'all', 'true', '是'],
  [
    'import:terms',
    'lines',
    '[{"line":2,"values":{"machineNo":"L-1","poolFeeRate":"0.02"}}]',
    '第 2 行：矿机编号 L-1，矿池费率 0.02',
  ],
  ['setting:change', 'key', 'webview.hosts', '应用内直接打开的网站'],
  ['setting:change', 'from', '2026-11-30T16:00:00.000Z', '2026年12月1日 00:00'],
  ['outage:record', 'from', '2026-12-01T00:00:00+08:00', '2026年12月1日 00:00'],
  ['tariff:set', 'from', '2026-12-01', '2026-12-01'],
])('%s %s %s', (action, name, value, text) => {
  expect(givenText(action, { name, value, isCut: false })).toBe(text);
});

it('a file that is cut has its whole lines', () => {
  const value = '[{"line":2,"values":{"machineNo":"L-1"}},{"line":3,"values":{"mach';
  expect(givenText('import:terms', { name: 'lines', value, isCut: true })).toBe('第 2 行：矿机编号 L-1');
});

it('a value that is cut stays as it was given', () => {
  expect(givenText('setting:change', { name: 'value', value: '["a.exa', isCut: true })).toBe('["a.exa');
});
