import { fixedOption, givenName } from './proposal-names.zh.ts';
import { settingLines } from './setting-values.zh.ts';
import {
  agreementNames,
  contentKindNames,
  machineStatusNames,
  repairStatusNames,
  roleNames,
  settingName,
} from './staff-names.zh.ts';
import { offsetWords } from './withdrawal-words.zh.ts';

/** What was given for an action as a person reads it: on a proposal, in its file, and in the audit log. */

type Words = Readonly<Record<string, string>>;

const payModes: Words = { PREPAID_FIRST: '先用电费账户', OUTPUT_FIRST: '先用产出账户' };
const audiences: Words = { CUSTOMER: '客户可见', STAFF: '仅员工可见' };
const opened: Words = { true: '开放', false: '关闭' };
const owners: Words = { treasury: '公司自有', pool: '矿池付款', customer: '客户的' };
const funds: Words = {
  treasury: '自有资金',
  'electricity-revenue': '电费收入',
  'hosting-revenue': '托管费收入',
  'withdrawal-fee-revenue': '提现手续费收入',
  TREASURY: '自有资金',
  ELECTRICITY_REVENUE: '电费收入',
  HOSTING_REVENUE: '托管费收入',
  WITHDRAWAL_FEE_REVENUE: '提现手续费收入',
};
const adjusted: Words = { output: '产出', electricity: '电费', hosting: '托管费' };

/** By the option or the field alone. */
const valuesOf: Readonly<Record<string, Words>> = {
  adjusted,
  as: owners,
  audience: audiences,
  mode: payModes,
  role: roleNames,
  status: machineStatusNames,
};

/** Where an action means something of its own. */
const valuesOfActions: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  'charge:adjust': { kind: adjusted },
  'coin-up:fund': { from: funds },
  'coin-up:switch': { to: { on: '开放', off: '关闭' }, before: opened, value: opened },
  'content:publish': { kind: contentKindNames },
  'content:withdraw': { kind: contentKindNames, name: agreementNames },
  credit: { kind: { init: '初始电费', feedback: '收益回馈' } },
  'customer:pay-mode': { before: payModes, after: payModes },
  'machine:status': { from: machineStatusNames, to: machineStatusNames },
  'repair:change': { status: repairStatusNames },
  'withdrawal:offset': {
    to: { OUTPUT: '产出账户', ELE: '电费账户', charge: '抵扣所欠电费与托管费' },
    cause: offsetWords,
  },
};

const fixedNames: Words = {
  before: '当时的值',
  day: '记账日',
  followers: '之后取代它的编号',
  freezes: '当时的冻结编号',
  ids: '当时的编号',
  rate: '费率（聪/千虚拟字节）',
  replaces: '取代的编号',
  txid: '交易号',
};

/** The settings that an action changes: its values are theirs. */
const ofSettings = new Set([
  'coin-up:minimum',
  'coin-up:rate',
  'coin-up:switch',
  'setting:change',
  'withdrawal:rule',
  'withdrawal:rule-off',
]);

export const changesSetting = (action: string): boolean => ofSettings.has(action);

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const nothing = '无';

/** A value that has no words stays as it was given. */
export function givenValue(action: string, name: string, value: string): string {
  if (name === fixedOption) return fixedText(action, value);
  if (value === '') return nothing;
  if (instant.test(value)) return instantText(value);
  const known = valuesOfActions[action]?.[name]?.[value] ?? valuesOf[name]?.[value];
  if (known !== undefined) return known;
  if (changesSetting(action)) {
    if (name === 'key') return settingName(value);
    if (name === 'value' || name === 'before') return settingText(value);
  }
  if (value === 'true') return '是';
  if (value === 'false') return '否';
  return fileLines(value)?.join('\n') ?? recordText(action, value) ?? value;
}

function fixedText(action: string, value: string): string {
  const fixed = parsed(value);
  if (!isRecord(fixed)) return value;
  return Object.entries(fixed)
    .map(
      ([name, one]) =>
        `${fixedNames[name] ?? givenName(action, name)}：${inLine(givenValue(action, name, textOf(one)))}`,
    )
    .join('\n');
}

/** What has lines of its own begins below its name. */
const inLine = (text: string): string => (text.includes('\n') ? `\n${text}` : text);

/** A setting is kept as JSON; of an older line as its text. */
function settingText(value: string): string {
  if (/^\d+(\.\d+)?$/.test(value)) return value;
  try {
    return settingLines(value).join('\n');
  } catch {
    return value;
  }
}

interface FileLine {
  line: number;
  values: Record<string, string>;
}

/** The lines of a file that was read into an option; null for any other value. */
export function readFileLines(value: string): FileLine[] | null {
  const lines = value.startsWith('[') ? parsed(value) : null;
  const isFile = Array.isArray(lines) && lines.every((one) => isRecord(one) && 'line' in one && isRecord(one.values));
  return isFile ? (lines as FileLine[]) : null;
}

/** A line of a file of terms is the terms of one machine. */
const ofLines = 'terms:set';
export const fileLineName = (line: number): string => `第 ${line} 行`;
export const fileLineText = ({ values }: FileLine): string =>
  Object.entries(values)
    .map(([column, cell]) => `${givenName(ofLines, column)} ${givenValue(ofLines, column, cell)}`)
    .join('，');

const fileLines = (value: string): string[] | null =>
  readFileLines(value)?.map((one) => `${fileLineName(one.line)}：${fileLineText(one)}`) ?? null;

/** Of an object that is no list: its fields, each on its line. */
function recordText(action: string, value: string): string | null {
  const record = value.startsWith('{') ? parsed(value) : null;
  if (!isRecord(record)) return null;
  return Object.entries(record)
    .map(([name, one]) => `${givenName(action, name)}：${inLine(givenValue(action, name, textOf(one)))}`)
    .join('\n');
}

const textOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shanghai = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', hourCycle: 'h23', ...options });
const day = shanghai({ year: 'numeric', month: 'long', day: 'numeric' });
const minute = shanghai({ hour: '2-digit', minute: '2-digit' });

/** `2026年12月1日 08:00`. */
export const instantText = (at: string): string => {
  const time = new Date(at);
  return `${day.format(time)} ${minute.format(time)}`;
};
