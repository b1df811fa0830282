/** The kinds of records that alerts and the audit log name in English before their number. */
const kinds: Record<string, string> = {
  arrival: '到账',
  'coin-up': 'COIN UP',
  content: '内容',
  customer: '客户',
  deposit: '充值',
  file: '文件',
  job: '任务',
  machine: '矿机',
  mining: '采矿日',
  model: '机型',
  proposal: '变更',
  setting: '参数',
  site: '机房',
  staff: '员工',
  support: '提问',
  transfer: '转账',
  withdrawal: '提现',
};

/** Subjects that are no record. */
const others: Record<string, string> = { 'audit log': '审计日志', search: '搜索' };

/** `withdrawal 18` is `提现 18`; what starts with no known kind stays as it is. */
export function subjectText(subject: string): string {
  const [first = '', ...rest] = subject.split(' ');
  const kind = others[subject] === undefined ? kinds[first] : undefined;
  if (first === 'support' && rest[0] === 'thread') rest.shift();
  return kind === undefined || rest.length === 0 ? (others[subject] ?? subject) : `${kind} ${rest.join(' ')}`;
}
