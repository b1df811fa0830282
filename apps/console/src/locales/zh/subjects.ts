/** The kinds of records that alerts and the audit log name in English before their number. */
const kinds: Record<string, string> = {
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
  withdrawal: '提现',
};

/** Subjects that are no record. */
const others: Record<string, string> = {
  'audit log': '审计日志',
  customers: '客户列表',
  deposits: '充值列表',
  machines: '矿机列表',
  search: '搜索',
  transfers: '账本列表',
  withdrawals: '提现列表',
};

/** `withdrawal 18` is `提现 18`; what starts with no known kind stays as it is. */
export function subjectText(subject: string): string {
  const kind = kindsByLength.find((one) => subject.startsWith(`${one} `));
  return others[subject] ?? (kind === undefined ? subject : `${kinds[kind]} ${subject.slice(kind.length + 1)}`);
}

/** What the audit log is searched by: the subject of what the page shows, or of what was typed as it is kept. */
export function subjectOfText(text: string): string {
  const other = Object.keys(others).find((one) => others[one] === text);
  const kind = kindsByLength.find((one) => text.startsWith(`${kinds[one]} `));
  return other ?? (kind === undefined ? text : `${kind} ${text.slice((kinds[kind] ?? '').length + 1)}`);
}

/** `support thread 7` is no `support` of the name `thread 7`. */
const kindsByLength = Object.keys(kinds).toSorted((one, two) => two.length - one.length);
