import { withdrawalPhaseNames } from '@lode/contract/staff-names';
import type { ApprovalHold } from '@lode/signing';
import { inClauses, type Sentence, sentence } from '../../../platform/sentence.ts';
import { timeText } from '../../../platform/staff/names.ts';
import { payerText } from '../domain/coins.ts';
import type { Phase } from '../domain/phase.ts';

/** Whose coins: the customer's, or the operator's own. */
export const payer = (withdrawal: { customerId: bigint | null }): Sentence =>
  sentence(payerText(withdrawal), withdrawal.customerId === null ? '自有资金' : `客户 ${withdrawal.customerId}`);

export const noWithdrawal = (id: string | bigint): Sentence =>
  sentence(`there is no withdrawal ${id}`, `没有提现 ${id}`);
export const notAwaiting = ({ phase }: { phase: Phase }): Sentence =>
  sentence(`it is ${phase}, not waiting for a decision`, `这笔提现${withdrawalPhaseNames[phase]}，不在等决定`);
export const changedMeanwhile = sentence(
  'it changed while this command waited, and nothing was signed for it: give the command again',
  '等待期间这笔提现有变化，没有为它签名：请再做一次',
);
export const cancelling = sentence(
  'its customer cancels it: the amount returns when the signer has ended its payment',
  '客户正在取消：签名机结束这笔付款后，金额退回',
);
export const proposedAlready = (name: string): Sentence =>
  sentence(`${name} has proposed it already`, `${name} 已提议过`);
export const offsetWaits = ({ id, name }: { id: bigint; name: string }): Sentence =>
  sentence(
    `proposal ${id} by ${name} to offset it waits: approve or reject that first, its payment is not decided on meanwhile`,
    `${name} 提议划转抵扣的变更 ${id} 还在等复核：先批准、驳回或撤回它，在那之前不能提议或批准付款`,
  );
export const paymentProposed = (name: string): Sentence =>
  sentence(
    `${name} has proposed its payment, and no offset is proposed beside it: approve the payment, or reject the withdrawal`,
    `${name} 已提议付款，不能再提议划转抵扣：请批准付款，或驳回这笔提现`,
  );
export const notProposed = sentence(
  'it is not proposed yet: withdrawal:propose comes first',
  '还没有提议：先由财务提议',
);
export const proposerDisabled = (name: string): Sentence =>
  sentence(`${name} proposed it and is disabled: reject it`, `提议人 ${name} 已停用：请驳回`);
export const samePerson = sentence('the same person cannot propose and approve', '提议和复核不能是同一人');
export const remarkTooLong = (longest: number): Sentence =>
  sentence(`the customer reads the reason: at most ${longest} characters`, `客户会读到原因：最多 ${longest} 个字`);
export const signedAlready = sentence(
  'the signer has signed its payment: it is not returned',
  '签名机已签了这笔付款：金额不退回',
);
export const notEndedAtSigner = (message: string): Sentence =>
  sentence(
    `the signer has not ended its payment, and until then nothing is returned: give the command again: ${message}`,
    `签名机还没有结束这笔付款，在那之前不退回：请再做一次（${message}）`,
  );
export const otherSignature = sentence(
  'it was signed for another payment or by another person',
  '签名属于另一笔付款或另一个人',
);

const targets = { OUTPUT: '产出账户', ELE: '电费账户' };
type OwnTarget = keyof typeof targets;

export const ofOperator = sentence(
  'the coins are the operator’s own: reject it instead',
  '这是自有资金：请驳回，不能划转',
);
export const otherTarget = (coin: string, own: OwnTarget): Sentence =>
  sentence(`${coin} can be moved to ${own}, or to a charge`, `${coin} 只能划转到${targets[own]}，或抵扣所欠费用`);
export const owesNothing = sentence('the customer owes nothing', '客户没有欠费');
export const offsetSummary = (
  { number, amount, payer: of }: { number: string; amount: string; payer: Sentence },
  own: OwnTarget,
  isForCharge: boolean,
): Sentence =>
  sentence(
    `${amount} of ${of.en}, withdrawal ${number}: not paid, credited to ${isForCharge ? `${own}, which pays what is owed` : own}`,
    `${of.zh}的 ${amount}，提现 ${number}：不打款，计入${targets[own]}${isForCharge ? '，并抵扣所欠费用' : ''}`,
  );

const outcomes = {
  'withdrawal:propose': sentence('is proposed: an APPROVER decides next', '已提议：由复核决定'),
  'withdrawal:approve': sentence('is approved: its payment begins', '已批准：开始付款'),
  'withdrawal:reject': sentence('is rejected: the amount is returned', '已驳回：金额退回'),
  'withdrawal:offset': sentence(
    "is offset: the amount is in the customer's own account",
    '已划转：金额在客户自己的账户里',
  ),
};
export type ReviewAction = keyof typeof outcomes;

export const reviewedAs = (action: ReviewAction, id: bigint, of: Sentence, amount: string): Sentence =>
  sentence(
    `withdrawal ${id} of ${of.en}, ${amount}, ${outcomes[action].en}`,
    `${of.zh}的提现 ${id}，${amount}，${outcomes[action].zh}`,
  );

export const noted = (id: bigint): Sentence => sentence(`withdrawal ${id} has a note`, `提现 ${id} 已记下判断`);
export const notedAlready = sentence('this member has written this note already', '您已写过这条判断，没有再写一次');

