/** Account names stand as they are in the ledger and in the other files. */
export const workbookTexts = {
  summary: '月报',
  balances: '试算平衡',
  movements: '每日发生额',
  period: '业务日',
  state: '状态',
  over: '本月已结束',
  goesOn: '本月未结束，以后再生成会不同',
  summaryHead: ['币种', '借方', '贷方', '借贷'],
  balanceHead: ['币种', '科目', '期初', '借方', '贷方', '期末'],
  movementHead: ['业务日', '币种', '科目', '借方', '贷方'],
  total: '合计',
  even: '平',
  uneven: '不平',
};
