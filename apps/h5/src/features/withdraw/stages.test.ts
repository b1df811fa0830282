// Covers the three stages of a withdrawal: what the steps of the API become, and when each should end.
import { expect, it } from 'vitest';
import { stagesOf } from './stages.ts';
import { steps, withdrawal } from './testing/withdraw-responses.ts';

const drawn = (...given: Parameters<typeof withdrawal>) =>
  stagesOf(withdrawal(...given)).map(({ title, state, time }) =>
    [title, state, time?.slice(11, 16)].filter(Boolean).join(' '),
  );

const screened = {
  status: 'SUCCESS',
  thirdStatus: 'APPROVAL_TO_BE_SIGNED',
  steps: steps('APPLIED', 'APPROVED', 'KYT'),
} as const;
const out = {
  status: 'SUCCESS',
  thirdStatus: 'IN_PAYMENT',
  steps: steps('APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST'),
} as const;

it('groups the steps into 审核, 打款, 到账 with the time of each [route:withdraw_record_detail]', () => {
  expect(drawn()).toEqual(['等待审核 now', '打款 todo', '到账 todo']);
  expect(drawn({ ...screened, thirdStatus: 'KYT_VERIFICATION', steps: steps('APPLIED', 'APPROVED') })).toEqual([
    '审核中 now',
    '打款 todo',
    '到账 todo',
  ]);
  expect(drawn({ ...screened })).toEqual(['审核通过 done 06:02', '打款中 now', '到账 todo']);
  expect(drawn({ ...out })).toEqual(['审核通过 done 06:02', '已打款 done 06:04', '等待到账 now']);
  const paid = steps('APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED');
  expect(drawn({ ...out, thirdStatus: 'SUCCESS', steps: paid })).toEqual([
    '审核通过 done 06:02',
    '已打款 done 06:04',
    '已到账 done 06:05',
  ]);
});

it('expects the payment as long before the arrival as its confirmations take', () => {
  const expected = (...given: Parameters<typeof withdrawal>) =>
    stagesOf(withdrawal(...given)).map(({ expected }) => expected);
  const [paid, arrived] = ['2026-11-20T10:00:00.000Z', '2026-11-20T10:30:00.000Z'];
  expect(expected()).toEqual([paid, paid, arrived]);
  expect(expected({ ...out })).toEqual([null, null, arrived]);
  expect(expected({ eta: null })).toEqual([null, null, null]);
});

it('counts the confirmations of a payment that is out', () => {
  expect(stagesOf(withdrawal({ ...out, confirmations: 1 })).at(-1)?.text).toBe('链上确认 1/3，约 20 分钟');
});

it('never ticks 审核通过 over a screening that stopped the payment', () => {
  const failed = { status: 'SUCCESS', thirdStatus: 'FAILED', checkRemark: '风控审核未通过，金额已退回' } as const;
  expect(drawn({ ...failed, steps: steps('APPLIED', 'APPROVED', 'FAILED') })).toEqual(['审核未通过 past 06:02']);
  expect(drawn({ ...failed, steps: steps('APPLIED', 'APPROVED', 'KYT', 'FAILED') })).toEqual([
    '审核通过 done 06:02',
    '打款未成功 past 06:03',
  ]);
  const sent = steps('APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'FAILED');
  expect(drawn({ ...failed, steps: sent }).at(-1)).toBe('未能到账 past 06:05');
});

it('ends with what ended it, in the customer’s words', () => {
  const rejected = { status: 'REJECTED', steps: steps('APPLIED', 'REJECTED') } as const;
  const end = (checkRemark: string | null) => stagesOf(withdrawal({ ...rejected, checkRemark })).at(-1);
  expect(end('地址与本人不符')).toMatchObject({ title: '审核未通过', text: '地址与本人不符。' });
  expect(end('请核对。')?.text).toBe('请核对。');
  expect(end('需要核实身份，金额已退回')?.text).toMatch(/请联系客服/);
  expect(end(null)?.text).toBeNull();
  expect(drawn({ status: 'CANCELLED', steps: steps('APPLIED', 'CANCELLED') })).toEqual(['已取消 past 06:01']);
  const offset = { status: 'SUCCESS', checkRemark: '划转抵扣', steps: steps('APPLIED', 'APPROVED') } as const;
  expect(drawn({ ...offset })).toEqual(['平台已处理 done 06:01', '转回产出账户 done 06:01']);
  const parts = { account: 'OUTPUT_ACCOUNT', toBalance: '0.00000000', toOwed: '0.05000000', reason: null } as const;
  expect(drawn({ ...offset, offset: parts }).at(-1)).toBe('抵扣欠费 done 06:01');
  expect(drawn({ checkRemark: '取消处理中' })).toEqual(['取消处理中 now']);
});
