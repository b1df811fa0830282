import { type Sentence, sentence } from '../../platform/sentence.ts';
import type { FundSource } from './pay-fund-in.ts';
import type { TermKey } from './product-terms.ts';

const sources: Record<FundSource, string> = {
  TREASURY: '自有资金',
  ELECTRICITY_REVENUE: '电费收入',
  HOSTING_REVENUE: '托管费收入',
  WITHDRAWAL_FEE_REVENUE: '提现手续费收入',
};

// The fund. Amounts have their coin.
export const fundGets = (text: string, from: FundSource): Sentence =>
  sentence(`${text} from ${from} into INTEREST_FUND`, `从${sources[from]}转 ${text} 到利息基金`);
export const hasOnly = (from: FundSource, left: string): Sentence =>
  sentence(`${from} has only ${left}`, `${sources[from]}只有 ${left}`);
export const coversOnly = (from: FundSource, left: string): Sentence =>
  sentence(
    `${from} can pay only ${left}: the coins that the house holds cover no more beyond what it owes (promotional credit, unpaid receivables and network fees are no money)`,
    `${sources[from]}只能付 ${left}：除欠付的以外，持有的币只够这么多（体验金、未收的应收款和网络费不是钱）`,
  );
export const paidIn = (text: string, from: FundSource, key: string): Sentence =>
  sentence(`paid in: ${text} from ${from}, key ${key}`, `已从${sources[from]}转入 ${text}，键 ${key}`);
export const paidInAlready = (text: string, from: FundSource, key: string): Sentence =>
  sentence(`already paid in: ${text} from ${from}, key ${key}`, `先前已从${sources[from]}转入 ${text}，键 ${key}`);
export const keyUsed = (key: string): Sentence =>
  sentence(`the key ${key} was used for something else`, `键 ${key} 已用于别的转账`);

// Rates, in per cent a year.
export const rateFrom = (coin: string, apy: string, date: string): Sentence =>
  sentence(`${coin} earns ${apy} % a year from ${date} on`, `${coin} 从 ${date} 起年化 ${apy}%`);
export const rateChanges = (coin: string, { before, apy, date }: { before: string; apy: string; date: string }) =>
  sentence(
    `${coin} earns ${apy} % a year from ${date} on, ${before} % until then`,
    `${coin} 从 ${date} 起年化 ${apy}%，在那之前 ${before}%`,
  );
export const dayToCome = (earliest: string): Sentence =>
  sentence(`a rate takes effect on a day to come: ${earliest} at the earliest`, `费率最早 ${earliest} 生效`);
export const fallAnnounced = (before: string, earliest: string): Sentence =>
  sentence(
    `a rate that falls, from ${before}, is announced first: ${earliest} at the earliest`,
    `比 ${before}% 低的费率要先公告，最早 ${earliest} 生效`,
  );
export const wouldFallTo = (next: { apy: string; date: string }, earliest: string): Sentence =>
  sentence(
    `the rate would fall to the ${next.apy} of ${next.date}, and a fall is announced first: ${earliest} at the earliest`,
    `之后会降到 ${next.date} 的 ${next.apy}%，下调要先公告，最早 ${earliest}`,
  );
export const notRate = (given: string): Sentence =>
  sentence(
    `--apy "${given}" must be a yearly rate in per cent from 0 to 100 with at most two decimals`,
    `年化「${given}」不对：0 到 100，最多两位小数`,
  );

// What is offered.
const terms: Record<TermKey, string> = {
  'coin-up.open': 'COIN UP 申购',
  'coin-up.min.BTC': 'BTC 最低转入',
  'coin-up.min.USDT': 'USDT 最低转入',
  'coin-up.apy.BTC': 'BTC 年化',
  'coin-up.apy.USDT': 'USDT 年化',
};
const shown = (value: string) => (value === 'true' ? '开放' : value === 'false' ? '关闭' : value);
export const termIs = (key: TermKey, value: string): Sentence =>
  sentence(`${key} is ${value}`, `${terms[key]}已改为 ${shown(value)}`);
export const termChanges = (key: TermKey, value: string, before: string): Sentence =>
  sentence(`${key} is ${value}, ${before} before`, `${terms[key]}由 ${shown(before)} 改为 ${shown(value)}`);
export const termMoved = (key: TermKey, now: string, proposed: string): Sentence =>
  sentence(
    `${key} is ${now} now, not ${proposed} as when it was proposed`,
    `${terms[key]}现在是 ${shown(now)}，不是提议时的 ${shown(proposed)}`,
  );
