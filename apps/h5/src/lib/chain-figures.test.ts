import { expect, it } from 'vitest';
import { endsOf, groupsOf, minutesOf } from './chain-figures.ts';

it('groups an address by four, its prefix by itself', () => {
  expect(groupsOf('0xd026d55451F60589')).toEqual(['0x', 'd026', 'd554', '51F6', '0589']);
  expect(groupsOf('bcrt1qvnw')).toEqual(['bcrt', '1qvn', 'w']);
});

it('says how long blocks take, never no time', () => {
  expect([minutesOf(30, 'ERC20'), minutesOf(3, 'BITCOIN'), minutesOf(0, 'BITCOIN')]).toEqual([6, 30, 1]);
});

it('keeps both ends of what is long, and all of what is short', () => {
  expect(endsOf('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')).toBe('bcrt1qw5…7kygt080');
  expect(endsOf('short', 4)).toBe('short');
});
