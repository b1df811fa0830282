import type { ConsoleData } from '@lode/contract/console';
import type { ShapeName } from '../../components/shape.tsx';

type ThreadStatus = ConsoleData<'thread'>['thread']['status'];

export const threadStatuses: Record<ThreadStatus, string> = { WAITING: '等回复', ANSWERED: '已回复', CLOSED: '已结束' };
export const threadShapes: Record<ThreadStatus, ShapeName> = { WAITING: 'wait', ANSWERED: 'ok', CLOSED: 'off' };

export const supportTexts = {
  title: '客服',
  views: '范围',
  viewOptions: [
    { value: 'waiting', label: '等回复' },
    { value: 'own', label: '我跟进的' },
    { value: 'all', label: '全部未结束' },
  ],
  nothing: {
    waiting: { title: '没有客户在等', text: '客户在应用里提问后，会列在这里，等得最久的在最前。' },
    own: { title: '您没有在跟进的提问', text: '接下一个提问，或由同事转给您后，会列在这里。' },
    all: { title: '没有未结束的提问', text: '客户在应用里提问后，会列在这里。' },
  },
  cut: '只列出等得最久的 200 个。',
  status: '状态',
  about: '关于',
  account: '客户',
  assignee: '跟进人',
  free: '还没有人接',
  since: '等待',
  changed: '最近变化',
  facts: '提问信息',
  thread: '提问',
  customer: '客户',
  refresh: '刷新',
  olderCut: '只显示最近的 100 条。',
  answer: '回复',
  answerHint: '写给客户的回复',
  effect: '客户会在应用里读到，并按自己的选择收到短信或邮件。',
  send: '发送',
  sent: '已发送',
  supportOnly: '由客服回复。',
  isClosed: '提问已结束。客户再问会是新的提问。',
  take: '我来跟进',
  assign: '转给同事',
  assignTo: '同事的姓名（客服）',
  nameMissing: '请输入姓名',
  assigned: (name: string) => `已由 ${name} 跟进`,
  notAssigned: '没有这位在职的客服，或提问已结束。',
  close: '结束提问',
  closeEffect: '客户会看到提问已结束，再问会是新的提问。',
  closed: '已结束',
  reason: '原因（记入审计日志）',
  reasonMissing: '请写明原因',
  cancel: '取消',
  back: '客服',
};
