import type { CodeMessage, Notice, Scene } from './message.ts';

const purposes: Record<Scene, string> = {
  LOGIN: '登录',
  SET_PASSWORD: '设置登录密码',
  FUNDS_PASSWORD: '设置资金密码',
  WITHDRAW: '提现',
  CHANGE_CONTACT: '绑定或更换手机号、邮箱',
  SECOND_FACTOR: '开启或关闭二次验证',
};

/** A stranger can ask for these; every other code was asked for in the account, or with its staff. */
const askedByStrangers: readonly Scene[] = ['LOGIN', 'SET_PASSWORD'];

/** The mail that brings a one-time code. */
export function codeMail({ scene, code, payment, support }: CodeMessage): { subject: string; text: string } {
  // The one code that a customer reads to the staff: at the customer's own request, and to no one else.
  const secrecy = scene === 'CHANGE_CONTACT' ? '仅在您主动联系客服办理时告知客服。' : '请勿告诉任何人。';
  const ifNotYou = askedByStrangers.includes(scene)
    ? '如非本人操作，请忽略。'
    : '如非本人操作，说明他人可能正在操作您的账户：请立即修改登录密码，并联系客服。';
  return {
    subject: '【Lode 矿脉】验证码',
    text: `您正在${payment === undefined ? purposes[scene] : paymentText(payment)}，验证码 ${code}，10 分钟内有效。${secrecy}\n${withSupport(ifNotYou, support)}\n`,
  };
}

/** Shows the owner what a holder of the session is about to do. */
function paymentText({ coin, address, amount }: NonNullable<CodeMessage['payment']>): string {
  return amount === undefined ? `添加 ${coin} 提现地址 ${address}` : `提现 ${amount} ${coin} 至 ${address}`;
}

/** A text that says to ask 客服 says where. */
function withSupport(text: string, support: string | undefined): string {
  return support === undefined || !text.includes('联系客服') ? text : `${text}客服：${support}`;
}

/** A notice with its links. */
export function noticeText({ text, link, support }: Notice): string {
  const whole = withSupport(text, support);
  return link === undefined ? whole : `${whole}不是我？打开链接立即冻结提现：${link.url}`;
}

/** The mail that brings a notice. */
export function noticeMail(notice: Notice): { subject: string; text: string } {
  return { subject: '【Lode 矿脉】通知', text: `${noticeText(notice)}\n` };
}

/** What a short message of the scene WITHDRAW says in place of an amount. */
export const newAddressText = (coin: string): string => `添加 ${coin} 地址`;
