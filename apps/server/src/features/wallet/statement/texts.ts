import { recordTitles } from '../texts.ts';
import type { StatementType } from './statement.store.ts';

export const typeTitles: Record<StatementType, string> = {
  ...recordTitles,
  MINING_OUTPUT: '矿机产出',
  INTEREST: 'COIN UP 利息',
  LEAVING: '销户结清',
};

export const accountTitles = {
  OUTPUT_ACCOUNT: '产出账户',
  ELE_ACCOUNT: '电费账户',
  COIN_UP_ACCOUNT: 'COIN UP 本金',
  INCOME_ACCOUNT: 'COIN UP 收益账户',
} as const;

export const statementTexts = {
  fileName: (from: string, to: string) => `对账单_${from}_${to}`,
  columns: [
    '记账日（北京时间）',
    '记账时间（北京时间）',
    '账户',
    '币种',
    '类型',
    '金额',
    '余额',
    '所属日',
    '矿机',
    '用电量（kWh）',
    '电价（USDT/kWh）',
    '折算价（USDT）',
    '计息本金',
    '年化利率（%）',
    '流水号',
  ],
  opening: '期初余额',
  closing: '期末余额',
  summary: '汇总',
  details: (part: number) => (part === 1 ? '明细' : `明细 ${part}`),
  summaryColumns: ['账户', '币种', '期初余额', '转入合计', '转出合计', '期末余额', '笔数'],
  range: '日期（北京时间）',
  frozenNote: '提现冻结的金额在申请时记作支出；COIN UP 转出在到账时记',
};
