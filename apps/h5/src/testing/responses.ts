import type { Data } from '@lode/contract';

/** Responses for the demo customer; every call returns a new copy. */

export function userResponse(): Data<'userInfo'> {
  return {
    id: '20418',
    account: '13812345620',
    maskedAccount: '138****20',
    nickname: '矿工',
    hasFundsPassword: false,
    hasPassword: true,
  };
}

export function loginResponse(): Data<'login'> {
  return { accessToken: 'token-1', expiresAt: '2026-12-20T14:00:00.000Z', user: userResponse() };
}

const dailyOutputs = [
  43210, 42804, 42880, 40650, 42350, 40560, 39590, 41070, 40120, 31310, 33470, 42320, 41470, 40620, 42340, 42420, 39790,
  39960, 39910, 37690, 39910, 42230, 41840, 42540, 42710, 39520, 42470, 40640, 40360, 41818,
];

/** The closed mining dates before a date, oldest first. */
function daysBefore(end: string, count: number): string[] {
  const last = Date.parse(`${end}T00:00:00Z`) - 86_400_000;
  return Array.from({ length: count }, (_, i) =>
    new Date(last - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10),
  );
}

const balance = (
  account: Data<'assetsList'>[number]['account'],
  coin: Data<'assetsList'>[number]['coin'],
  total: string,
  valueUsdt: string,
) => ({ account, coin, available: total, frozen: total.replace(/\d/g, '0').replace(/^0+\./, '0.'), total, valueUsdt });

export function homeResponse(): Data<'indexInfo'> {
  const days = daysBefore('2026-11-20', 30);
  return {
    assetsInfo: {
      totalUsdt: '22007.900000',
      accounts: [
        balance('OUTPUT_ACCOUNT', 'BTC', '0.18264017', '21522.720000'),
        balance('OUTPUT_ACCOUNT', 'ETH', '0.00000000', '0.000000'),
        balance('OUTPUT_ACCOUNT', 'DOGE', '1284.55310000', '270.320000'),
        balance('ELE_ACCOUNT', 'USDT', '214.860000', '214.860000'),
      ],
      prices: [
        { coin: 'BTC', usdt: '117842.3', time: '2026-11-20T00:00:00.000Z', stale: false },
        { coin: 'DOGE', usdt: '0.2104', time: '2026-11-20T00:00:00.000Z', stale: false },
      ],
    },
    mining: {
      machineCount: 11,
      runningCount: 8,
      statusCounts: [
        { status: 'RUNNING', count: 8 },
        { status: 'WAITING', count: 1 },
        { status: 'REPAIR', count: 1 },
        { status: 'SUSPEND', count: 1 },
      ],
      hashrates: [{ coin: 'BTC', value: '1246', unit: 'TH/s' }],
      yesterdayDate: '2026-11-19',
      yesterday: [{ coin: 'BTC', amount: '0.00041818' }],
      yesterdayFee: '35.060000',
      todayEstimated: [{ coin: 'BTC', amount: '0.00023710' }],
      todayPerSecond: [{ coin: 'BTC', amount: '0.000000004840046296' }],
      todayEstimatedAt: '2026-11-20T14:00:00.000Z',
      total: [{ coin: 'BTC', amount: '0.18264017' }],
      last30: days.map((date, i) => ({ date, coin: 'BTC' as const, amount: `0.000${dailyOutputs[i]}` })),
      source: 'demo-replay',
      elsewhereTo: null,
    },
    electricity: { available: '214.860000', owed: '0.000000', dailyFee: '35.060000', daysLeft: 6 },
    coinUp: { isEnableFunction: false, btcApy: '1.80', usdtApy: '4.20', yesterdayIncome: [] },
    unreadMessages: 3,
  };
}

type EarningPeriod = Data<'earnings'>['periods'][number];

/** One machine's part of a period, with digits below what is shown. */
export function earningPeriod(period: EarningPeriod['period'], fields: Partial<EarningPeriod> = {}): EarningPeriod {
  return {
    period,
    from: '2026-11-19',
    to: '2026-11-19',
    days: 1,
    outputs: [{ coin: 'BTC', amount: '0.00041818', valueUsdt: '49.279293' }],
    unpriced: [],
    outputUsdt: '49.279293',
    electricity: '35.060001',
    hosting: '0.000000',
    netUsdt: '14.219292',
    ...fields,
  };
}

