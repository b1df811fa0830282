import { clockText } from '../../lib/time.ts';

export const frameTexts = {
  brand: '矿脉',
  console: '运营台',
  menu: '主导航',
  work: '处理',
  queue: '待办',
  questions: '客服',
  system: '系统',
  account: '我的账号',
  readAt: (at: number) => `数据 ${clockText(at)}`,
  offline: '数据没有更新，重试',
};

export const roleNames: Record<string, string> = {
  SUPPORT: '客服',
  OPERATIONS: '运维',
  FINANCE: '财务',
  APPROVER: '复核',
  ADMIN: '管理',
  AUDITOR: '审计',
};

export interface KeyHint {
  keys: readonly string[];
  label: string;
}

export const keyTexts = {
  lists: [
    { keys: ['J', 'K'], label: '上下' },
    { keys: ['↵'], label: '打开' },
  ],
  thread: [
    { keys: ['A'], label: '写回复' },
    { keys: ['Ctrl', '↵'], label: '发送' },
    { keys: ['Esc'], label: '返回' },
  ],
  everywhere: [
    { keys: ['G', 'Q'], label: '待办' },
    { keys: ['G', 'K'], label: '客服' },
    { keys: ['G', 'I'], label: '我的账号' },
  ],
} satisfies Record<string, readonly KeyHint[]>;
