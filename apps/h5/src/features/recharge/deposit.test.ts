import { expect, it } from 'vitest';
import { isPending, noteOf } from './deposit.ts';
import { deposit } from './testing/deposit-response.ts';

it('shows the remaining time', () => {
  expect(noteOf(deposit({}), '1')).toBe('预计约 4 分钟后到账');
  expect(noteOf(deposit({ status: 'BELOW_MINIMUM' }), '10')).toBe('累计满 10 USDT 后入账');
  expect(noteOf(deposit({ status: 'CREDITED' }), '10')).toBeNull();
});

it('recognises a pending deposit', () => {
  const all = ['SEEN', 'CONFIRMING', 'CREDITED', 'ORPHANED', 'BELOW_MINIMUM'] as const;
  expect(all.filter((status) => isPending(deposit({ status })))).toEqual(['SEEN', 'CONFIRMING']);
});
