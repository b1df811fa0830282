import { formatAmount } from '@lode/money';
import { type Sentence, sentence } from '../../../platform/sentence.ts';
import { timeText } from '../../../platform/staff/names.ts';
import type { CustomerEffect, Figures } from './figures.ts';
import type { DayTerms } from './terms.store.ts';

export const countOf = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** A pair of figures that changes; null where it stays. */
function changeOf(
  [en, zh]: [string, string],
  [before, after]: [string, string],
  [unit, unitZh]: [string, string],
): Sentence | null {
  return before === after
    ? null
    : sentence(`${en} ${before} → ${after} ${unit}`, `${zh} ${before} → ${after} ${unitZh}`);
}

/** What changes in money. */
function moneyText(before: Figures, after: Figures): Sentence {
  const usdt = (of: (figures: Figures) => bigint): [string, string] => [
    formatAmount(of(before), 'USDT'),
    formatAmount(of(after), 'USDT'),
  ];
  const parts = [
    changeOf(
      ['output', '产出'],
      [formatAmount(before.output, 'BTC'), formatAmount(after.output, 'BTC')],
      ['BTC a day', 'BTC/天'],
    ),
    changeOf(
      ['electricity', '电费'],
      usdt(({ electricity }) => electricity),
      ['USDT a day', 'USDT/天'],
    ),
    changeOf(
      ['hosting', '托管费'],
      usdt(({ hosting }) => hosting),
      ['USDT a month', 'USDT/月'],
    ),
  ].filter((part) => part !== null);
  return parts.length === 0
    ? sentence('no change in money', '金额没有变化')
    : sentence(parts.map(({ en }) => en).join(', '), parts.map(({ zh }) => zh).join('，'));
}

export function effectInAll(
  { machines, customers, networkDay }: { machines: number; customers: number; networkDay: string | null },
  before: Figures,
  after: Figures,
): Sentence {
  const money = moneyText(before, after);
  const day = networkDay === null ? 'no network day is known' : `the network day of ${networkDay}`;
  const dayZh = networkDay === null ? '没有全网数据' : `${networkDay} 的全网数据`;
  return sentence(
    `${countOf(machines, 'machine')} of ${countOf(customers, 'customer')}, at 24 hours a day and ${day}: ${money.en}`,
    `${customers} 位客户的 ${machines} 台矿机，按每天 24 小时和${dayZh}：${money.zh}`,
  );
}

export function effectOnCustomer({ account, machines, before, after }: CustomerEffect): Sentence {
  const money = moneyText(before, after);
  return sentence(
    `${account}, ${countOf(machines, 'machine')}: ${money.en}`,
    `${account}，${machines} 台：${money.zh}`,
  );
}

export const moreCustomers = (hidden: number): Sentence =>
  sentence(`and ${countOf(hidden, 'more customer')}`, `另有 ${hidden} 位客户`);
export const moreChanges = (hidden: number): Sentence =>
  sentence(`and ${hidden} more changes`, `另有 ${hidden} 项变更`);

export function announcedBefore(day: string, machines: number, before: Figures, after: Figures): Sentence {
  const money = moneyText(before, after);
  return sentence(
    `announced before, from ${day}: ${countOf(machines, 'machine')}, ${money.en}`,
    `此前已公布，${day} 起：${machines} 台矿机，${money.zh}`,
  );
}

/** A tariff, its day and its price. */
export const priceLine = (
  { site, name, price, from }: { site: string; name: string; price: string; from: string },
  before: string | null,
): Sentence =>
  sentence(
    `site ${site}${name === '' ? '' : `, tariff ${name}`} from ${from}: ${before === null ? '' : `${before} → `}${price} USDT per kWh`,
    `机房 ${site}${name === '' ? '' : `，电价「${name}」`}，${from} 起：${before === null ? '' : `${before} → `}${price} USDT/度`,
  );
export const newSite = sentence('the site is new', '机房是新的');
export const unknownSiteOfTariff = (site: string): Sentence =>
  sentence(`site ${site} is unknown: --new-site adds it`, `没有机房 ${site}：要新建，请选「新机房」`);
export const noSite = sentence('there is no such site', '没有这个机房');
export const samePrice = sentence('it has that price already', '电价已经是这样');
export const priceRises = (day: string, from: string, daysOfNotice: number, earliest: string): Sentence =>
  sentence(
    `the price would rise on ${day}, from ${from}: that is announced ${daysOfNotice} full days before, ${earliest} at the earliest`,
    `${day} 的电价会从 ${from} 上涨：涨价要提前 ${daysOfNotice} 个整天公布，最早 ${earliest} 起`,
  );
export const closedDay = (from: string, firstOpen: string): Sentence =>
  sentence(
    `${from} lies in a closed day: ${firstOpen} is the first open one`,
    `${from} 已经日结：最早 ${firstOpen} 起`,
  );
export const tooFarAhead = (from: string, days: number): Sentence =>
  sentence(`${from} is further ahead than ${days} days`, `${from} 在 ${days} 天以后`);

/** Old and new terms of a machine, on one day. */
export function differencesOf(before: DayTerms, after: DayTerms): Sentence | null {
  const pairs: [en: string, zh: string, of: (terms: DayTerms) => [string, string]][] = [
    ['owner', '归属', ({ account }) => same(account)],
    ['site', '机房', ({ site }) => same(site)],
    ['tariff', '电价名称', ({ tariff }) => (tariff === '' ? ['default', '统一电价'] : same(tariff))],
    ['price', '电价', ({ price }) => (price === null ? ['null', '未定价'] : same(price))],
    ['hashrate', '算力', ({ hashrate }) => same(hashrate)],
    ['power', '功耗', ({ powerWatts }) => same(String(powerWatts))],
    ['pool fee', '矿池费率', ({ poolFeeRate }) => same(poolFeeRate)],
    ['hosting fee', '托管费', ({ hostingFeeMonthly }) => same(formatAmount(hostingFeeMonthly ?? 0n, 'USDT'))],
    [
      'end',
      '合约到期',
      ({ endTime }) => (endTime === null ? ['none', '无'] : [endTime.toISOString(), timeText(endTime)]),
    ],
    [
      'on site from',
      '托管起始日',
      ({ onSiteFrom }) => (onSiteFrom === null ? ['its status', '上架日'] : same(onSiteFrom)),
    ],
  ];
  const changed = pairs.flatMap(([en, zh, of]) => {
    const [old, next] = [of(before), of(after)];
    return old[0] === next[0] ? [] : [sentence(`${en} ${old[0]} → ${next[0]}`, `${zh} ${old[1]} → ${next[1]}`)];
  });
  return changed.length === 0
    ? null
    : sentence(changed.map(({ en }) => en).join(', '), changed.map(({ zh }) => zh).join('，'));
}

const same = (value: string): [string, string] => [value, value];

export const changeOfMachine = ({ before, after }: { before: DayTerms; after: DayTerms }): Sentence => {
  const changed = differencesOf(before, after) ?? sentence('as before', '照旧');
  return sentence(
    `${after.machineNo} from ${after.day}: ${changed.en}`,
    `${after.machineNo} ${after.day} 起：${changed.zh}`,
  );
};
export const aheadOfMachine = ({ before, after }: { before: DayTerms; after: DayTerms }): Sentence => {
  const changed = differencesOf(before, after) ?? sentence('', '');
  return sentence(
    `${after.machineNo} from ${after.day}, announced before: ${changed.en}`,
    `${after.machineNo} ${after.day} 起，此前已公布：${changed.zh}`,
  );
};
