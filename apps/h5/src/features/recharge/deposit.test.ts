import { expect, it } from 'vitest';
import { type Deposit, isPending, noteOf } from './deposit.ts';

const deposit = (fields: Partial<Deposit>): Deposit => ({
  id: '1',
  coin: 'USDT',
  network: 'ERC20',
  address: '0x',
  txid: '',
  outputIndex: 0,
  amount: '1.000000',
  status: 'CONFIRMING',
  confirmations: 12,
  needed: 30,
  time: '2026-11-20T07:42:00.000Z',
  creditedTime: null,
  ...fields,
});

it('shows the remaining time', () => {
  expect(noteOf(deposit({}), '1')).toBe('预计 4 分钟后到账');
  expect(noteOf(deposit({ status: 'BELOW_MINIMUM' }), '10')).toBe('累计满 10 USDT 后入账');
  expect(noteOf(deposit({ status: 'CREDITED' }), '10')).toBeNull();
});

it('recognises a pending deposit', () => {
  const all = ['SEEN', 'CONFIRMING', 'CREDITED', 'ORPHANED', 'BELOW_MINIMUM'] as const;
  expect(all.filter((status) => isPending(deposit({ status })))).toEqual(['SEEN', 'CONFIRMING']);
});
