import { expect, it } from 'vitest';
import { pageOf } from '../../testing/responses.ts';
import { belowMinimum, isPending, noteOf } from './deposit.ts';
import { deposit } from './testing/deposit-response.ts';

it('shows the remaining time', () => {
  expect(noteOf(deposit({}), '1.000000')).toBe('约 4 分钟后到账');
  expect(noteOf(deposit({}), undefined)).toBe('约 4 分钟后到账');
  expect(noteOf(deposit({ status: 'BELOW_MINIMUM' }), '1000.000000')).toBe('累计满 1,000 USDT 即入账');
  expect(noteOf(deposit({ status: 'CREDITED' }), '10.000000')).toBeNull();
});

it('promises nothing of one below the minimum', () => {
  const small = deposit({ amount: '0.999999' });
  expect(noteOf(small, '1.000000')).toBe('累计满 1 USDT 才入账');
  expect(noteOf({ ...small, amount: '1.000000' }, '1.000000')).toBe('约 4 分钟后到账');
});

it('adds up what waits below the minimum of one network, and what it lacks', () => {
  const small = (id: string, amount: string) => deposit({ id, amount, status: 'BELOW_MINIMUM' });
  const other = { coin: 'BTC', network: 'BITCOIN', amount: '0.00001000' } as const;
  const all = [small('1', '0.400000'), small('2', '0.100001'), deposit({ id: '3' }), { ...small('4', '1'), ...other }];
  const page = (records: typeof all, hasMore = false) => ({ ...pageOf(records), hasMore });
  expect(belowMinimum(small('1', '0.400000'), page(all), '1.000000')).toEqual({ sum: 500_001n, missing: 499_999n });
  expect(belowMinimum(small('1', '0.400000'), page(all), '0.500000')).toBeNull();
  expect(belowMinimum(small('1', '0.400000'), page(all, true), '1.000000')).toBeNull();
  expect(belowMinimum(deposit(), page(all), '1.000000')).toBeNull();
  expect(belowMinimum(small('1', '0.400000'), undefined, '1.000000')).toBeNull();
  expect(belowMinimum(small('1', '0.400000'), page(all), undefined)).toBeNull();
});

it('recognises a pending deposit', () => {
  const all = ['SEEN', 'CONFIRMING', 'CREDITED', 'ORPHANED', 'BELOW_MINIMUM'] as const;
  expect(all.filter((status) => isPending(deposit({ status })))).toEqual(['SEEN', 'CONFIRMING']);
});
