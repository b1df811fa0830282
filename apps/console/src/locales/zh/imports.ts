import type { ConsoleData, ConsoleInput, importActions } from '@lode/contract/console';
import { importRoles } from '@lode/contract/import-roles';
import { anyRoleOf } from '@lode/contract/staff-names';

export type ImportKind = ConsoleInput<'previewImport'>['kind'];

type Added = ConsoleData<'previewImport'>['added'][number];

interface ImportTexts {
  title: string;
  /** Beside the other kinds. */
  label: string;
  note: string;
  /** What may be done, by the name of its command. */
  action: (typeof importActions)[number];
}

/** In the order in which they are offered. */
export const importKinds: Record<ImportKind, ImportTexts> = {
  CUSTOMERS: {
    title: '导入客户',
    label: '客户',
    note: '账号是手机号或邮箱；多个标签用分号隔开。已有且内容相同的行会跳过。',
    action: 'import:customers',
  },
  MACHINES: {
    title: '导入矿机',
    label: '矿机',
    note: '账号要先有；新的机型、机房和电价会一起建立。时间要带时区，或只写日期（当天 00:00 UTC，即北京时间 08:00）。已有且内容相同的行会跳过。',
    action: 'import:machines',
  },
  NETWORK_DAYS: {
    title: '导入网络日',
    label: '网络日',
    note: '日期是已经结束的矿日（UTC）；难度是当天的平均，补贴和手续费是当天的合计。写入后不能改，请先和另一处来源核对。已有且数值相同的行会跳过。',
    action: 'import:network-days',
  },
  PRICES: {
    title: '导入币价',
    label: '币价',
    note: '每个币种每个矿日（UTC）一个价格，以 USDT 计，用来折算付电费的产出。定下后不能改。已有且数值相同的行会跳过。',
    action: 'import:prices',
  },
  RATES: {
    title: '导入汇率',
    label: '汇率',
    note: '矿日开始（00:00 UTC）时 1 USDT 合多少 CNY，只用来显示。写入后不能改。已有且数值相同的行会跳过。',
    action: 'import:rates',
  },
  POOL_REPORT: {
    title: '导入矿池报告',
    label: '矿池报告',
    note: 'ETH、DOGE 的每台矿机每个矿日（UTC）的产出和矿池费。矿机要先有，矿日要还没有开始日结。写入后不能改。已有且数值相同的行会跳过。',
    action: 'import:pool-report',
  },
  DENY_LIST: {
    title: '导入禁付名单',
    label: '禁付名单',
    note: '网络是 BITCOIN 或 ERC20。不再付款到这些地址，写入后不能移出。已在名单里的地址会跳过，说明不变。',
    action: 'import:deny-list',
  },
};

export const importTexts = {
  kinds: '导入什么',
  coin: '币种',
  file: 'CSV 文件',
  header: '第一行是列名（顺序不限）：',
  encoding: 'UTF-8，最多 100 万字、2 万行；更大的请分成几份，或用命令导入。',
  wrongFile: {
    NOT_TEXT: '文件不是 UTF-8，请另存为 UTF-8 的 CSV。',
    TOO_LARGE: '文件太大，请分成几份。',
    EMPTY: '文件是空的。',
  },
  result: '核对结果',
  lines: '行',
  fresh: '新增',
  there: '已有，跳过',
  wrong: '不对',
  wrongLines: '不对的行',
  atLeast: (lines: number, isMore: boolean) => `${lines.toLocaleString('en')}${isMore ? '+' : ''}`,
  line: '行号',
  reason: '哪里不对',
  more: (count: number) => `还有 ${count} 处没有列出。`,
  whole: '整份文件导入，或一行也不导入：请改好后重新选择。',
  added: '文件会新建下面这些，名称打错也会新建：请逐个核对。',
  addedOne: ({ kind, name, line, count, facts }: Added) =>
    kind === 'SITE'
      ? `新机房「${name}」，统一电价 ${facts} USDT/度：第 ${line} 行起，共 ${count} 行`
      : `新机型「${name}」，${facts}：第 ${line} 行起，共 ${count} 行`,
  datesAlone: '只写日期的时间按矿日读：2026-11-30 是 11-30 00:00 UTC，即北京时间 11-30 08:00。要写别的时刻，请带时区。',
  rows: '将导入的内容',
  firstRows: (shown: number, fresh: number) =>
    shown < fresh ? `将导入的 ${fresh} 行里的前 ${shown} 行：` : `将导入的 ${fresh} 行：`,
  none: '—',
  nothingNew: '没有新的行，不需要导入。',
  run: (count: number) => `导入 ${count} 行`,
  effect: (count: number, name: string) => `${name} 里的 ${count} 行会立即新增，不能成批撤回。`,
  done: (count: number) => `已导入 ${count} 行`,
  refused: '您的角色不能导入这类文件。',
  who: ({ label, action }: ImportTexts) => `${label}文件由${anyRoleOf(importRoles[action])}导入。`,
};
