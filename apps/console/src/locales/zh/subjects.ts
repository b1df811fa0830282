import { contentKindNames, settingKeyOf, settingName } from '@lode/contract/staff-names';
import { auditActionName, auditActionOf } from './audit-actions.ts';

/** The kinds of records that alerts and the audit log name in English before their number. */
const kinds: Record<string, string> = {
  // Kept under the name of its command.
  ...Object.fromEntries([['alarm', '警报']]),
  arrival: '到账',
  'auto-approval': '自动批准',
  'addresses of': '充值地址',
  'coin-up': 'COIN UP',
  'cold wallet': '冷钱包',
  content: '内容',
  customer: '客户',
  deposit: '充值',
  destination: '收款地址',
  file: '文件',
  generation: '密钥',
  job: '任务',
  machine: '矿机',
  INTEREST_FUND: '利息基金',
  mining: '采矿日',
  model: '机型',
  month: '月份',
  'outage credit': '停机补偿',
  'pool payment': '矿池付款',
  proposal: '变更',
  'repair ticket': '维修工单',
  setting: '参数',
  site: '机房',
  staff: '员工',
  'support thread': '提问',
  transfer: '转账',
  TREASURY: '自有资金',
  withdrawal: '提现',
};

/** Subjects that are no record. */
const others: Record<string, string> = {
  'audit log': '审计日志',
  'all customers': '全部客户',
  customers: '客户列表',
  deposits: '充值列表',
  machines: '矿机列表',
  'one customer': '一位客户',
  positions: 'COIN UP 持仓列表',
  search: '搜索',
  staff: '员工',
  transfers: '账本列表',
  withdrawals: '提现列表',
};

/** `withdrawal 18` is `提现 18`; what starts with no known kind is an action, or stays as it is. */
export function subjectText(subject: string): string {
  const [, generation] = /^generation (\S+) of the keys$/.exec(subject) ?? [];
  if (generation !== undefined) return `${kinds.generation} ${generation}`;
  const [, count] = /^(\d+) machines$/.exec(subject) ?? [];
  if (count !== undefined) return machineCount(count);
  const kind = kindsByLength.find((one) => subject.startsWith(`${one} `));
  if (kind === undefined) return others[subject] ?? auditActionName(subject);
  return others[subject] ?? `${kinds[kind]} ${nameShown(kind, subject.slice(kind.length + 1))}`;
}

/** What the audit log is searched by: the subject of what the page shows, or of what was typed as it is kept. */
export function subjectOfText(text: string): string {
  const other = Object.keys(others).find((one) => others[one] === text);
  if (other !== undefined) return other;
  const [, count = ''] = /^(\d+) /.exec(text) ?? [];
  if (count !== '' && text === machineCount(count)) return `${count} machines`;
  const kind = kindsByLength.find((one) => text.startsWith(`${kinds[one]} `));
  if (kind === undefined) return auditActionOf(text);
  const kept = nameKept(kind, text.slice((kinds[kind] ?? '').length + 1));
  return kind === 'generation' ? `${kind} ${kept} of the keys` : `${kind} ${kept}`;
}

const machineCount = (count: string): string => `${count} 台矿机`;

/** A setting has a name; content its kind before its place. */
function nameShown(kind: string, name: string): string {
  if (kind === 'setting') return settingName(name);
  const [contentKind = '', ...place] = name.split('/');
  const known = (contentKindNames as Record<string, string>)[contentKind];
  return kind === 'content' && known !== undefined ? [known, ...place].join(' ') : name;
}

function nameKept(kind: string, name: string): string {
  if (kind === 'setting') return settingKeyOf(name);
  if (kind !== 'content') return name;
  const known = Object.entries(contentKindNames).find(([, shown]) => name.startsWith(`${shown} `));
  return known === undefined ? name : `${known[0]}/${name.slice(known[1].length + 1)}`;
}

/** `support thread 7` is no `support` of the name `thread 7`. */
const kindsByLength = Object.keys(kinds).toSorted((one, two) => two.length - one.length);
