import type { ConsoleData } from '@lode/contract/console';
import type { ShapeName } from '../../components/shape.tsx';
import { groupDigits } from '../../lib/group-digits.ts';
import { shownAmount, shownDebit } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';
import { alertMeaning } from './alerts.ts';
import { chainReasonText, stopReasonText } from './chain-reasons.ts';

export type Health = ConsoleData<'health'>;
export type Check = Health['checks'][number];
export type FailedJob = Health['failedJobs'][number];

export const checkStates: Record<Check['state'], { shape: ShapeName; label: string }> = {
  OK: { shape: 'ok', label: '正常' },
  ATTENTION: { shape: 'attention', label: '须看' },
  BLOCKED: { shape: 'bad', label: '阻断' },
  UNKNOWN: { shape: 'draft', label: '不知道' },
};

export const healthTexts = {
  title: '健康',
  every: '每 15 秒',
  version: (version: string) => `版本 ${version}`,
  counts: (attention: number, blocked: number) =>
    [...(attention > 0 ? [`${attention} 项须看`] : []), ...(blocked > 0 ? [`${blocked} 项阻断`] : [])].join('，'),
  allRight: '没有要先看的',
  state: '状态',
  what: '什么',
  since: '这样多久',
  now: '现在',
  bound: '界限',
  action: '做什么',
  first: '先看',
  money: '链与付款',
  books: '账',
  system: '系统与数据库',
  none: '—',
  manual: '处理手册',
  alertAction: '到待办处理',
  toMoney: '资金',
  toStuck: '卡住的付款',
  toDays: '日结',
  toReconciliation: '对账',
  toFund: '利息基金',
  failedJob: '任务失败',
  alert: '警报',
  retry: '重新开始',
  retryTitle: (name: string) => `重新开始：${name}`,
  retryEffect: '任务会马上从头再试。它先看还有什么没做，已经做过的不会再做一遍。',
  retried: '已重新开始',
  attempts: (count: number) => `试了 ${count} 次`,
  withdrawal: (id: string) => `提现 ${id}`,
  cut: '警报或失败的任务太多，这里只列出最早的 200 个。',
  absent: '响应时间、磁盘、副本和历史曲线不在这里：系统自己不测，请看机房的监控。',
};

const networks: Record<string, string> = { BITCOIN: 'BITCOIN 观察者', ERC20: 'ERC20 观察者' };

export function checkTitle({ kind, subject }: Check): string {
  switch (kind) {
    case 'WATCHER':
      return networks[subject] ?? subject;
    case 'HOT_WALLET':
      return `热钱包 ${subject}`;
    case 'STUCK_PAYMENTS':
      return '卡住的付款';
    case 'SIGNER':
      return '签名机';
    case 'DAY':
      return subject === 'mining' ? '采矿日结' : 'COIN UP 日结';
    case 'BOOKS_CHECK':
      return '账本检查';
    case 'CUSTODY':
      return `${subject} 链上与账本`;
    case 'FUND':
      return `${subject} 利息基金`;
    case 'WORKER':
      return '后台进程';
    case 'JOBS':
      return '任务队列';
    case 'CONNECTIONS':
      return '数据库连接';
    case 'ARCHIVE':
      return '数据库日志归档';
  }
}

const readAt = (since: string | null, words: string) => (since === null ? '' : `${words} ${momentText(since)}`);

export function checkSubText({ kind, state, subject, since, detail }: Check): string {
  switch (kind) {
    case 'WATCHER':
      if (detail !== null) return `不再跟踪：${chainReasonText(detail)}`;
      return state === 'UNKNOWN' ? '还没有跟踪过' : '跟踪中';
    case 'HOT_WALLET':
      return since === null ? '还没有读到' : `可付的，${readAt(since, '读于')}`;
    case 'STUCK_PAYMENTS':
      return '自己走不下去的付款';
    case 'SIGNER':
      if (detail !== null) return `${alertMeaning('signer-journal', detail)}（${detail}）`;
      return since === null ? '还没有应答过' : readAt(since, '日志最近增加于');
    case 'DAY':
      return detail === null ? (state === 'UNKNOWN' ? '还没有日结过' : '最近关闭的一天') : refusedDay(detail);
    case 'BOOKS_CHECK':
      return detail === null ? readAt(since, '查完于') : `付款停着：${stopReasonText(detail)}`;
    case 'CUSTODY':
      return detail === null ? readAt(since, '比于') : chainReasonText(detail);
    case 'FUND':
      return detail === null ? '按今天的本金和费率' : `欠付 ${decimal(shownDebit(detail, subject))}，申购已关闭`;
    case 'WORKER':
      return state === 'OK' ? '持有存活锁' : '没有一个活着：日结、链上跟踪和付款都停着';
    case 'JOBS':
      return `在做 ${detail ?? '0'} 个${since === null ? '' : `，最早的该从 ${momentText(since)} 开始`}`;
    case 'CONNECTIONS':
      return '全部进程';
    case 'ARCHIVE':
      return since === null ? '还没有归档过' : readAt(since, '最近归档于');
  }
}

function refusedDay(detail: string): string {
  const [date = '', count = ''] = detail.split(' ');
  return `${date} 不能关闭，${count} 个原因`;
}

export function valueText({ kind, value, subject }: Check): string {
  if (value === null) return healthTexts.none;
  switch (kind) {
    case 'WATCHER':
      return `高度 ${groupDigits(value)}`;
    case 'HOT_WALLET':
    case 'CUSTODY':
      return `${decimal(shownAmount(value, subject))} ${subject}`;
    case 'STUCK_PAYMENTS':
      return `${value} 笔`;
    case 'SIGNER':
      return `${groupDigits(value)} 行`;
    case 'DAY':
      return value;
    case 'BOOKS_CHECK':
      return `差 ${value} 处`;
    case 'FUND':
      return `${groupDigits(value)} 天`;
    case 'WORKER':
      return `${value} 个`;
    case 'JOBS':
      return `等 ${groupDigits(value)} 个`;
    case 'CONNECTIONS':
      return groupDigits(value);
    case 'ARCHIVE':
      return `失败 ${groupDigits(value)} 次`;
  }
}

export function boundText({ kind, bound, subject }: Check): string {
  if (bound === null) return '';
  switch (kind) {
    case 'HOT_WALLET':
      return `≤ ${decimal(shownAmount(bound, subject))}`;
    case 'FUND':
      return `≥ ${bound} 天`;
    case 'WORKER':
      return `≥ ${bound} 个`;
    case 'CONNECTIONS':
      return `< ${groupDigits(bound)}`;
    case 'CUSTODY':
      return '0';
    case 'STUCK_PAYMENTS':
    case 'BOOKS_CHECK':
    case 'WATCHER':
    case 'SIGNER':
    case 'DAY':
    case 'JOBS':
    case 'ARCHIVE':
      return bound;
  }
}

/** As amounts stand on other pages. */
const decimal = (value: string) => groupDigits(value.replace('-', '−'));

const taskNames: Record<string, string> = {
  'send-message': '发短信或邮件',
  'deliver-messages': '投递消息',
  'notify-customer': '安全通知',
  'withdrawal-screen': '筛查地址',
  'withdrawal-sign': '签名',
  'withdrawal-broadcast': '广播付款',
  'withdrawal-cancel': '取消提现',
  'withdrawal-auto-approval': '自动审批',
};
/** Of a newer server as it is. */
export const taskName = (task: string): string => taskNames[task] ?? task;
