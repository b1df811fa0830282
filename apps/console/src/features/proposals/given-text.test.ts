// Proves that what was given for an action is shown without the marks of JSON, and times as those of Shanghai.
import { expect, it } from 'vitest';
import { givenText } from './given-text.ts';

const hosts = '["a.example","b.example"]';

it.each([
  ['setting:change', 'value', '"500000.000000"', '500,000.000000'],
  ['setting:change', 'value', hosts, '1. a.example\n2. b.example'],
  ['setting:change', '(bound)', JSON.stringify({ before: hosts }), '1. a.example\n2. b.example'],
  ['setting:change', 'key', 'webview.hosts', 'webview.hosts'],
  ['setting:change', 'from', '2026-11-30T16:00:00.000Z', '2026年12月1日 00:00'],
  ['outage:record', 'from', '2026-12-01T00:00:00+08:00', '2026年12月1日 00:00'],
  ['tariff:set', 'from', '2026-12-01', '2026-12-01'],
])('%s %s %s', (action, name, value, text) => {
  expect(givenText(action, { name, value, isCut: false })).toBe(text);
});

it('a value that is cut stays as it was given', () => {
  expect(givenText('setting:change', { name: 'value', value: '["a.exa', isCut: true })).toBe('["a.exa');
});
