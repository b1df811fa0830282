import { type Coin, displayAmount, displayExact } from '@lode/money';
import type { MessageContent } from './inbox.store.ts';

/** Words for security events, from the slice that keeps them. */
export type DescribeEvent = (event: string, detail: Record<string, string>) => string | null;

type Detail = Record<string, string>;

const amountOf = ({ amount = '0', coin = '' }: Detail) => `${displayExact(BigInt(amount), coin as Coin)} ${coin}`;

/** The first clause is the headline of the message: it says what happened, and the machines and amounts follow. */
const stopReasons: Record<string, string> = {
  electricityOwed: '矿机因欠费停机',
  contractEnded: '矿机合约到期停机',
  repair: '矿机停机维修',
  staff: '矿机已由运维人员停机',
};

/** `矿机因欠费停机：A、B，缴清后自动恢复。` `note`: the reason that staff gave and the customer reads of each machine. */
function stopped({ machines, count, reason, note }: Record<string, unknown>): string {
  const named = machines as string[];
  const names = named.join('、');
  const more = Number(count) > named.length ? ` 等 ${Number(count)} 台` : '';
  const why = typeof note === 'string' ? `，${note.replace(/。$/, '')}` : '';
  const next = reason === 'electricityOwed' ? '，缴清后自动恢复' : why;
  return `${stopReasons[String(reason)]}：${names}${more}${next}。`;
}

const texts: Record<string, (detail: Detail) => string> = {
  DEPOSIT_SEEN: (detail) => `收到一笔 ${amountOf(detail)} 充值，区块确认后入账（低于最低充值数量的除外）。`,
  DEPOSIT_CREDITED: (detail) => `充值 ${amountOf(detail)} 已入账。`,
  WITHDRAWAL_APPROVED: (detail) => `提现 ${amountOf(detail)} 已审核通过。`,
  WITHDRAWAL_BROADCAST: (detail) => `提现 ${amountOf(detail)} 已打款，等待确认。`,
  ELECTRICITY_LOW: ({ days, available }) => {
    const balance = `电费账户余额 ${displayAmount(BigInt(available ?? 0), 'USDT')} USDT`;
    return Number(days) === 0
      ? `电费不足 1 天：${balance}，请立即充值。`
      : `电费约可用 ${days} 天：${balance}，请及时充值。`;
  },
  NOTICE: ({ text = '' }) => text,
};

/** What a customer reads of a message. */
export function messageText({ event, detail }: MessageContent, describeEvent: DescribeEvent): string {
  if (event === 'MACHINE_STOPPED') return stopped(detail);
  if (event === 'SESSION_OPENED') return `${describeEvent(event, detail as Detail)}非本人操作请立即改密码。`;
  const text = texts[event]?.(detail as Detail) ?? describeEvent(event, detail as Detail);
  if (text === null) throw new Error(`there are no words for a message of ${event}`);
  return text;
}
