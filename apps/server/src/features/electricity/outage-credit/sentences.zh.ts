import { formatAmount } from '@lode/money';
import { type Sentence, sentence, signed } from '../../../platform/sentence.ts';
import { timeText } from '../../../platform/staff/names.ts';
import type { OmittedTotal } from './omissions.store.ts';

interface Scope {
  machines: number;
  machineDays: number;
  seconds: number;
  byHand: number;
  left: OmittedTotal;
}

const usdt = (amount: bigint) => `${formatAmount(amount, 'USDT')} USDT`;
const btc = (amount: bigint) => `${formatAmount(amount, 'BTC')} BTC`;

/** How many are left out, and what they would have received. */
export const left = ({ customers, electricity, output }: OmittedTotal): Sentence =>
  customers === 0
    ? sentence('', '')
    : sentence(
        `; ${customers} customers have left and are left out: ${usdt(electricity)} are not given back, ${btc(output)} not taken back`,
        `；${customers} 位客户已销户，不在其中：${usdt(electricity)} 不退，${btc(output)} 不冲回`,
      );
const byHand = ({ byHand: count }: Scope): Sentence =>
  count === 0
    ? sentence('', '')
    : sentence(
        `; ${count} machine days were corrected by hand and are left alone`,
        `；${count} 个矿机日已手工更正，不再动`,
      );

/** `149 小时 20 分`; below a minute in seconds. */
function hoursText(seconds: number): string {
  if (seconds < 60) return `${seconds} 秒`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const parts = [
    hours > 0 && `${hours} 小时`,
    minutes > 0 && `${minutes} 分`,
    seconds % 60 > 0 && `${seconds % 60} 秒`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** What changes in all, then customer by customer. */
export const scope = (preview: Scope): Sentence => {
  const { machines, machineDays, seconds } = preview;
  const [hand, omitted] = [byHand(preview), left(preview.left)];
  return sentence(
    `${machines} machines, ${machineDays} machine days, ${seconds} s that were counted as running${hand.en}${omitted.en}`,
    `${machines} 台矿机，${machineDays} 个矿机日，${hoursText(seconds)}被误计为运行${hand.zh}${omitted.zh}`,
  );
};
export const electricity = (amount: bigint): Sentence =>
  sentence(
    `electricity: ${usdt(amount)} is given back or taken off what is owed`,
    `电费：退回或减免欠费 ${usdt(amount)}`,
  );
export const output = (amount: bigint, value: bigint): Sentence =>
  amount === 0n
    ? sentence('output: stays', '产出：保留')
    : sentence(
        `output: ${btc(amount)} (${usdt(value)} on its days) is taken back`,
        `产出：冲回 ${btc(amount)}（按当日价 ${usdt(value)}）`,
      );
export const inUsdt = (customers: number, net: bigint): Sentence => {
  const amount = signed(`${net >= 0n ? '+' : ''}${usdt(net)}`);
  return sentence(`in USDT for ${customers} customers: ${amount.en}`, `${customers} 位客户折合：${amount.zh}`);
};
export const ofCustomer = (account: string, given: bigint, taken: bigint): Sentence => {
  const back = taken === 0n ? null : signed(btc(-taken));
  return sentence(
    `${account}: +${usdt(given)}${back ? `, ${back.en}` : ''}`,
    `${account}：+${usdt(given)}${back ? `，${back.zh}` : ''}`,
  );
};
export const moreCustomers = (hidden: number): Sentence =>
  sentence(`and ${hidden} more customers`, `另有 ${hidden} 位客户`);

// Why there is none.
export const notAfter = (from: Date, to: Date): Sentence =>
  sentence(
    `--to ${to.toISOString()} is not after --from ${from.toISOString()}`,
    `结束时间 ${timeText(to)} 不晚于开始时间 ${timeText(from)}`,
  );
export const ahead = (to: Date): Sentence =>
  sentence(`--to ${to.toISOString()} lies ahead`, `结束时间 ${timeText(to)} 还没有到`);
export const longest = (days: number): Sentence =>
  sentence(`an outage is credited for ${days} days at once at most`, `停机补偿一次最多 ${days} 天`);
export const dayOpen = (date: string): Sentence =>
  sentence(
    `${date} is not closed: outage:record dates the status back in open days`,
    `${date} 还没有日结：未结的日子用「登记停机」`,
  );
export const nothingChanges = (preview: Scope): Sentence => {
  const [hand, omitted] = [byHand(preview), left(preview.left)];
  return sentence(
    `nothing changes: none of the machines was counted as running then${hand.en}${omitted.en}`,
    `没有变化：那段时间没有一台被计为运行${hand.zh}${omitted.zh}`,
  );
};
export const creditedAlready = (id: bigint): Sentence =>
  sentence(`credited already, as credit ${id}`, `已补偿过，即补偿 ${id}`);
export const creditedOtherwise = (id: bigint, outputsStayed: boolean): Sentence =>
  sentence(
    `credited already, as credit ${id}, and its outputs ${outputsStayed ? 'stayed' : 'were taken back'}`,
    `已补偿过，即补偿 ${id}，产出${outputsStayed ? '保留' : '已冲回'}`,
  );
export const chineseReason = (most: number): Sentence =>
  sentence(
    `customers read --reason: write it in Chinese, at most ${most} characters`,
    `客户会读到原因：请用中文，最多 ${most} 个字`,
  );

// What was done.
export const credit = (id: bigint): Sentence => sentence(`credit ${id}`, `补偿 ${id}`);
const kinds: Record<string, string> = { electricity: '电费', output: '产出' };
export const total = ({
  adjusted,
  amount,
  machineDays,
}: {
  adjusted: string;
  amount: string;
  machineDays: number;
}): Sentence =>
  sentence(
    `${adjusted} ${amount} of ${machineDays} machine days`,
    `${kinds[adjusted] ?? adjusted} ${amount}，${machineDays} 个矿机日`,
  );
export const waits = (
  id: bigint,
  { left: open, batches }: { left: number; batches: number },
  why: Sentence,
): Sentence =>
  sentence(
    `credit ${id} is agreed, and waits with ${open} of ${batches} batches: ${why.en}. It goes on by itself`,
    `补偿 ${id} 已批准，${batches} 批中还有 ${open} 批在等：${why.zh}。之后会自动继续`,
  );
export const revenueShort = (coin: string): Sentence =>
  sentence(`ELECTRICITY_REVENUE in ${coin} has less than is to be given back`, `电费收入的 ${coin} 少于要退的金额`);
