// Proves what a thing that waits is called: a proposal by its action's name, an alert with what it is about.
import { expect, it } from 'vitest';
import type { WorkItem } from '../../lib/work-items.ts';
import { titleOf } from './work-queue.ts';

const item: WorkItem = {
  kind: 'ALERT',
  id: '1',
  isMine: true,
  title: '',
  detail: null,
  subject: null,
  account: null,
  address: null,
  coin: null,
  amount: null,
  by: null,
  day: null,
  count: null,
  since: '2026-11-20T06:00:00Z',
};

it.each([
  ['books-differ', 'BTC', '账目有差异 · BTC'],
  ['payment-unproven', 'withdrawal 18', '付款已上链，未见付出 · 提现 18'],
  ['customer-reported', 'customer 10001', '客户报告「不是我」 · 客户 10001'],
  ['close-is-hindered', 'mining 2026-11-19', '日结会失败 · 采矿日 2026-11-19'],
  ['books-unchecked', 'payments', '账目没有校验'],
  ['codes-run-out', 'strangers', '陌生设备的验证码将用完'],
])('an alert %s about %s', (title, subject, said) => {
  expect(titleOf({ ...item, title, subject })).toBe(said);
});

it('a proposal is called by the name of its action', () => {
  expect(titleOf({ ...item, kind: 'PROPOSAL', title: 'setting:change' })).toBe('参数设置');
});
