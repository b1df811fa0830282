import type { ConsoleInput } from '@lode/contract/console';

export type ImportKind = ConsoleInput<'previewImport'>['kind'];

interface ImportWords {
  title: string;
  columns: string;
  note: string;
  /** What may be done, by the name of its command. */
  action: 'import:customers' | 'import:machines';
  who: string;
}

export const importKinds: Record<ImportKind, ImportWords> = {
  CUSTOMERS: {
    title: '导入客户',
    columns: 'account,nickname,tags',
    note: '账号是手机号或邮箱；多个标签用分号隔开。已有且内容相同的行会跳过。',
    action: 'import:customers',
    who: '客户文件由客服、财务或管理导入。',
  },
  MACHINES: {
    title: '导入矿机',
    columns:
      'machineNo,account,model,coin,hashrate,hashrateUnit,powerWatts,purchaseKind,site,electricityPrice,poolFeeRate,startTime,endTime[,hostingFeeMonthly][,purchasePrice]',
    note: '账号要先有；新的机型、机房和电价会一起建立。已有且内容相同的行会跳过。',
    action: 'import:machines',
    who: '矿机文件由运维、财务或管理导入。',
  },
};

export const importTexts = {
  open: '导入',
  file: 'CSV 文件',
  header: '第一行是列名（顺序不限）：',
  encoding: 'UTF-8，最多 100 万字、2 万行；更大的请分成几份，或用命令导入。',
  notUtf8: '文件不是 UTF-8，请另存为 UTF-8 的 CSV。',
  tooLarge: '文件太大，请分成几份。',
  empty: '文件是空的。',
  result: '核对结果',
  lines: '行',
  fresh: '新增',
  there: '已有，跳过',
  wrong: '不对',
  line: '行号',
  reason: '哪里不对',
  more: (count: number) => `还有 ${count} 处没有列出。`,
  whole: '整份文件导入，或一行也不导入：请改好后重新选择。',
  nothingNew: '没有新的行，不需要导入。',
  run: (count: number) => `导入 ${count} 行`,
  effect: (count: number, name: string) => `${name} 里的 ${count} 行会立即新增，不能成批撤回。`,
  done: (count: number) => `已导入 ${count} 行`,
  refused: '您的角色不能导入这类文件。',
};