const holds: Record<ApprovalHold['reason'], Sentence> = {
  DESTINATION_REMOVED: sentence('its destination was removed', '收款地址已移除'),
  CUSTOMER_DISABLED: sentence('the customer is disabled', '客户已停用'),
  FROZEN: sentence('the customer is frozen: customer:unfreeze', '客户已冻结：先解冻'),
  CONTACT_REPLACED: sentence('the contact was replaced', '换过登录账号'),
  SECOND_FACTOR_REMOVED: sentence('a second factor was removed', '移除过二次验证'),
  PASSWORD_CHANGED: sentence('a password was changed', '改过密码'),
};

/** For commands and the console; the signer's page has words of its own. */
export function approvalHoldText({ reason, until }: ApprovalHold): Sentence {
  const held = holds[reason];
  if (until === null) return held;
  return sentence(
    `${held.en}: it cannot be approved before ${until}`,
    `${held.zh}：${timeText(new Date(until))} 之前不能批准`,
  );
}

export const tooManyNotes = (most: number): Sentence =>
  sentence(`a member writes at most ${most} notes on one withdrawal`, `每人对一笔提现最多写 ${most} 条判断`);

// A freeze.
export const otherFreezes = sentence(
  'the customer is frozen for another reason by now: read it again',
  '客户又因别的原因冻结了，请重新看过再提议',
);
export const notFrozen = sentence('the customer is not frozen', '客户没有冻结');
export const frozenBecause = (customerId: bigint, reasons: readonly Sentence[]): Sentence => {
  const { en, zh } = inClauses(reasons);
  return sentence(
    `customer ${customerId} may withdraw again; frozen because: ${en}`,
    `客户 ${customerId} 可以再提现；冻结的原因：${zh}`,
  );
};
export const mayWithdraw = (customerId: bigint): Sentence =>
  sentence(`customer ${customerId} may withdraw again`, `客户 ${customerId} 可以再提现`);
export const clawBackFirst = (id: bigint, amount: string): Sentence =>
  sentence(
    `deposit ${id} of ${amount} was credited and is in no block any more: deposit:settle --id ${id} comes first`,
    `充值 ${id}（${amount}）入过账而已不在区块里：先做「充值追回」`,
  );

// Automatic approval.
const coinAmount = (amount: string, coin: string) => `${amount} ${coin}`;
export const knownAfter = (min: number, max: number): Sentence =>
  sentence(`a destination is known after ${min} to ${max} days`, `地址认识的天数须在 ${min} 到 ${max} 之间`);
export const belowSmallest = sentence('the smallest withdrawal is larger than that', '单笔上限低于最小提现额');
export const aboveLargest = sentence('above the largest withdrawal', '单笔上限高于最大提现额');
export const customerDayTooSmall = sentence(
  "a customer's day is smaller than one payment",
  '每客户每日上限低于单笔上限',
);
export const dayTooSmall = sentence("the day of all is smaller than one customer's", '全部每日上限低于每客户每日上限');
export const dayTooLarge = sentence(
  'the day of all by rule is above what one customer may take in a day',
  '全部每日上限高于一位客户每日可提的额度',
);
export const policyIsOff = (coin: string): Sentence =>
  sentence(`the rule of ${coin} is off`, `${coin} 的自动批准已关闭`);
export const otherPolicy = (coin: string): Sentence =>
  sentence(
    `the rule of ${coin} has changed since it was proposed: propose it again`,
    `提议之后 ${coin} 的自动批准变了，请重新提议`,
  );
type Bounds = { perPayment: string; perCustomerDay: string; perDay: string; knownDays: number };
export const policyIsOn = (coin: string, { perPayment, perCustomerDay, perDay, knownDays }: Bounds): Sentence =>
  sentence(
    `the rule of ${coin} is on: ${perPayment} a payment, ${perCustomerDay} a customer and day, ${perDay} a day; addresses known ${knownDays} days`,
    `${coin} 的自动批准已开启：单笔至多 ${perPayment}，每客户每日 ${perCustomerDay}，全部每日 ${perDay}；地址须认识 ${knownDays} 天`,
  );
export const ruleWouldBe = (coin: string, before: Bounds | null, after: Bounds): Sentence => {
  const { perPayment, perCustomerDay, perDay, knownDays } = after;
  const was =
    before === null
      ? sentence('it is off now', '现在是关闭的')
      : sentence(
          `now ${before.perPayment}, ${before.perCustomerDay}, ${before.perDay} and ${before.knownDays} days`,
          `现在是 ${before.perPayment}、${before.perCustomerDay}、${before.perDay}、${before.knownDays} 天`,
        );
  return sentence(
    `withdrawals of ${coin} are approved without people up to ${coinAmount(perPayment, coin)} a payment, ${coinAmount(perCustomerDay, coin)} a customer and day, ${coinAmount(perDay, coin)} a day, to addresses known ${knownDays} days; ${was.en}`,
    `${coin} 提现无需人工即获批准：单笔至多 ${coinAmount(perPayment, coin)}，每客户每日 ${coinAmount(perCustomerDay, coin)}，全部每日 ${coinAmount(perDay, coin)}，地址须认识 ${knownDays} 天；${was.zh}`,
  );
};
