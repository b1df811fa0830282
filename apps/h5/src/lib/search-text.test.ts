// Covers what is searched for: as a Chinese keyboard types it, and never what the server refuses.
import { expect, it } from 'vitest';
import { searchText } from './search-text.ts';

it('reads full-width characters as plain ones', () => {
  expect(searchText(' １０．５　', 80)).toBe('10.5');
  expect(searchText('ＧＺ１－０１', 80)).toBe('GZ1-01');
});

it('keeps emoji whole, drops half ones and control characters, and ends at the longest', () => {
  expect(searchText('矿机😀', 80)).toBe('矿机😀');
  expect(searchText('a\ud83d\u0007b', 80)).toBe('a  b');
  expect(searchText('😀'.repeat(90), 80)).toBe('😀'.repeat(80));
});
