// Covers the spec's display rule for every combination of its fields.
import { expect, it } from 'vitest';
import { type Display, displayOf } from '../../lib/withdrawal-display.ts';
import type { Withdrawal } from './withdrawal.ts';

const withdrawalStatuses = ['WAITING', 'SUCCESS', 'REJECTED', 'CANCELLED'] satisfies Withdrawal['status'][];
const thirdStatuses = [
  'WAITING',
  'KYT_VERIFICATION',
  'APPROVAL_TO_BE_SIGNED',
  'IN_PAYMENT',
  'SUCCESS',
  'FAILED',
] satisfies Withdrawal['thirdStatus'][];
const remarks = [null, '划转抵扣', '风控审核未通过，金额已退回'] as const;
const all = withdrawalStatuses.flatMap((status) =>
  [...thirdStatuses, null].flatMap((thirdStatus) =>
    remarks.map((checkRemark) => ({ status, thirdStatus, checkRemark })),
  ),
);
const shown = (display: Display) => all.filter((each) => displayOf(each) === display);
type Third = Withdrawal['thirdStatus'];
const onItsWay: Third[] = ['WAITING', 'KYT_VERIFICATION', 'APPROVAL_TO_BE_SIGNED', 'IN_PAYMENT'];

it('处理中 is WAITING, or SUCCESS in payment, before any other rule [entity:withdrawal-record] [state:withdrawal.processing-waiting] [state:withdrawal.processing-payment]', () => {
  expect(shown('PROCESSING')).toEqual(
    all.filter(
      ({ status, thirdStatus }) => status === 'WAITING' || (status === 'SUCCESS' && onItsWay.includes(thirdStatus)),
    ),
  );
});

it('成功 is SUCCESS twice, or SUCCESS with 划转抵扣 [state:withdrawal.success] [state:withdrawal.success-offset]', () => {
  const rows = shown('SUCCESS').map((row) => Object.values(row));
  expect(rows).toEqual([
    ...remarks.map((remark) => ['SUCCESS', 'SUCCESS', remark]),
    ['SUCCESS', 'FAILED', '划转抵扣'],
    ['SUCCESS', null, '划转抵扣'],
  ]);
});

it('失败 is every other case [state:withdrawal.failed]', () => {
  expect(all).toHaveLength(4 * 7 * 3);
  expect(shown('FAILED')).toHaveLength(all.length - shown('PROCESSING').length - 5);
  for (const { status } of shown('FAILED')) expect(status).not.toBe('WAITING');
  for (const status of ['REJECTED', 'CANCELLED'] as const) {
    expect(displayOf({ status, thirdStatus: null, checkRemark: '划转抵扣' })).toBe('FAILED');
  }
});

it.each<[Withdrawal['status'], Third, string | null, Display]>([
  ['WAITING', null, null, 'PROCESSING'],
  ['SUCCESS', 'WAITING', null, 'PROCESSING'],
  ['SUCCESS', 'KYT_VERIFICATION', null, 'PROCESSING'],
  ['SUCCESS', 'APPROVAL_TO_BE_SIGNED', null, 'PROCESSING'],
  ['SUCCESS', 'IN_PAYMENT', '划转抵扣', 'PROCESSING'],
  ['SUCCESS', 'SUCCESS', null, 'SUCCESS'],
  ['SUCCESS', null, '划转抵扣', 'SUCCESS'],
  ['SUCCESS', null, null, 'FAILED'],
  ['SUCCESS', 'FAILED', null, 'FAILED'],
  ['REJECTED', null, null, 'FAILED'],
  ['CANCELLED', null, null, 'FAILED'],
])('%s %s %s is %s', (status, thirdStatus, checkRemark, display) => {
  expect(displayOf({ status, thirdStatus, checkRemark })).toBe(display);
});
