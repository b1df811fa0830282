import type { ConsoleData } from '@lode/contract/console';
import type { ShapeName } from '../../components/shape.tsx';

type Source = ConsoleData<'coinUp'>['sources'][number]['source'];
type RateState = ConsoleData<'coinUp'>['rates'][number]['state'];
type InterestState = ConsoleData<'coinUpInterest'>['records'][number]['state'];

export const sourceNames: Record<Source, string> = {
  treasury: '自有资金',
  'electricity-revenue': '电费收入',
  'hosting-revenue': '托管费收入',
  'withdrawal-fee-revenue': '提现手续费收入',
};

export const rateStates: Record<RateState, { shape: ShapeName; label: string }> = {
  AHEAD: { shape: 'draft', label: '将生效' },
  IN_FORCE: { shape: 'ok', label: '现行' },
  PAST: { shape: 'off', label: '已过' },
};

export const interestStates: Record<InterestState, { shape: ShapeName; label: string }> = {
  PAID: { shape: 'lock', label: '已付' },
  PAYING: { shape: 'run', label: '付款中' },
  OWED: { shape: 'bad', label: '欠付' },
};

export const coinUpTexts = {
  title: 'COIN UP',
  views: '查看',
  viewOptions: [
    { value: 'TERMS', label: '费率与基金' },
    { value: 'POSITIONS', label: '持仓' },
    { value: 'INTEREST', label: '利息记录' },
  ],
  fund: '利息基金',
  fundNote: '客户本金从不付利息',
  coin: '币',
  principal: '本金（含在途）',
  customers: '客户',
  apy: '年化',
  percent: (apy: string) => `${apy}%`,
  daily: '每天利息',
  balance: '基金余额',
  cover: '够付',
  days: (days: number) => `${days.toLocaleString('en')} 天`,
  noInterest: '没有利息',
  min: '起购',
  open: '申购开放',
  closed: '申购关闭',
  closedByDebt: '有利息欠付，申购自动关闭',
  openIt: '开放申购',
  closeIt: '关闭申购',
  openEffect: '复核通过后，客户可以转入 COIN UP。',
  closeEffect: '复核通过后，客户不能再转入；已有的本金照常计息，随时可以转出。',
  owes: (coin: string) => `${coin} 有利息欠付`,
  owesText: (amount: string, coin: string) => `还差 ${amount} ${coin}。补足基金后立即补付，付清前申购关闭。`,
  short: (coin: string, days: number) => `${coin} 基金只够付 ${days} 天`,
  shortText: '付不出的那天会记为欠付，申购自动关闭。请在那之前补基金。',
  payIn: '提议补基金',
  payInTitle: '补利息基金',
  payInEffect: '复核通过后，从所选账户转入利息基金；欠付的利息立即补付。客户可在「安全」页看到。',
  coverChange: (before: number, after: number) =>
    `够付 ${before.toLocaleString('en')} 天 → ${after.toLocaleString('en')} 天`,
  from: '从哪里付',
  amount: '数量',
  notAmount: '请填写大于 0 的数量，小数位数不超过该币种',
  rates: '费率版本',
  ratesNote: '改动须另一人复核，下调提前 7 天公告',
  newRate: '新费率',
  newRateTitle: '公布新费率',
  newApy: '年化（%）',
  newApyHint: '0 到 100，最多两位小数，例如 3.00',
  notApy: '请填写 0 到 100 的年化，最多两位小数',
  effectiveFrom: '生效日',
  missingDay: '请选择生效日',
  earliest: (rise: string, fall: string) => `最早 ${rise} 生效；下调最早 ${fall}。`,
  rateEffect: (coin: string, from: string) =>
    `复核通过后，${coin} 从 ${from} 起按新费率计息，客户在 COIN UP 页立即看到公告。`,
  holders: '有持仓的客户',
  firstPaid: '首次按新费率付',
  state: '状态',
  by: '提议人',
  reason: '原因',
  noRates: '还没有费率版本',
  newMin: '改起购',
  newMinTitle: (coin: string) => `${coin} 最低转入`,
  minEffect: '复核通过后，低于新起购的转入不被接受；已有的本金不变。',
  sources: '补基金从哪来',
  sourcesNote: '单独一笔转账，两人经手。收入账户只能付出有币覆盖的部分，复核时再核对。',
  adminOnly: '费率、起购与开关由管理员提议，复核人通过。',
  preview: '核对',
  submit: '提交复核',
  notYet: '现在什么都不会改变，要等另一人复核。',
  proposed: (id: string) => `已提议，编号 ${id}`,
  account: '客户',
  nickname: '名称',
  earning: '计息本金',
  transitIn: '转入中',
  transitOut: '转出中',
  anyCoin: '全部币种',
  noPositions: { title: '没有持仓', text: '客户转入 COIN UP 后，会列在这里。' },
  date: '业务日',
  interest: '利息',
  wasOwed: '当天欠付，后补',
  paidAt: '付清时间',
  noInterestDays: { title: '还没有利息记录', text: '第一个业务日关闭后，每天的利息会列在这里。' },
};
