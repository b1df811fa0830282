import { actionName } from '@lode/contract/proposal-names';
import type { ShapeName } from '../../components/shape.tsx';
import type { QueueView, WorkItem, WorkKind } from '../../lib/work-items.ts';
import { alertMeaning, alertTitle } from './alerts.ts';
import { auditActionName } from './audit-actions.ts';
import { orderWorks } from './days.ts';
import { taskName } from './health.ts';
import { stuckCauses } from './stuck-payments.ts';
import { subjectText } from './subjects.ts';

export const kindNames: Record<WorkKind, string> = {
  PROPOSE_WITHDRAWAL: '提现待提议',
  APPROVE_WITHDRAWAL: '提现待复核',
  STUCK_PAYMENT: '付款卡住',
  PROPOSAL: '变更待复核',
  DAY: '日结未完成',
  DEPOSIT: '充值待处理',
  DIFFERENCE: '核对差异',
  FAILED_JOB: '任务失败',
  FAILED_ORDER: '日结任务出错',
  ALERT: '警报',
  SUSPENSE: '待解释',
  INTEREST: '利息欠付',
  ARREARS: '欠费停机',
  THREAD: '客户等回复',
  PRICE: '电价将变',
  CONTRACTS: '合约将到期',
};

export const kindTags: Record<WorkKind, string> = {
  PROPOSE_WITHDRAWAL: '提现',
  APPROVE_WITHDRAWAL: '提现',
  STUCK_PAYMENT: '卡住',
  PROPOSAL: '变更',
  DAY: '日结',
  DEPOSIT: '充值',
  DIFFERENCE: '核对',
  FAILED_JOB: '任务',
  FAILED_ORDER: '日结',
  ALERT: '警报',
  SUSPENSE: '到账',
  INTEREST: '利息',
  ARREARS: '欠费',
  THREAD: '客服',
  PRICE: '电价',
  CONTRACTS: '合约',
};

export const kindShapes: Record<WorkKind, ShapeName> = {
  PROPOSE_WITHDRAWAL: 'draft',
  APPROVE_WITHDRAWAL: 'wait',
  STUCK_PAYMENT: 'attention',
  PROPOSAL: 'wait',
  DAY: 'bad',
  DEPOSIT: 'bad',
  DIFFERENCE: 'bad',
  FAILED_JOB: 'attention',
  FAILED_ORDER: 'attention',
  ALERT: 'attention',
  SUSPENSE: 'attention',
  INTEREST: 'bad',
  ARREARS: 'attention',
  THREAD: 'wait',
  PRICE: 'draft',
  CONTRACTS: 'draft',
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
  atLeast: (count: number) => `${count}+`,
  unread: '—',
  notRead: '读取失败',
  failed: (kinds: readonly WorkKind[]) => `读不到${kinds.map((kind) => kindNames[kind]).join('、')}，其余正常。`,
  failedText: '每 15 秒自动重读；也可以现在重试。',
  prices: (days: readonly string[]) => `金额折合 USDT，按 ${days.join('、')} 定价`,
  count: (count: number, view: QueueView) =>
    view === 'mine' ? `${count} 件等您` : view === 'proposed' ? `您提议的 ${count} 件还没有结果` : `${count} 件未了`,
  handledToday: (count: number, isCut: boolean) => `今天已处理 ${count}${isCut ? '+' : ''} 件`,
  handled: '今天已处理',
  lastHandled: (time: string) => `各类都已清空，最后一件在 ${time}：`,
  handledOf: (action: string, subject: string) => `${auditActionName(action)} · ${subjectText(subject)}`,
  begin: '从第一件开始',
  cut: '只列出每类最早的 200 件，合计也只算这些；处理后其余的会出现。',
  kind: '类别',
  item: '事项',
  amount: '金额',
  usdt: '折合 USDT',
  waits: '等待',
  nothing: {
    mine: { title: '没有等您处理的事', text: '新的提现、变更、充值、差异、警报或客户提问出现时，会列在这里。' },
    proposed: { title: '您提议的都有结果了', text: '您提议而还在等别人复核的事，会列在这里。' },
    all: { title: '全部处理完了', text: '新的提现、变更、充值、差异、警报或客户提问出现时，会列在这里。' },
  } satisfies Record<QueueView, { title: string; text: string }>,
  comesNext: '接下来会有',
  time: '时间',
  closeOf: (kind: string, day: string) => `${kind} 日结 ${day}`,
  othersDecide: (count: number) => `您提议的 ${count} 件在等别人复核。`,
  raisedAt: (time: string) => `${time} 起`,
  alertNext: '先做什么',
  alertPage: '打开这一页',
  alertRecord: '系统记录',
  resolve: '标为已处理',
  resolveEffect: '标为已处理后从待办消失；原因若还在，会再次报警。',
  resolved: '已标为处理',
  alertRoles: '由财务或复核处理。',
};

