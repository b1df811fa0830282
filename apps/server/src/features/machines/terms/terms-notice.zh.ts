import { displayExact, formatShortest, parseDecimal } from '@lode/money';
import { shanghaiMinute } from '../../../platform/clock/clock.ts';
import type { Changed, ChangedWithAhead } from './money-effect.ts';
import type { DayTerms } from './terms.store.ts';

/** A notice to one customer. */
export interface TermsNotice {
  to: string;
  text: string;
}

/** Machine numbers in one notice; the machine's page shows the terms of each. */
const machinesNamed = 5;
/** What a channel delivers at most, in characters. */
const longestNotice = 480;

/** To each customer what changes for which machines; several equal changes are one notice. */
export function noticesOf(changes: readonly ChangedWithAhead[]): TermsNotice[] {
  const groups = new Map<string, { to: string; text: string; ahead: string[]; from: string; machines: string[] }>();
  for (const { before, after, ahead } of changes) {
    for (const { to, text } of textsOf(before, after)) {
      const later = to === after.account ? ahead.map(aheadText) : [];
      const key = JSON.stringify([to, after.day, text, later]);
      const group = groups.get(key) ?? { to, text, ahead: later, from: after.day, machines: [] };
      group.machines.push(after.machineNo);
      groups.set(key, group);
    }
  }
  return [...groups.values()].flatMap(({ to, text, ahead, from, machines }) => {
    const names = `矿机 ${namesOf(machines)}：`;
    return withAhead(from, `${names}${text}`, names, ahead).map((one) => ({ to, text: one }));
  });
}

const announced = '已公布的后续变更：';

/** What does not fit into one notice goes into further ones: no price is cut off. */
function withAhead(from: string, text: string, names: string, ahead: readonly string[]): string[] {
  const notices: string[] = [];
  let last = text;
  let isFirst = true;
  for (const step of ahead) {
    const longer = `${last}；${isFirst ? announced : ''}${step}`;
    if (noticeLength(from, longer) <= longestNotice) {
      last = longer;
    } else {
      notices.push(last);
      last = `${names}${announced}${step}`;
    }
    isFirst = false;
  }
  return [...notices, last].map((one) => noticeText(from, one));
}

function aheadText({ before, after }: Changed): string {
  return `${after.day} 起${differences(before, after).join('，')}`;
}

/** A site's price changes for all machines under the tariff. */
export function priceNotice(
  site: string,
  from: string,
  before: string | null,
  after: string,
  machines: number,
): string {
  return noticeText(
    from,
    `机房 ${site} 的电价${before === null ? '为' : `由 ${before} 调整为`} ${after} USDT/度，涉及您的 ${machines} 台矿机`,
  );
}

/** A mining day begins at 08:00 in Shanghai. */
const wholeText = (from: string, text: string) => `【合约变更】自 ${from} 08:00（北京时间）起，${text}。`;
const noticeText = (from: string, text: string) => wholeText(from, text).slice(0, longestNotice);
const noticeLength = (from: string, text: string) => wholeText(from, text).length;

function namesOf(machines: readonly string[]): string {
  const named = machines.slice(0, machinesNamed).join('、');
  return machines.length > machinesNamed ? `${named} 等 ${machines.length} 台` : named;
}

function textsOf(before: DayTerms, after: DayTerms): TermsNotice[] {
  if (before.account !== after.account) {
    return [
      { to: before.account, text: '不再归属您的账户，此前的产出与费用仍在您的账单中' },
      { to: after.account, text: `归入您的账户，${allTerms(after)}` },
    ];
  }
  const text = differences(before, after).join('；');
  return text === '' ? [] : [{ to: after.account, text }];
}

function allTerms(terms: DayTerms): string {
  const end = terms.endTime === null ? '合约无到期日' : `合约到期 ${shanghaiMinute(terms.endTime)}`;
  return `机房 ${terms.site}，电价 ${terms.price ?? '—'} USDT/度，算力 ${terms.hashrate} ${terms.hashrateUnit}，功耗 ${terms.powerWatts} W，矿池费率 ${percent(terms.poolFeeRate)}，托管费 ${hosting(terms)}，${end}`;
}

function differences(before: DayTerms, after: DayTerms): string[] {
  const pairs: [name: string, before: string, after: string][] = [
    ['机房', before.site, after.site],
    ['电价', `${before.price ?? '—'}`, `${after.price ?? '—'} USDT/度`],
    ['算力', before.hashrate, `${after.hashrate} ${after.hashrateUnit}`],
    ['功耗', String(before.powerWatts), `${after.powerWatts} W`],
    ['矿池费率', percent(before.poolFeeRate), percent(after.poolFeeRate)],
    ['托管费', hosting(before), hosting(after)],
    ['合约到期', endText(before), endText(after)],
    ['托管起始日', onSiteText(before), onSiteText(after)],
  ];
  return pairs
    .filter(([, old, next]) => old !== next && !next.startsWith(`${old} `))
    .map(([name, old, next]) => `${name} ${old} → ${next}`);
}

const percent = (rate: string) => `${formatShortest(parseDecimal(rate, 6), 4)}%`;
const hosting = ({ hostingFeeMonthly }: DayTerms) => `${displayExact(hostingFeeMonthly ?? 0n, 'USDT')} USDT/月`;
const endText = ({ endTime }: DayTerms) => (endTime === null ? '无' : shanghaiMinute(endTime));

const onSiteText = ({ onSiteFrom }: DayTerms) => onSiteFrom ?? '上架日';
