import { displayDebit } from '@lode/money';
import { shanghaiMinute } from '../../platform/clock/clock.ts';

/** A hosting charge that the accounts could not pay: it stops no machine, but money stays. */
export function hostingOwedNotice(owed: bigint): string {
  return `您已欠缴托管费：共 ${displayDebit(owed, 'USDT')} USDT，账户余额不足。请充值，缴清前暂停提现和转入 COIN UP，矿机运行不受影响。`;
}

/** A charge that the accounts could not pay, and from when on it stops machines; null where they owe for longer already. */
export function owedNotice(owed: bigint, stopsFrom: Date | null): string {
  const what =
    stopsFrom === null
      ? '逾期的矿机停机，充值缴清后自动恢复。'
      : `账户余额不足，请在 ${shanghaiMinute(stopsFrom).slice(5)} 前充值，逾期停机。`;
  return `您已欠缴电费：共 ${displayDebit(owed, 'USDT')} USDT。${what}`;
}

/** All that was owed is paid, the last of it now. */
export function settledNotice(paid: bigint, isRelieved: boolean): string {
  const machines = isRelieved ? '因欠费停机的矿机自动恢复，' : '';
  return `欠费已缴清：本次补缴 ${displayDebit(paid, 'USDT')} USDT。${machines}提现和转入 COIN UP 不再因欠费受限。`;
}

/** The customer asked the staff for another order of the accounts. */
export function payModeNotice(mode: 'PREPAID_FIRST' | 'OUTPUT_FIRST'): string {
  const text = mode === 'PREPAID_FIRST' ? '预付优先（电费账户）' : '产出优先（产出账户）';
  return `根据您的申请，电费支付方式已更改为${text}，自下一次扣费起生效。如非本人申请，请联系客服。`;
}
