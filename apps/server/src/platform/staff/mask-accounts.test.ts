import { expect, it } from 'vitest';
import { maskAccounts } from './mask-accounts.ts';

it('masks phone numbers and mail addresses, and nothing else', () => {
  expect(maskAccounts('客户 7「阿明」丢失了 13800000001，换为 new.name@example.com；提现限制 72 小时')).toBe(
    '客户 7「阿明」丢失了 138****01，换为 new****@example.com；提现限制 72 小时',
  );
  const txid = `ab13800000001cd${'0'.repeat(49)}`;
  expect(maskAccounts(`到账 ${txid} 的 13800000001234 归自有资金`)).toBe(`到账 ${txid} 的 13800000001234 归自有资金`);
});

it('masks a phone number as people write one', () => {
  for (const written of ['13800000001', '+8613800000001', '86 138 0000 0001', '138-0000-0001'])
    expect(maskAccounts(`来电 ${written}。`), written).toBe('来电 138****01。');
  for (const other of ['2026-03-10 1380', '1380 0000 001', '0013800000001'])
    expect(maskAccounts(`记下 ${other}。`), other).toBe(`记下 ${other}。`);
});
