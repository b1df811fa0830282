// Proves that a setting is read, and text given, without the marks of JSON.
import { expect, it } from 'vitest';
import { isPlain, jsonOf, plainOf, valueText } from './value-text.ts';

it.each([
  ['null', '未启用'],
  ['true', '是'],
  ['"500000.000000"', '500,000.000000'],
  ['"0.00100000"', '0.00100000'],
  ['"4.20"', '4.20'],
  ['"https://lode.example"', 'https://lode.example'],
  [
    '[{"from":"20.00000000","confirmations":6},{"from":"1500.00000000","confirmations":60}]',
    '满 20.00000000 要 6 个确认；满 1,500.00000000 要 60 个确认',
  ],
  ['["a.example"]', '["a.example"]'],
  ['[]', '[]'],
])('%s', (json, text) => {
  expect(valueText(json)).toBe(text);
});

it('text is given without quotes, and none as null', () => {
  expect([isPlain('"1.00"'), plainOf('"1.00"')]).toEqual([true, '1.00']);
  expect([isPlain('[]'), plainOf('[]')]).toEqual([false, '[]']);
  expect([jsonOf('2.00'), jsonOf('"2.00"'), jsonOf('null')]).toEqual(['"2.00"', '"2.00"', 'null']);
});
