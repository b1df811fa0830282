// Proves what a thing that waits is called: a proposal by its action's name, an alert with what it is about.
import { expect, it } from 'vitest';
import { workItem } from '../../lib/testing/work-item.ts';
import type { WorkItem } from '../../lib/work-items.ts';
import { subTextOf, titleOf } from './work-queue.ts';

const item = workItem();

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

it.each([
  [
    { kind: 'DEPOSIT', title: `ab${'0'.repeat(60)}cd`, account: '138****01', detail: 'REMOVED' },
    '138****01 的充值 ab000000…0000cd',
    '入账后被链重组移除，客户提现已冻结',
  ],
  [{ kind: 'DIFFERENCE', title: 'BTC', detail: 'CHAIN' }, 'BTC 账本与链上不符', '还没有原因，也没有记入 SUSPENSE'],
  [{ kind: 'STUCK_PAYMENT', title: 'W1', account: '138****01', detail: 'UNCONFIRMED' }, 'W1', '138****01 · 久未确认'],
  [
    { kind: 'FAILED_JOB', title: 'withdrawal-sign', subject: 'withdrawal 7', count: 25, detail: 'down' },
    '签名 · 提现 7',
    '试过 25 次后放弃 · down',
  ],
  [
    { kind: 'FAILED_ORDER', title: 'mining', detail: 'CLOSE', day: '2026-11-19', by: 'finance' },
    '日结 · 采矿日 2026-11-19',
    'finance 手工开始，中途出错',
  ],
] as [Partial<WorkItem>, string, string][])('%o is said', (own, title, sub) => {
  expect([titleOf({ ...item, ...own }), subTextOf({ ...item, ...own })]).toEqual([title, sub]);
});
