import { expect, it } from 'vitest';
import { steps, withdrawal } from './testing/withdraw-responses.ts';
import { timelineOf } from './timeline.ts';
import { isFinal } from './withdrawal.ts';

const drawn = (...given: Parameters<typeof withdrawal>) =>
  timelineOf(withdrawal(...given)).map(({ title, state }) => `${title} ${state}`);

it('lists completed, current and future steps [route:withdraw_record_detail]', () => {
  expect(drawn()).toEqual([
    '提交申请 done',
    '等待审核 now',
    '风险筛查 todo',
    '签名完成 todo',
    '发送到链上 todo',
    '到账完成 todo',
  ]);
  const approved = { status: 'SUCCESS', thirdStatus: 'KYT_VERIFICATION', steps: steps('APPLIED', 'APPROVED') } as const;
  expect(drawn({ ...approved })[2]).toBe('风险筛查中 now');
});

it('shows the confirmations until the payment is final', () => {
  const sent = steps('APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST');
  const out = withdrawal({ status: 'SUCCESS', thirdStatus: 'IN_PAYMENT', confirmations: 1, steps: sent });
  expect(timelineOf(out).at(-1)).toMatchObject({ title: '链上支付中', text: '已广播，确认 1/3，约 20 分钟' });
  expect(isFinal(out)).toBe(false);
  const paid = { ...out, thirdStatus: 'SUCCESS' as const, confirmations: 9, steps: steps('APPLIED', 'CONFIRMED') };
  expect(timelineOf(paid).at(-1)).toMatchObject({ state: 'done', text: '已获 3 次确认' });
  expect(isFinal(paid)).toBe(true);
});

it('ends with the final step and its reason, without future steps', () => {
  const rejected = { status: 'REJECTED', checkRemark: '地址与本人不符', steps: steps('APPLIED', 'REJECTED') } as const;
  expect(timelineOf(withdrawal({ ...rejected })).at(-1)).toMatchObject({ title: '审核未通过', text: '地址与本人不符' });
  expect(drawn({ status: 'CANCELLED', steps: steps('APPLIED', 'CANCELLED') })).toEqual([
    '提交申请 done',
    '已取消 past',
  ]);
  const failed = { status: 'SUCCESS', thirdStatus: 'FAILED', steps: steps('APPLIED', 'APPROVED', 'FAILED') } as const;
  expect(timelineOf(withdrawal({ ...failed })).at(-1)).toMatchObject({ title: '支付失败', text: '全额已退回账户' });
  const offset = { status: 'SUCCESS', checkRemark: '划转抵扣', steps: steps('APPLIED', 'APPROVED') } as const;
  expect(drawn({ ...offset })).toEqual(['提交申请 done', '划转抵扣 done']);
});
