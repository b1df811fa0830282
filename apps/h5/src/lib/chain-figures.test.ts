import { expect, it } from 'vitest';
import { endsOf, groupsOf, minutesOf } from './chain-figures.ts';

it('groups an address by four, with its prefix separate', () => {
  expect(groupsOf('0xd026d55451F60589')).toEqual(['0x', 'd026', 'd554', '51F6', '0589']);
  expect(groupsOf('bcrt1qvnw')).toEqual(['bcrt', '1qvn', 'w']);
});

it('rounds the time of blocks up to at least a minute', () => {
  expect([minutesOf(30, 'ERC20'), minutesOf(3, 'BITCOIN'), minutesOf(0, 'BITCOIN')]).toEqual([6, 30, 1]);
});

it('keeps both ends of a long text, and a short text whole', () => {
  expect(endsOf('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')).toBe('bcrt1qw5…7kygt080');
  expect(endsOf('short', 4)).toBe('short');
});
