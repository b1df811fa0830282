// Proves what a failure in a customer's browser may say to the log.
import { expect, it } from 'vitest';
import { longestFaultText, redactFaultText } from './fault-text.ts';

it.each([
  ['TypeError: x is undefined', 'TypeError: x is undefined'],
  ['GET /api/user/login?phone=13800000001&password=Lode@2026', 'GET /api/user/login'],
  ['no account 13800000001', 'no account [number]'],
  ['no account alice@example.com', 'no account [mail]'],
  ['pay bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'pay [id]'],
  ['0.12345678 BTC\nare\tmissing', '[number] BTC are missing'],
])('%s', (text, redacted) => {
  expect(redactFaultText(text)).toBe(redacted);
});

it('is short whatever comes', () => {
  expect(redactFaultText('a b '.repeat(100_000))).toHaveLength(longestFaultText);
});
