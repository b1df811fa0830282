import { offsetReasons, withdrawalRemarks } from './codes.ts';

/** What the client makes of the causes that the staff choose: the staff read the customer's own words before they decide. */

export const rejectionWords = {
  ADDRESS: '提现地址与您登记的信息不一致，请核对后换一个地址。',
  IDENTITY: '需要先核实您的身份，请联系客服，核实后可重新提现。',
  ACTIVITY: '账户近期有异常操作，为保护您的资金，本次没有付款。请联系客服核实。',
  REQUEST: '已按您的要求取消。',
  SCREENING: '提现地址没有通过安全核查，请换一个地址。',
  PAYMENT: '转账没有成功，款项没有转出，可以重新提现。',
} as const satisfies Record<keyof typeof withdrawalRemarks, string>;

export const offsetWords = {
  REQUEST: '按您的要求转回账户',
  OWED: '抵扣所欠电费与托管费',
  ADDRESS: '提现地址无法付款',
} as const satisfies Record<keyof typeof offsetReasons, string>;

const words = new Map<string, string>([
  ...Object.entries(withdrawalRemarks).map(([cause, remark]) => [remark, rejectionWords[cause as 'ADDRESS']] as const),
  ...Object.entries(offsetReasons).map(([cause, reason]) => [reason, offsetWords[cause as 'ADDRESS']] as const),
]);

/** A stored remark as its customer reads it; what the staff wrote itself stands as it is. */
export const wordsOfRemark = (remark: string): string => words.get(remark) ?? remark;
