import { offsetReasons, withdrawalRemarks } from '@lode/contract';

/** What the customer reads of an end: why, and what to do next. That the amount is back stands below. */
const reasons = new Map<string, string>([
  [withdrawalRemarks.SCREENING, '提现地址没有通过安全核查，请换一个地址。'],
  [withdrawalRemarks.PAYMENT, '转账没有成功，款项没有转出，可以重新提现。'],
  [withdrawalRemarks.ADDRESS, '提现地址与您登记的信息不一致，请核对后换一个地址。'],
  [withdrawalRemarks.IDENTITY, '需要先核实您的身份，请联系客服，核实后可重新提现。'],
  [withdrawalRemarks.ACTIVITY, '账户近期有异常操作，为保护您的资金，本次没有付款。请联系客服核实。'],
  [withdrawalRemarks.REQUEST, '已按您的要求取消。'],
]);

const offsets = new Map<string, string>([
  [offsetReasons.REQUEST, '按您的要求转回账户'],
  [offsetReasons.OWED, '抵扣所欠电费与托管费'],
  [offsetReasons.ADDRESS, '提现地址无法付款'],
]);

/** Why an amount went to an account of the customer in place of a payment. */
export const offsetReasonText = (reason: string): string => offsets.get(reason) ?? reason;

/** The same in a line of a list. */
const shortReasons = new Map<string, string>([
  [withdrawalRemarks.SCREENING, '提现地址未通过安全核查'],
  [withdrawalRemarks.PAYMENT, '转账没有成功'],
  [withdrawalRemarks.ADDRESS, '提现地址与登记信息不一致'],
  [withdrawalRemarks.IDENTITY, '需要先核实您的身份'],
  [withdrawalRemarks.ACTIVITY, '账户近期有异常操作'],
  [withdrawalRemarks.REQUEST, '已按您的要求取消'],
]);

/** Ends after which the same address would be rejected again. */
const addressReasons: readonly (string | null)[] = [withdrawalRemarks.SCREENING, withdrawalRemarks.ADDRESS];

/** What the staff wrote for the customer may be about the address too. */
export const isAboutAddress = (remark: string | null): boolean =>
  addressReasons.includes(remark) || /(收款|提现)地址/.test(remark ?? '');

/** Without the full stop, so that more can follow. */
export function shortReason(remark: string): string {
  return shortReasons.get(remark) ?? remark.replace(/[。.]$/, '');
}

/** In the customer's words; what the staff wrote for the customer itself stands as it is, as a whole sentence. */
export function reasonText(remark: string | null): string | null {
  return remark === null ? null : (reasons.get(remark) ?? remark.replace(/[^。！？.!?]$/, '$&。'));
}