const purposes: Record<string, string> = {
  FUNDING: '注资地址',
  POOL: '矿池地址',
  OTHER: '其他地址',
  COLD: '冷钱包地址',
  CUSTOMER: '客户地址',
};

const howMany = (count: number | null, customers: string) =>
  `${(count ?? 0).toLocaleString('en')} 台矿机，${Number(customers).toLocaleString('en')} 位客户`;

const depositCauses: Record<string, string> = {
  REMOVED: '入账后被链重组移除，客户提现已冻结',
  FROZEN: '账已平，客户提现仍冻结，等财务解冻',
  SECOND_NODE: '金额大，第二个节点还没有证实，不入账',
};

const differenceTitles: Record<string, string> = { CHAIN: '账本与链上不符', POOL: '应收与矿池不符' };

const dayName = (kind: string) => (kind === 'mining' ? '采矿日' : 'COIN UP 业务日');

export function titleOf({ kind, title, subject, account, detail, day, count }: WorkItem): string {
  switch (kind) {
    case 'ALERT':
      return alertTitle(title, subject);
    case 'THREAD':
      return `${account} · ${title}`;
    case 'DAY':
      return `${dayName(title)} ${day}`;
    case 'DEPOSIT':
      return `${account} 的充值 ${shortOf(title)}`;
    case 'DIFFERENCE':
      return `${title} ${differenceTitles[detail ?? ''] ?? ''}`;
    case 'FAILED_JOB':
      return subject === null ? taskName(title) : `${taskName(title)} · ${subjectText(subject)}`;
    case 'FAILED_ORDER':
      return `${orderWorks[detail as keyof typeof orderWorks]} · ${dayName(title)} ${day}`;
    case 'SUSPENSE':
      return shortOf(title);
    case 'INTEREST':
      return `${title} ${day} 的利息`;
    case 'ARREARS':
    case 'CONTRACTS':
      return howMany(count, title);
    case 'PROPOSAL':
      return actionName(title);
    case 'PROPOSE_WITHDRAWAL':
    case 'APPROVE_WITHDRAWAL':
    case 'STUCK_PAYMENT':
    case 'PRICE':
      return title;
  }
}

const shortOf = (txid: string) => `${txid.slice(0, 8)}…${txid.slice(-6)}`;

export function subTextOf({ kind, title, detail, account, by, day, count }: WorkItem): string {
  switch (kind) {
    case 'DEPOSIT':
      return depositCauses[detail ?? ''] ?? '';
    case 'DIFFERENCE':
      return '还没有原因，也没有记入 SUSPENSE';
    case 'STUCK_PAYMENT':
      return `${account ?? '自有资金付款'} · ${stuckCauses[detail as keyof typeof stuckCauses]?.label ?? ''}`;
    case 'FAILED_JOB':
      return `试过 ${count} 次后放弃 · ${detail}`;
    case 'FAILED_ORDER':
      return `${by} 手工开始，中途出错`;
    case 'DAY':
      return `不能关闭，${count} 个原因`;
    case 'SUSPENSE':
      return `到账在${purposes[detail ?? ''] ?? '未知地址'}，还不知道是谁的`;
    case 'INTEREST':
      return '基金不够付，申购已自动关闭';
    case 'ARREARS':
      return '因欠电费停机，请联系客户充值';
    case 'CONTRACTS':
      return `7 天内到期，最早 ${day}`;
    case 'PRICE':
      return `${day} 起 ${detail} USDT/kWh`;
    case 'PROPOSE_WITHDRAWAL':
      return account ?? '自有资金付款';
    case 'APPROVE_WITHDRAWAL':
      return `${account ?? '自有资金付款'} · ${by} 提议`;
    case 'PROPOSAL':
      return `${by} 提议 · ${detail ?? ''}`;
    case 'THREAD':
      return by === null ? '还没有人接' : `${by} 在跟进`;
    case 'ALERT':
      return alertMeaning(title, detail ?? '');
  }
}
