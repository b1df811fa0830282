import type { ShapeName } from '../../components/shape.tsx';
import type { QueueView, WorkItem, WorkKind } from '../../lib/work-items.ts';

export const kindNames: Record<WorkKind, string> = {
  PROPOSE_WITHDRAWAL: '提现待提议',
  APPROVE_WITHDRAWAL: '提现待复核',
  PROPOSAL: '变更待复核',
  ALERT: '警报',
  QUESTION: '客户等回复',
};

export const kindTags: Record<WorkKind, string> = {
  PROPOSE_WITHDRAWAL: '提现',
  APPROVE_WITHDRAWAL: '提现',
  PROPOSAL: '变更',
  ALERT: '警报',
  QUESTION: '客服',
};

export const kindShapes: Record<WorkKind, ShapeName> = {
  PROPOSE_WITHDRAWAL: 'draft',
  APPROVE_WITHDRAWAL: 'wait',
  PROPOSAL: 'wait',
  ALERT: 'attention',
  QUESTION: 'wait',
};

export const queueTexts = {
  title: '待办',
  kinds: '类别',
  views: '范围',
  viewOptions: [
    { value: 'mine', label: '等我' },
    { value: 'proposed', label: '我提议的' },
    { value: 'all', label: '全部' },
  ],
  allKinds: '全部',
  oldest: (age: string) => `最久 ${age}`,
  none: '没有',
  count: (count: number, view: QueueView) =>
    view === 'mine' ? `${count} 件等您` : view === 'proposed' ? `您提议的 ${count} 件还没有结果` : `${count} 件未了`,
  begin: '从第一件开始',
  cut: '只列出每类最早的 200 件，处理后其余的会出现。',
  kind: '类别',
  item: '事项',
  amount: '金额',
  waits: '等待',
  nothing: {
    mine: { title: '没有事等您', text: '新的提现、变更、警报或客户提问出现时，会列在这里。' },
    proposed: { title: '您提议的都有结果了', text: '您提议而还在等别人复核的事，会列在这里。' },
    all: { title: '全部处理完了', text: '新的提现、变更、警报或客户提问出现时，会列在这里。' },
  } satisfies Record<QueueView, { title: string; text: string }>,
  raisedAt: (time: string) => `${time} 起`,
  resolve: '标为已处理',
  resolveEffect: '标为已处理后从待办消失；原因若还在，会再次报警。',
  resolved: '已标为处理',
  alertRoles: '由财务或复核处理。',
};

const alertNames: Record<string, string> = {
  'watcher-stopped': '链上监听停了',
  'deposit-removed': '入账被链重组移除',
  'deposit-changed': '入账与链上不符',
  'arrival-removed': '到账已不在链上',
  'close-is-hindered': '日结会失败',
  'outage-credit-waits': '停机补偿在等余额',
  'customer-reported': '客户报告「不是我」',
  'security-log-broken': '安全日志链断了',
  'signer-journal': '签名日志被回滚',
  'second-node': '大额充值等第二节点',
  'notices-used-up': '今日通知已用完',
  'lock-held': '数据库锁被占住',
  'hot-wallet-short': '热钱包余额不足',
  'payment-removed': '已付提现被链重组移除',
  'payment-lost': '付款交易消失',
  'paid-and-returned': '既付出又退回',
};
export const alertName = (kind: string): string => alertNames[kind] ?? kind;

export function titleOf({ kind, title, account }: WorkItem): string {
  if (kind === 'ALERT') return alertName(title);
  if (kind === 'QUESTION') return `${account} · ${title}`;
  return title;
}

export function subTextOf({ kind, detail, account, by }: WorkItem): string {
  switch (kind) {
    case 'PROPOSE_WITHDRAWAL':
      return account ?? '自有资金付款';
    case 'APPROVE_WITHDRAWAL':
      return `${account ?? '自有资金付款'} · ${by} 提议`;
    case 'PROPOSAL':
      return `${by} 提议 · ${detail ?? ''}`;
    case 'QUESTION':
      return by === null ? '还没有人接' : `${by} 在跟进`;
    case 'ALERT':
      return detail ?? '';
  }
}