export function earningsResponse(): Data<'earnings'> {
  return {
    periods: [
      earningPeriod('YESTERDAY'),
      earningPeriod('MONTH', { from: '2026-11-01', days: 19 }),
      earningPeriod('TOTAL', { from: '2026-10-18', days: 33, hosting: '30.000000', netUsdt: '-15.780708' }),
    ],
    hostingToCome: '0.000000',
    hostingMonthly: '0.000000',
    purchaseUsdt: null,
    cny: { rate: '7.1', time: '2026-11-20T00:00:00.000Z', stale: false },
  };
}

export function reminderResponse(): Data<'electricityReminder'> {
  return {
    show: true,
    level: 'LOW',
    available: '214.860000',
    owed: '0.000000',
    dailyFee: '35.060000',
    daysLeft: 6,
    content: '电费不足 7 天，请及时充值以免停机',
    last30: daysBefore('2026-11-20', 30).map((date, i) => ({ date, fee: i === 9 ? '21.040000' : '35.060000' })),
    elsewhereTo: null,
  };
}

export function walletResponse(): Data<'wallet'> {
  const accounts = homeResponse().assetsInfo.accounts.map(({ valueUsdt: _, ...rest }) => rest);
  return { accounts, hasFundsPassword: false, electricityPayMode: 'PREPAID_FIRST' };
}

type AgreementKey = Data<'agreement'>['key'];

const agreementTexts: Record<AgreementKey, { title: string; content: string }> = {
  user_sm: { title: '风险声明', content: '请完整阅读本声明。\n\n一、价格风险\n价格波动剧烈。' },
  user_agreement: { title: '用户协议', content: '四、产出\n按日结入账。\n\n五、电费与托管费\n每日扣除。' },
  user_ys: {
    title: '隐私政策',
    content: '一、我们收集的信息\n账户与登录。\n\n二、我们不收集的信息\n不读取位置。',
  },
  coinup_xy: { title: 'COIN UP 协议', content: '三、计息与发放\n按日计息。\n\n八、风险\n收益不是承诺。' },
  coinup_safe: { title: '本金与利息如何隔离', content: '利息来自利息基金\n与本金分开。\n\n风险提示\n请量力而行。' },
  about: { title: '关于矿脉', content: '矿脉为客户托管矿机。\n\n联系我们\n请联系您的客户经理。' },
};

export function agreementResponse(key: string | null): Data<'agreement'> {
  const text = agreementTexts[key as AgreementKey];
  if (text === undefined) throw new Error(`there is no agreement ${key}`);
  return { key: key as AgreementKey, version: '2026-01', ...text, effectiveFrom: '2025-12-31T16:00:00.000Z' };
}

type LedgerRecord = Data<'ledgerPage'>['records'][number];
type BillRecord = Data<'billPage'>['records'][number];

export function ledgerRecord(fields: Partial<LedgerRecord> = {}): LedgerRecord {
  return {
    id: '900-1',
    type: 'ELE_CONSUME_USDT',
    coin: 'USDT',
    amount: '-6.552000',
    balanceAfter: '208.308000',
    time: '2026-11-20T06:03:00.000Z',
    title: '电费',
    machineId: '7',
    machineNo: 'LS2-03-1182',
    date: '2026-11-19',
    kwh: '84.000000',
    price: '0.078000',
    rate: null,
    reason: null,
    ...fields,
  };
}

/** A movement as the bill has it. */
export function billRecord({ balanceAfter: _, ...record }: LedgerRecord, fields: Partial<BillRecord> = {}): BillRecord {
  return { ...record, withdrawalId: null, depositId: null, ...fields };
}

export function billResponse(): Data<'billPage'> {
  return pageOf(ledgerResponse().records.map((record) => billRecord(record)));
}

export const billMonthResponse = (): Data<'billMonth'> => ({
  isArchived: false,
  month: '2026-11',
  first: '2026-10',
  last: '2026-11',
  sums: [
    { coin: 'USDT', in: '315.000000', out: '59.060000' },
    { coin: 'BTC', in: '0.00120000', out: '0.00029888' },
  ],
});

/** One page of a list, by default the last. */
export function pageOf<Item>(records: Item[], nextCursor: string | null = null) {
  return { records, current: 1, size: 20, hasMore: nextCursor !== null, nextCursor };
}

