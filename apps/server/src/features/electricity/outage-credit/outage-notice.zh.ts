import { type Coin, displayExact } from '@lode/money';
import { shanghaiMinute } from '../../../platform/clock/clock.ts';

/** What one customer's bills of an outage became. Minor units. */
export interface CustomerCredit {
  account: string;
  machines: number;
  /** Given back or taken off, by coin. */
  electricity: ReadonlyMap<Coin, bigint>;
  /** Satoshis taken back. */
  output: bigint;
}

export interface OutageTexts {
  /** `机房 乐山` or `矿机 M-1`. */
  scope: string;
  from: Date;
  to: Date;
  reason: string;
}

/** In the example of the command. */
export const exampleReason = '机房停电';

export const scopeInWords = ({ siteId }: { siteId: bigint | null }, name: string) =>
  siteId === null ? `矿机 ${name}` : `机房 ${name}`;

/** To one customer, after the bills of closed days were put right. */
export function outageNotice({ scope, from, to, reason }: OutageTexts, credit: CustomerCredit): string {
  const given = [...credit.electricity].map(([coin, amount]) => `${displayExact(amount, coin)} ${coin}`);
  const parts = [
    ...(given.length > 0 ? [`减免电费 ${given.join('、')}`] : []),
    ...(credit.output > 0n ? [`冲回停机时段产出 ${displayExact(credit.output, 'BTC')} BTC`] : []),
  ];
  return `【停机更正】${scope} 于 ${shanghaiMinute(from)} 至 ${shanghaiMinute(to)}（北京时间）停机：${reason}。您的 ${credit.machines} 台矿机账单已更正，${parts.join('，')}。`;
}
