import { givenValue } from '@lode/contract/given-values';
import { actionName, optionNameOf } from '@lode/contract/proposal-names';
import { auditAmounts } from '@lode/contract/staff-names';
import { type Coin, formatAmount, isCoin } from '@lode/money';
import { customerParts } from './customers.ts';

/** Fields of a line of the audit log that are no option of its action. */
const fieldNames: Record<string, string> = {
  session: '会话',
  origin: '来源',
  aboutDate: '业务日',
  action: '操作',
  addressEnd: '地址末尾',
  addressKey: '收款地址',
  adjusted: '更正什么',
  after: '之后',
  algorithm: '算法',
  arrival: '到账',
  assignee: '负责人',
  audience: '给谁看',
  becameCharge: '转为收费',
  before: '之前',
  changes: '变更',
  contact: '登录账号',
  correction: '更正编号',
  count: '笔数',
  credit: '补偿编号',
  expected: '应付',
  factor: '验证方式',
  fee: '手续费',
  first: '第一个',
  found: '找到',
  hash: '内容哈希',
  heldUntil: '冻结到',
  inForceFrom: '生效时间',
  keepsOutput: '保留产出',
  knownDays: '地址认识的天数',
  lines: '行数',
  lost: '原联系方式已丢失',
  machines: '矿机',
  manufacturer: '厂商',
  mode: '缴费方式',
  next: '下一个',
  options: '给出的内容',
  order: '日结单',
  paid: '已付',
  part: '看了哪一部分',
  perCustomerDay: '每客户每日上限',
  perDay: '每日上限',
  perPayment: '单笔上限',
  powerWatts: '功耗（W）',
  reached: '送达',
  reason: '原因',
  released: '释放的输入',
  rests: '结清',
  search: '搜索',
  seconds: '时长（秒）',
  sessions: '会话数',
  sha256: '文件的 SHA-256',
  staff: '员工',
  task: '任务',
  transferId: '转账',
  value: '之后',
  versions: '版本',
  view: '范围',
  waived: '免收',
};

/** What of a customer was read, besides the parts of its page. */
const otherParts: Record<string, string> = { number: '客户编号', page: '概况' };

/** What a line of the audit log says of its action, field by field as a person reads it. */
export function auditDetails(
  action: string,
  subject: string,
  detail: Readonly<Record<string, unknown>>,
): [string, string][] {
  const coin = coinOf(detail, subject);
  const isProposal = action === 'proposal:preview';
  // What was there before stands above what came in its place.
  const fields = Object.entries(detail).toSorted(([a], [b]) => Number(b === 'before') - Number(a === 'before'));
  return fields.map(([name, value]) => {
    const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
    if (coin !== null && auditAmounts.has(name) && /^-?\d+$/.test(text))
      return [nameOf(action, name), `${formatAmount(BigInt(text), coin)} ${coin}`];
    if (name === 'action') return [nameOf(action, name), actionName(text)];
    if (name === 'part') return [nameOf(action, name), partName(text)];
    return [nameOf(action, name), givenValue(isProposal ? subject : action, name, text)];
  });
}

const partName = (part: string): string =>
  customerParts.find((one) => one.part === part)?.label ?? otherParts[part] ?? part;

const nameOf = (action: string, name: string): string => {
  // `value` of a setting is what it became; of an option its own name.
  const own = name === 'value' ? fieldNames.value : undefined;
  return own ?? optionNameOf(action, name) ?? fieldNames[name] ?? name;
};

function coinOf(detail: Readonly<Record<string, unknown>>, subject: string): Coin | null {
  const found = typeof detail.coin === 'string' ? detail.coin : subject.split(' ').at(-1);
  return found !== undefined && isCoin(found) ? found : null;
}
