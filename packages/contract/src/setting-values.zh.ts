/** A setting's JSON as a person reads it: on the console's pages and in what its server says of a change. */

/** Fields of the settings that are records or lists of records. */
const fieldNames: Record<string, string> = {
  from: '起点金额',
  confirmations: '确认数',
  upper: '上限',
  target: '目标',
  perPayment: '单笔上限',
  perCustomerDay: '每客户每日上限',
  perDay: '每日上限',
  knownDays: '地址认识的天数',
  name: '名称',
  wechat: '微信',
  phone: '电话',
  mail: '邮箱',
  hours: '服务时间',
  question: '问题',
  answer: '回答',
};
export const settingFieldName = (field: string): string => fieldNames[field] ?? field;

/** One line for a value, or one for each row of a list and each field of a record. */
export function settingLines(json: string): string[] {
  const value: unknown = JSON.parse(json);
  if (Array.isArray(value))
    return value.length === 0 ? ['一项也没有'] : value.map((row, index) => `${index + 1}. ${rowText(row)}`);
  return isRecord(value) ? fieldTexts(value) : [plainText(value)];
}

const rowText = (row: unknown): string => (isRecord(row) ? fieldTexts(row).join(' · ') : plainText(row));

const fieldTexts = (record: Record<string, unknown>): string[] =>
  orderedEntries(record).map(
    ([field, value]) => `${settingFieldName(field)}：${value === null ? '无' : plainText(value)}`,
  );

/** The database keeps no order of fields: they come as they are named here. */
function orderedEntries(record: Record<string, unknown>): [string, unknown][] {
  const order = Object.keys(fieldNames);
  return Object.entries(record).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}

function plainText(value: unknown): string {
  if (value === null) return '未启用';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string') return groupedDecimal(value);
  return JSON.stringify(value);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `500000.000000` is `500,000.000000`; other text stays as it is. */
function groupedDecimal(text: string): string {
  const [, whole = '', rest = ''] = /^(\d+)(\.\d+)$/.exec(text) ?? [];
  return whole === '' ? text : `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${rest}`;
}
