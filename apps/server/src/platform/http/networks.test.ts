// Callers are counted by what they cannot change for nothing: an IPv4 address, an IPv6 /64, the /56 and the /48 around it.
import { expect, it } from 'vitest';
import type { Queryable } from '../db/database.ts';
import { requestCounts, requestLimits } from './limits.ts';
import { coarseNetwork, networksOf } from './networks.ts';

const keys = (address: string) => networksOf(address).map(({ key }) => key);

it.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['::1', ['0:0:0:0/64', '0:0:0:0/56', '0:0:0/48']],
  ['2001:db8:12:34ff::9', ['2001:db8:12:34ff/64', '2001:db8:12:3400/56', '2001:db8:12/48']],
  ['2001:0DB8:0012:34ff:ffff:1:2:3', ['2001:db8:12:34ff/64', '2001:db8:12:3400/56', '2001:db8:12/48']],
  ['fe80::1%eth0', ['fe80:0:0:0/64', 'fe80:0:0:0/56', 'fe80:0:0/48']],
  ['unknown', ['unknown']],
  ['x'.repeat(200), ['x'.repeat(45)]],
])('counts %s as %j', (address, expected) => {
  expect(keys(address)).toEqual(expected);
});

/** Files are counted in memory. */
const noDatabase: Queryable = { query: () => Promise.reject(new Error('no database')) };

async function passed(addresses: string[]): Promise<number> {
  const limits = requestLimits({ rateLimitScale: 0.05 }, requestCounts(noDatabase));
  let count = 0;
  for (const address of addresses) if ((await limits.take('file', address)) === null) count++;
  return count;
}

it('lets one household through as often as one address, and a /56 four times as often', async () => {
  const many = Array.from({ length: 2000 }, (_, n) => n.toString(16));
  expect(await passed(many.map(() => '203.0.113.7'))).toBe(3);
  expect(await passed(many.map((n) => `2001:db8:12:34ff::${n}`))).toBe(3);
  expect(await passed(many.map((_, n) => `2001:db8:12:34${(n % 256).toString(16).padStart(2, '0')}::1`))).toBe(12);
  expect(await passed(many.map((n) => `2001:db8:${n}:1::1`))).toBe(2000);
  expect(await passed(many.map((n) => `2001:db8:1:${n}::1`))).toBe(8 * 12);
});

it('shows a customer a coarse network only', () => {
  expect(coarseNetwork('203.0.113.77')).toBe('203.0.113.0/24');
  expect(coarseNetwork('::ffff:203.0.113.77')).toBe('203.0.113.0/24');
  expect(coarseNetwork('2001:db8:12:3456::77')).toBe('2001:db8:12:3400/56');
  expect(coarseNetwork('forwarded nonsense')).toBeNull();
});
