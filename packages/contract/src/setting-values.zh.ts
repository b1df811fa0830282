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

/** One line for a value, or one for each row of a list and each field of a record; amounts with the coin of the setting's key. */
export function settingLines(json: string, key = ''): string[] {
  const value: unknown = JSON.parse(json);
  const unit = unitOf(key);
  if (Array.isArray(value))
    return value.length === 0 ? ['一项也没有'] : value.map((row, index) => `${index + 1}. ${rowText(row, unit)}`);
  return isRecord(value) ? fieldTexts(value, unit) : [plainText(value, unit)];
}

const rowText = (row: unknown, unit: string): string =>
  isRecord(row) ? fieldTexts(row, unit).join(' · ') : plainText(row, unit);

const fieldTexts = (record: Record<string, unknown>, unit: string): string[] =>
  orderedEntries(record).map(
    ([field, value]) => `${settingFieldName(field)}：${value === null ? '无' : plainText(value, unit)}`,
  );

/** `withdraw.min.BTC` is in BTC, a rate in per cent. */
function unitOf(key: string): string {
  if (key.startsWith('coin-up.apy.')) return '%';
  const [coin] = /[A-Z]+$/.exec(key) ?? [];
  return coin === undefined ? '' : ` ${coin}`;
}

/** The database keeps no order of fields: they come as they are named here. */
function orderedEntries(record: Record<string, unknown>): [string, unknown][] {
  const order = Object.keys(fieldNames);
  return Object.entries(record).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}

function plainText(value: unknown, unit: string): string {
  if (value === null) return '未启用';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string') return decimalText(value, unit);
  return JSON.stringify(value);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `500000.000000` is `500,000`, and `4.20` stays; so does other text. */
function decimalText(text: string, unit: string): string {
  const [, whole = '', rest = ''] = /^(\d+)(\.\d+)$/.exec(text) ?? [];
  if (whole === '') return text;
  const fraction = rest.length > '.00'.length ? rest.replace(/\.?0+$/, '') : rest;
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${fraction}${unit}`;
}