export function ledgerResponse(): Data<'ledgerPage'> {
  const machines = Array.from({ length: 8 }, (_, i) => `LS2-03-11${80 + i}`);
  return pageOf([
    ...machines.map((machineNo, i) => ledgerRecord({ id: `900-${i}`, machineNo, amount: '-4.382500' })),
    ...machines.map((machineNo, i) =>
      ledgerRecord({
        id: `880-${i}`,
        type: 'ELE_CONSUME_BTC',
        coin: 'BTC',
        machineNo,
        amount: '-0.00003736',
        balanceAfter: '0.18264017',
        rate: '117842.300000',
        date: '2026-11-18',
        time: '2026-11-19T06:02:00.000Z',
      }),
    ),
    ledgerRecord({
      id: '870-0',
      type: 'DAILY_PROFIT_FEEDBACK',
      amount: '5.000000',
      machineNo: null,
      kwh: null,
      price: null,
      date: '2026-11-18',
      time: '2026-11-18T02:00:00.000Z',
    }),
    ledgerRecord({
      id: '860-0',
      type: 'HOSTING_FEE',
      amount: '-24.000000',
      machineNo: 'LS2-H3-0009',
      kwh: null,
      price: null,
      date: '2026-11-15',
      time: '2026-11-15T06:00:00.000Z',
    }),
    ledgerRecord({
      id: '850-0',
      type: 'ELE_RECHARGE',
      amount: '300.000000',
      machineNo: null,
      kwh: null,
      price: null,
      date: '2026-11-08',
      time: '2026-11-08T01:17:00.000Z',
    }),
    ledgerRecord({
      id: '840-0',
      type: 'ELE_INIT',
      amount: '10.000000',
      machineNo: null,
      kwh: null,
      price: null,
      date: '2026-11-01',
      time: '2026-10-31T16:00:00.000Z',
    }),
  ]);
}

type Machine = Data<'machinePage'>['records'][number];

export function machine(fields: Partial<Machine> = {}): Machine {
  return {
    id: '7',
    machineNo: 'LS2-03-1182',
    model: 'Antminer S19 XP',
    site: '乐山二期',
    coin: 'BTC',
    purchaseKind: 'SUBSCRIBE',
    status: 'RUNNING',
    expectedRunningTime: null,
    lastRunningTime: '2026-03-18T02:24:00.000Z',
    suspendTime: null,
    repairTime: null,
    arrearTime: null,
    encapsulationTime: null,
    hashrate: '141',
    hashrateUnit: 'TH/s',
    powerWatts: 3031,
    electricityPrice: '0.058',
    yesterdayOutput: '0.00004732',
    totalOutput: '0.01163840',
    yesterdayFee: '4.219152',
    owed: '0.000000',
    owesElectricity: false,
    endTime: '2028-03-18T02:24:00.000Z',
    wantedStatus: null,
    contractEnded: false,
    attention: null,
    ...fields,
  };
}

type HostingFee = Data<'hostingFeeList'>['records'][number];

export function hostingFee(fields: Partial<HostingFee> = {}): HostingFee {
  return {
    id: '7-2026-10',
    machineNo: 'LS2-03-1182',
    month: '2026-10',
    days: 13,
    monthlyFee: '15.000000',
    amount: '6.290322',
    refunds: [],
    coin: 'USDT',
    status: 'PAID',
    time: '2026-11-01T06:00:00.000Z',
    ...fields,
  };
}

export function settingsResponse(open = { BTC: true, USDT: true }): Data<'coinSettings'> {
  const limits = { withdrawMin: '10.000000', withdrawMax: '100.000000', dailyLimit: '200.000000', fee: '3.000000' };
  return {
    coins: [
      {
        coin: 'BTC',
        precision: 8,
        networks: [{ network: 'BITCOIN', depositMin: '0.00010000', confirmations: 3, ...limits, enabled: open.BTC }],
      },
      {
        coin: 'USDT',
        precision: 2,
        networks: [{ network: 'ERC20', depositMin: '10.000000', confirmations: 30, ...limits, enabled: open.USDT }],
      },
      { coin: 'ETH', precision: 8, networks: [] },
    ],
  };
}

export const picture = (letter: string) => `/api/content/image/${letter.repeat(64)}.png`;

export function detailResponse(): Data<'noticeDetail'> {
  return {
    id: '1',
    title: '乐山二期停电检修',
    content: '<br><p>11 月 25 日停电，详见<a href="https://grid.example/notice">电网公告</a>。</p>',
    publishTime: '2026-11-19T02:00:00.000Z',
  };
}
