import { expect, it } from 'vitest';
import { type Deposit, groupsOf, isUnderWay, minutesOf, noteOf } from './deposit.ts';

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

it('groups an address by four, its prefix by itself', () => {
  expect(groupsOf('0xd026d55451F60589')).toEqual(['0x', 'd026', 'd554', '51F6', '0589']);
  expect(groupsOf('bcrt1qvnw')).toEqual(['bcrt', '1qvn', 'w']);
});

it('says how long the rest takes', () => {
  expect([minutesOf(30, 'ERC20'), minutesOf(3, 'BITCOIN'), minutesOf(0, 'BITCOIN')]).toEqual([6, 30, 1]);
  expect(noteOf(deposit({}), '1')).toBe('预计 4 分钟后到账');
  expect(noteOf(deposit({ status: 'BELOW_MINIMUM' }), '10')).toBe('累计满 10 USDT 后入账');
  expect(noteOf(deposit({ status: 'CREDITED' }), '10')).toBeNull();
});

it('knows what is still under way', () => {
  const all = ['SEEN', 'CONFIRMING', 'CREDITED', 'ORPHANED', 'BELOW_MINIMUM'] as const;
  expect(all.filter((status) => isUnderWay(deposit({ status })))).toEqual(['SEEN', 'CONFIRMING']);
});
