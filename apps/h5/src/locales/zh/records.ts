import type { Data } from '@lode/contract';

type RecordType = Data<'billPage'>['records'][number]['type'];

/** Names of the record types. */
export const recordTypes: Record<RecordType, string> = {
  ELE_INIT: '初始电费',
  ELE_RECHARGE: '电费充值',
  ELE_CONSUME_USDT: '电费',
  ELE_CONSUME_BTC: '产出抵扣电费',
  ELE_CONSUME_ETH: '产出抵扣电费',
  ELE_CONSUME_DOGE: '产出抵扣电费',
  DAILY_PROFIT_FEEDBACK: '收益回馈',
  HOSTING_FEE: '托管费',
  RECHARGE_BTC: 'BTC 充值',
  COIN_UP_OUT_BTC: 'COIN UP 转出',
  COIN_UP_OUT_USDT: 'COIN UP 转出',
  COIN_UP_IN_BTC: 'COIN UP 转入',
  COIN_UP_IN_USDT: 'COIN UP 转入',
  INCOME_IN_BTC: '利息转入',
  INCOME_IN_USDT: '利息转入',
  WITHDRAW: '提现',
  WITHDRAW_RETURN: '提现退回',
  WITHDRAW_OFFSET: '划转抵扣',
  ADJUST_OUTPUT: '产出调整',
  ADJUST_ELE: '电费调整',
  MINING_OUTPUT: '矿机产出',
  INTEREST: 'COIN UP 利息',
  LEAVING: '销户结清',
};

/** Names of clawed-back credits, whose deposit is no longer in any block. */
const takenBack: Partial<Record<RecordType, string>> = {
  ELE_RECHARGE: '电费充值撤回',
  RECHARGE_BTC: 'BTC 充值撤回',
};

/** Labels in a filter, where each coin is a choice of its own. */
export const recordFilters = {
  MINING_OUTPUT: recordTypes.MINING_OUTPUT,
  ELE_CONSUME_USDT: recordTypes.ELE_CONSUME_USDT,
  ELE_CONSUME_BTC: `${recordTypes.ELE_CONSUME_BTC}（BTC）`,
  ELE_CONSUME_ETH: `${recordTypes.ELE_CONSUME_ETH}（ETH）`,
  ELE_CONSUME_DOGE: `${recordTypes.ELE_CONSUME_DOGE}（DOGE）`,
  HOSTING_FEE: recordTypes.HOSTING_FEE,
  ADJUST_ELE: recordTypes.ADJUST_ELE,
  ADJUST_OUTPUT: recordTypes.ADJUST_OUTPUT,
  RECHARGE_BTC: recordTypes.RECHARGE_BTC,
  ELE_RECHARGE: recordTypes.ELE_RECHARGE,
  ELE_INIT: recordTypes.ELE_INIT,
  WITHDRAW: recordTypes.WITHDRAW,
  WITHDRAW_RETURN: recordTypes.WITHDRAW_RETURN,
  WITHDRAW_OFFSET: recordTypes.WITHDRAW_OFFSET,
  COIN_UP_IN_BTC: `${recordTypes.COIN_UP_IN_BTC}（BTC）`,
  COIN_UP_IN_USDT: `${recordTypes.COIN_UP_IN_USDT}（USDT）`,
  COIN_UP_OUT_BTC: `${recordTypes.COIN_UP_OUT_BTC}（BTC）`,
  COIN_UP_OUT_USDT: `${recordTypes.COIN_UP_OUT_USDT}（USDT）`,
  INTEREST: recordTypes.INTEREST,
  INCOME_IN_BTC: `${recordTypes.INCOME_IN_BTC}（BTC）`,
  INCOME_IN_USDT: `${recordTypes.INCOME_IN_USDT}（USDT）`,
  DAILY_PROFIT_FEEDBACK: '其他',
} satisfies Partial<Record<RecordType, string>>;

export const recordMessages = {
  nameOf: ({ type, amount }: { type: RecordType; amount: string }) =>
    (amount.startsWith('-') ? takenBack[type] : undefined) ?? recordTypes[type],
  filterTitle: '筛选类型',
  allTypes: '全部类型',
  allRecords: '明细',
  month: (month: string) => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`,
  usedOn: (date: string) => `${date} 用电`,
  machines: (count: number) => `${count} 台`,
  machinesSoFar: (count: number) => `已载入 ${count} 台`,
  kwh: (kwh: string) => `${kwh} kWh`,
  emptyFiltered: '没有这类记录',
  emptyFilteredHint: '换一个类型看看',
  showAll: '查看全部',
};
