import type { ConsoleData } from '@lode/contract/console';

export type SearchGroup = ConsoleData<'search'>['groups'][number];
export type SearchHit = SearchGroup['hits'][number];

export const searchTexts = {
  search: '搜索',
  title: '搜索',
  hint: '账号、手机尾号、矿机编号、地址、txid、提现编号、转账编号、金额带币种',
  examples: '例如 5678、LS2-03-1182、W20261120-7KQ4M9XZAB、0.05 BTC。按回车搜索，每次搜索记入审计日志。',
  nothing: '没有找到',
  nothingText: '账号和编号要完整；手机尾号至少 4 位；金额要带币种，例如 0.05 BTC。',
  more: '还有更多，请输入得更完整。',
  exact: '完全相符',
  house: (number: string) => `公司 · ${number}`,
  failed: '没有搜索成功',
};

export const searchKinds: Record<SearchGroup['kind'], string> = {
  CUSTOMER: '客户',
  MACHINE: '矿机',
  DEPOSIT_ADDRESS: '充值地址',
  BOOK_ADDRESS: '地址簿',
  WITHDRAWAL: '提现',
  DEPOSIT: '充值',
  TRANSFER: '转账',
};

/** What a posting of a customer is called. */
export const postingTypes: Record<string, string> = {
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
  INCOME_IN_BTC: 'COIN UP 收益转入',
  INCOME_IN_USDT: 'COIN UP 收益转入',
  WITHDRAW: '提现',
  WITHDRAW_RETURN: '提现退回',
  WITHDRAW_OFFSET: '划转抵扣',
  ADJUST_OUTPUT: '产出调整',
  ADJUST_ELE: '电费调整',
  MINING_OUTPUT: '日产出',
  INTEREST: 'COIN UP 利息',
  LEAVING: '离开结清',
};
