import { recordMessages } from './records.ts';

/** Nothing while the month is not known. */
const inMonth = (month: string | undefined) => (month === undefined ? '' : recordMessages.month(month));

export const billMessages = {
  title: '账单',
  earlier: '上个月',
  later: '下个月',
  coin: '币',
  income: '收入',
  expense: '支出',
  archived: '当月记录已归档',
  archivedHint: '余额和累计数字不受影响。需要明细请联系客服',
  noSums: '当月没有收支',
  sumNote: '账户间划转（COIN UP 转入转出）不计入收支。提现提交时即计入支出（含处理中），未成功退回时计入收入。',
  search: '搜索',
  searchHint: '矿机、金额、单号、地址、哈希',
  /** Null while there may be more. */
  found: (count: number | null) => (count === null ? '搜索结果' : `搜索结果 · ${count} 笔`),
  foundSums: '合计',
  emptyTitle: (month: string | undefined) => `${inMonth(month)}还没有记录`,
  emptyHint: '充值、产出、电费、提现和 COIN UP 的每一笔都在这里',
  noneOfType: (type: string, month: string | undefined) => `${inMonth(month)}没有「${type}」`,
  otherTypeOrMonth: '换一个类型，或看更早的月份',
  lookAt: (month: string) => `看 ${recordMessages.month(month)}`,
  notFound: (month: string | undefined) => `${inMonth(month)}没有找到`,
  notFoundHint: '矿机编号和金额在所选月份中查找，金额要与记录完全一致；提现单号、地址和交易哈希不限月份',
};
