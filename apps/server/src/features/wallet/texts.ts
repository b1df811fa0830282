import { type Coin, displayExact } from '@lode/money';
import type { LedgerType } from './ledger-records.store.ts';

/** What the customer reads over a record of the ledger. */
export const recordTitles: Record<LedgerType, string> = {
  ELE_INIT: '初始电费',
  ELE_RECHARGE: '电费充值',
  ELE_CONSUME_USDT: '电费',
  ELE_CONSUME_BTC: '产出抵扣电费（BTC）',
  ELE_CONSUME_ETH: '产出抵扣电费（ETH）',
  ELE_CONSUME_DOGE: '产出抵扣电费（DOGE）',
  DAILY_PROFIT_FEEDBACK: '收益回馈',
  HOSTING_FEE: '托管费',
  RECHARGE_BTC: 'BTC 充值',
  COIN_UP_OUT_BTC: 'COIN UP 转出 BTC',
  COIN_UP_OUT_USDT: 'COIN UP 转出 USDT',
  COIN_UP_IN_BTC: 'COIN UP 转入 BTC',
  COIN_UP_IN_USDT: 'COIN UP 转入 USDT',
  INCOME_IN_BTC: 'COIN UP 利息转入 BTC',
  INCOME_IN_USDT: 'COIN UP 利息转入 USDT',
  WITHDRAW: '提现',
  WITHDRAW_RETURN: '提现退回',
  WITHDRAW_OFFSET: '划转抵扣',
  ADJUST_OUTPUT: '产出调整',
  ADJUST_ELE: '电费调整',
};

/** A credit that was taken back, with a minus: no block has its deposit any more. */
const takenBackTitles = new Map<string, string>([
  ['ELE_RECHARGE', '电费充值撤回'],
  ['RECHARGE_BTC', 'BTC 充值撤回'],
]);

export const allTakenBackTitles = [...takenBackTitles.values()];

/** What stands over a record: a type and the amount as the customer sees it. */
export function titleOf<Type extends string>(titles: Record<Type, string>, type: Type, amount: bigint): string {
  return (amount < 0n ? takenBackTitles.get(type) : undefined) ?? titles[type];
}

/** What the customer is written about a credit by hand. */
export function creditText(type: LedgerType, amount: bigint, coin: Coin): string {
  return `${recordTitles[type]} ${displayExact(amount, coin)} ${coin} 已入账。`;
}
