import { monthsText } from './duration.ts';

export const earningsMessages = {
  title: '净收益',
  currency: '计价货币',
  periods: { YESTERDAY: '昨日', MONTH: '本月', TOTAL: '累计' },
  /** Month and day of the first and last closed day. */
  between: (from: string, to: string) => `${from} 至 ${to}`,
  days: (count: number) => `${count} 天`,
  noDays: '暂无已结算日',
  output: '产出折合',
  electricity: '电费',
  hosting: '托管费',
  net: '净收益',
  outputsOf: (amounts: string) => `产出 ${amounts}`,
  unpriced: (coins: string) => `${coins} 当日无币价，未计入`,
  meaning: '产出按当日 08:00（UTC 零点）的币价折算，减去当日电费；托管费按日计入，每月末收取。',
  ofAll: '含全部币种与矿机',
  atDayPrices: '产出按当日币价折算',
  hostingToCome: '托管费按日计入，本月待收',
  price: (coin: string, name: string, price: string, time: string | null) =>
    `${coin} ${name} ${price} USDT${time === null ? '' : `（${time}）`}`,
  rate: (rate: string, time: string) => `1 USDT = ${rate} CNY（${time}）`,
  oldRate: (rate: string, time: string) => `1 USDT = ${rate} CNY（${time} 的旧汇率）`,
  details: '明细',
  none: '矿机运行满一天后，次日 14:00 起显示',
  payback: '回本进度',
  paybackBar: (percent: string) => `已回本 ${percent}%`,
  purchasePrice: '购机价',
  recovered: '已收回',
  netSoFar: '累计净收益',
  left: '还差',
  paidBack: '已回本',
  meanOf: (days: number) => `按最近 ${days} 个已结算日的日均净收益`,
  daysLeft: (days: number) =>
    days > 365 ? `，难度不变时约 ${monthsText(days)}回本（${days} 天）` : `，难度不变时约还需 ${days} 天`,
  tooSlow: '，10 年内不能回本',
  losing: (days: number) => `最近 ${days} 个已结算日的日均净收益为负，按近期收益无法回本`,
};
