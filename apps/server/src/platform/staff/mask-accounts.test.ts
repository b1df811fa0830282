import { expect, it } from 'vitest';
import { maskAccounts } from './mask-accounts.ts';

it('masks phone numbers and mail addresses, and nothing else', () => {
  expect(maskAccounts('客户 7「阿明」丢失了 13800000001，换为 new.name@example.com；提现限制 72 小时')).toBe(
    '客户 7「阿明」丢失了 138****01，换为 new****@example.com；提现限制 72 小时',
  );
  const txid = `ab13800000001cd${'0'.repeat(49)}`;
  expect(maskAccounts(`到账 ${txid} 的 13800000001234 归自有资金`)).toBe(`到账 ${txid} 的 13800000001234 归自有资金`);
});
