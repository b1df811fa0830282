import { roleNames as names } from '@lode/contract/staff-names';
import { clockText } from '../../lib/time.ts';

export const frameTexts = {
  brand: '矿脉',
  console: '运营台',
  menu: '主导航',
  work: '处理',
  queue: '待办',
  withdrawals: '提现',
  autoApproval: '自动批准',
  deposits: '充值',
  stuckPayments: '卡住的付款',
  proposals: '待复核',
  questions: '客服',
  business: '业务',
  customers: '客户',
  machines: '矿机',
  repairs: '维修工单',
  coinUp: 'COIN UP',
  content: '内容',
  messages: '群发消息',
  books: '账务',
  days: '日结',
  pools: '矿池',
  chainMoney: '资金',
  ledger: '账本',
  sites: '机房与合约',
  system: '系统',
  health: '健康',
  settings: '参数设置',
  audit: '审计日志',
  account: '我的账号',
  readAt: (at: number) => `数据 ${clockText(at)}`,
  allKeys: '全部按键',
  offline: '数据没有更新，重试',
};

/** A role that a newer server has is shown as it is. */
export const roleNames: Readonly<Record<string, string>> = names;

export interface KeyHint {
  keys: readonly string[];
  label: string;
}

export const keyTexts = {
  lists: [
    { keys: ['J', 'K'], label: '上下' },
    { keys: ['↵'], label: '打开' },
  ],
  /** Lists behind another page. */
  innerLists: [
    { keys: ['J', 'K'], label: '上下' },
    { keys: ['↵'], label: '打开' },
    { keys: ['Esc'], label: '返回' },
  ],
  back: [{ keys: ['Esc'], label: '返回' }],
  customer: [
    { keys: ['1', '…', '9'], label: '到分节' },
    { keys: ['Esc'], label: '返回' },
  ],
  machines: [
    { keys: ['J', 'K'], label: '上下' },
    { keys: ['X'], label: '选中' },
    { keys: ['↵'], label: '打开' },
  ],
  thread: [
    { keys: ['A'], label: '写回复' },
    { keys: ['Ctrl', '↵'], label: '发送' },
    { keys: ['Esc'], label: '返回' },
  ],
  contents: [
    { keys: ['J', 'K'], label: '上下' },
    { keys: ['↵'], label: '打开' },
    { keys: ['N'], label: '新建' },
  ],
  coinUp: [
    { keys: ['1', '2', '3'], label: '换页' },
    { keys: ['F'], label: '补基金' },
    { keys: ['N'], label: '新费率' },
  ],
  days: [
    { keys: ['←', '→'], label: '换天' },
    { keys: ['P'], label: '预检' },
    { keys: ['R'], label: '日结' },
  ],
  ledger: [
    { keys: ['J', 'K'], label: '上下' },
    { keys: ['↵'], label: '看分录' },
    { keys: ['O'], label: '打开起因' },
    { keys: ['Esc'], label: '收起' },
  ],
  trialBalance: [{ keys: ['←', '→'], label: '换天' }],
  networkDay: [
    { keys: ['←', '→'], label: '换天' },
    { keys: ['D'], label: '回日结' },
  ],
  review: [
    { keys: ['J', 'K'], label: '下一件 上一件' },
    { keys: ['A'], label: '写判断' },
    { keys: ['Ctrl', '↵'], label: '去签名' },
    { keys: ['R'], label: '驳回' },
    { keys: ['O'], label: '划转抵扣' },
    { keys: ['.'], label: '离线签名' },
    { keys: ['C'], label: '客户页' },
    { keys: ['Esc'], label: '返回' },
  ],
  proposal: [
    { keys: ['R'], label: '驳回' },
    { keys: ['Esc'], label: '返回' },
  ],
  everywhere: [
    { keys: ['/'], label: '搜索' },
    { keys: ['?'], label: '全部按键' },
  ],
} satisfies Record<string, readonly KeyHint[]>;
