// Proves that a line of the audit log says what it was about without raw values, what was there before above what came.
import { expect, it } from 'vitest';
import { auditDetails } from './audit-details.ts';

it('a changed setting has its value before and after', () => {
  const rule = { perPayment: '0.10000000', perCustomerDay: '0.20000000', perDay: '1.00000000', knownDays: 7 };
  const detail = { value: JSON.stringify(rule), before: 'null' };
  expect(auditDetails('withdrawal:rule', 'setting withdraw.rule.BTC', detail)).toEqual([
    ['之前', '未启用'],
    ['之后', '单笔上限：0.1\n每客户每日上限：0.2\n每日上限：1\n地址认识的天数：7'],
  ]);
  expect(auditDetails('coin-up:switch', 'setting coin-up.open', { before: 'true', value: 'false' })).toEqual([
    ['之前', '开放'],
    ['之后', '关闭'],
  ]);
});

it.each([
  [
    'treasury:pay-in',
    'TREASURY BTC',
    { amount: '5000000', key: 'k1' },
    [
      ['金额', '0.05000000 BTC'],
      ['防重键', 'k1'],
    ],
  ],
  [
    'machine:status',
    'machine 7',
    { from: 'RUNNING', to: 'REPAIR' },
    [
      ['从', '运行中'],
      ['到', '维护中'],
    ],
  ],
  ['customer:show', 'customer 1', { part: 'holds' }, [['看了哪一部分', '限制']]],
  ['proposal:new', 'proposal 3', { action: 'suspense:settle' }, [['操作', '说明到账归属']]],
  [
    'proposal:preview',
    'suspense:settle',
    { options: '{"id":"4","as":"pool"}' },
    [['给出的内容', '到账：4\n归属：矿池付款']],
  ],
])('%s of %s', (action, subject, detail, shown) => {
  expect(auditDetails(action, subject, detail)).toEqual(shown);
});
