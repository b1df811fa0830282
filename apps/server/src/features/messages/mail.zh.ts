import type { Message, Scene } from './message.ts';

const purposes: Record<Scene, string> = {
  LOGIN: '登录',
  SET_PASSWORD: '设置登录密码',
  FUNDS_PASSWORD: '设置资金密码',
  WITHDRAW: '提现',
};

/** The mail that brings a one-time code. */
export function codeMail({ scene, code }: Message): { subject: string; text: string } {
  return {
    subject: '【Lode 矿脉】验证码',
    text: `您正在${purposes[scene]}，验证码 ${code}，10 分钟内有效。请勿告诉任何人。\n如非本人操作，请忽略此邮件。\n`,
  };
}
