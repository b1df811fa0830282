import { maskAccount } from '@lode/contract';
import { shanghaiMinute } from '../../../platform/clock/clock.ts';

/** To the old contact, before anything changes: who still holds it can object. */
export function replacementRequested(to: string): string {
  return `有人申请将您的登录账号更换为 ${maskAccount(to)}，并称已无法使用当前手机号或邮箱。如非本人操作，请立即联系客服。`;
}

/** To both contacts, when it has changed. `heldUntil`: the old one was lost. */
export function contactChanged(from: string, to: string, heldUntil: Date | null): string {
  const changed = `您的登录账号已由 ${maskAccount(from)} 更换为 ${maskAccount(to)}。`;
  const held =
    heldUntil === null ? '' : `所有设备已退出登录；为保护资产，${shanghaiMinute(heldUntil)}（北京时间）前不能提现。`;
  return `${changed}${held}如非本人操作，请立即联系客服。`;
}
