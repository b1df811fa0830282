import type { ConsoleData } from '@lode/contract/console';

export type ViewHome = ConsoleData<'viewHome'>;
export type ViewAssets = ConsoleData<'viewAssets'>;
type Withdrawal = ConsoleData<'viewWithdrawals'>['records'][number];

export const viewParts = [
  { part: 'home', label: '首页' },
  { part: 'assets', label: '资产明细' },
  { part: 'bill', label: '账单' },
  { part: 'machines', label: '矿机' },
  { part: 'outputs', label: '产出' },
  { part: 'coin-up', label: 'COIN UP' },
  { part: 'withdrawals', label: '提现记录' },
  { part: 'messages', label: '消息' },
] as const;
export type ViewPart = (typeof viewParts)[number]['part'];

/** As the customer's client names them. */
export const viewAccounts: Record<ViewAssets['accounts'][number]['account'], string> = {
  OUTPUT_ACCOUNT: '产出账户',
  ELE_ACCOUNT: '电费账户',
  COIN_UP_ACCOUNT: 'COIN UP 账户',
  INCOME_ACCOUNT: '收益账户',
};

/** 处理中, 成功, 失败: what the client makes of the two statuses. */
export function withdrawalDisplay({ status, thirdStatus }: Withdrawal): { label: string; isBad: boolean } {
  if (status === 'REJECTED' || status === 'CANCELLED' || thirdStatus === 'FAILED')
    return { label: '失败', isBad: true };
  if (status === 'SUCCESS' && (thirdStatus === null || thirdStatus === 'SUCCESS'))
    return { label: '成功', isBad: false };
  return { label: '处理中', isBad: false };
}

export const viewTexts = {
  title: (id: string) => `客户 ${id} 所见`,
  open: '客户所见',
  ask: '查看客户所见',
  askText:
    '打开客户在手机上看到的首页、资产、账单、矿机、产出、COIN UP、提现和消息。只能看，不能操作；不会登录客户的账户，客户也收不到提醒。',
  inAudit: '每打开一页，都连同原因记入审计日志。',
  back: '客户',
  readOnly: (reason: string) => `只能看，不能操作 · 原因：${reason}`,
  disabled: '客户已停用：这些页面客户现在打不开。',
  closed: '客户已离开：这些页面客户打不开。',
  parts: '客户的页面',
  phone: '客户手机上的内容',
  asOf: (time: string) => `${time} 的数据`,
  reload: '重新读取',

  total: '总资产折合（USDT）',
  approx: (amount: string) => `≈ ${amount} USDT`,
  yesterday: '昨日产出',
  yesterdayOf: (day: string) => `昨日产出 · ${day}`,
  today: '今日预估',
  last30: '近 30 日产出',
  noOutputYet: '运行满一天后，次日 14:00 起显示产出',
  demo: '演示数据',
  welcome: '欢迎使用矿脉',
  welcomeText: '先完成下面的步骤。矿机开始运行后，资产、产出与收益显示在这里。',
  electricity: '电费',
  daysLeft: '还可运行',
  days: (days: number) => `${days} 天`,
  balance: '余额',
  dailyMean: '日均',
  owed: '欠费',
  dash: '—',
  machines: '我的矿机',
  running: '运行中',
  ofMachines: (running: number, all: number) => `${running} / ${all} 台`,
  hashrate: '运行算力',
  hashrateOf: (coin: string) => `运行算力 ${coin}`,
  coinUp: 'COIN UP 活期增币',
  apy: (coin: string) => `${coin} 年化`,
  percent: (apy: string) => `${apy}%`,
  unread: (count: number) => `${count > 99 ? '99+' : count} 条消息未读`,
  noneUnread: '没有未读消息',

  available: '可用',
  frozen: '冻结',
  worth: '折合',
  noPrice: '未计价',
  prices: (prices: string) => `折合按 ${prices}`,
  noAssets: { title: '没有余额', text: '客户还没有任何余额，这一页是空的。' },

  month: (month: string) => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`,
  earlier: '上个月',
  later: '下个月',
  income: (coin: string) => `${coin} 收入`,
  expense: (coin: string) => `${coin} 支出`,
  noSums: '本月没有收支',
  sumNote: '账户之间的划转（COIN UP 转入转出）不计入收支。',
  bill: '账单',
  noBill: { title: '本月还没有记录', text: '充值、产出、电费、提现和 COIN UP 的每一笔都在这里' },

  machineList: '矿机列表',
  yesterdayOutput: '昨日产出',
  yesterdayFee: '昨日电费',
  debt: '欠费',
  endsOn: (date: string) => `合约 ${date} 到期`,
  inRepair: '维护期间不计电费，完成后自动恢复',
  resumes: '缴清后自动恢复运行',
  staysOff: '缴清后保持关机',
  noMachines: { title: '还没有矿机', text: '认购或托管的矿机上架后在这里看到，如有疑问请联系客服' },

  outputs: '产出',
  machineOf: (machineNo: string) => `矿机 ${machineNo}`,
  ran: (seconds: number) => `运行 ${Math.floor(seconds / 3600)} 时 ${Math.floor((seconds % 3600) / 60)} 分`,
  gross: '毛产出',
  poolFee: '矿池费',
  dayFee: '当日电费',
  fromPool: '按矿池报表',
  noOutputs: { title: '还没有产出', text: '矿机运行满一天后，次日 14:00 起显示产出' },

  savingsOf: (coin: string) => `COIN UP ${coin}`,
  principal: '我的本金',
  inTransitIn: '在途 · 次日起息',
  inTransitOut: '在途 · 次日到账',
  interestBalance: '可转出利息',
  yesterdayInterest: (day: string | null) => (day === null ? '昨日利息' : `昨日利息 · ${day}`),
  totalInterest: '累计利息',
  interestOwed: '待发放利息',
  reference: '参考年化',
  savingsRecords: '转入转出记录',
  noSavings: { title: '还没有记录', text: '转入后，申购、赎回和每日利息都在这里' },
  arrives: (date: string) => `${date} 到账`,

  messages: '消息',
  isUnread: '未读',
  isRead: '已读',
  noMessages: { title: '没有消息', text: '提现、充值、矿机和客服的消息在这里' },

  withdrawals: '提现记录',
  withdrawalOf: (coin: string) => `提现 ${coin}`,
  received: '实际到账',
  fee: '手续费',
  confirmations: (done: number, needed: number) => `链上确认 ${done}/${needed}`,
  noWithdrawals: { title: '还没有提现', text: '提现后，在这里看到审核与链上进度' },
};

type SavingsRecord = ConsoleData<'viewCoinUpRecords'>['records'][number];

/** As the customer's client names a record of savings. */
export function savingsTitle({ direction, account }: SavingsRecord): string {
  if (direction === 'IN') return '转入申购';
  if (direction === 'INCOMES') return '利息';
  return account === 'INCOME_ACCOUNT' ? '利息转出' : '转出赎回';
}
export const savingsStates: Record<SavingsRecord['state'], string> = {
  INTRANSIT: '在途',
  INCOME: '已发放',
  SUCCESS: '成功',
};
