export { settingName } from '@lode/contract/staff-names';

export const settingTexts = {
  title: '参数设置',
  name: '参数',
  value: '现在的值',
  versionValue: '值',
  change: '修改',
  proposeTitle: '提交修改',
  off: '未启用',
  switchOptions: [
    { value: true, label: '是' },
    { value: false, label: '否' },
  ],
  noRows: '一项也没有。',
  row: (place: number) => `第 ${place} 项`,
  rowValue: '内容',
  up: '上移',
  rowUp: (place: number) => `第 ${place} 项上移`,
  remove: '删除',
  rowRemove: (place: number) => `删除第 ${place} 项`,
  add: '加一项',
  mayBeEmpty: (label: string) => `${label}（可留空）`,
  notFound: '没有这个参数',
  notFoundText: '地址可能有误。',
  back: '参数设置',
  bounds: '可取的值',
  history: '历史版本',
  from: '生效时间',
  by: '提议与复核',
  proposedBy: (name: string) => `${name} 提议`,
  approvedBy: (name: string) => `${name} 复核`,
  reason: '原因',
  state: '状态',
  ahead: '将生效',
  inForce: '生效中',
  past: '已过去',
  noHistory: { title: '没有历史版本', text: '修改生效后，每个版本都会列在这里。' },
  changedWith: (command: string) => `这个参数有自己的规则，用命令 ${command} 修改。`,
  changedElsewhere: '这个参数有自己的规则，在这一页提议修改：',
  toAutoApproval: '自动批准',
  toCoinUp: 'COIN UP',
  adminOnly: '由管理员提交，复核人通过后生效。',
  newValue: '新的值',
  newValueMissing: '请填写',
  when: '生效时间（北京时间，可留空）',
  whenHint: '留空为复核通过时',
  effectiveFrom: (moment: string) => `${moment} 起生效`,
  preview: '核对内容',
  submit: '提交复核',
  effect: '提交后由另一位同事复核，通过才生效。期间参数若已变化，这次修改不会执行。',
};

/** By the first part of a key, in the order of the list. */
export const settingGroups: Record<string, string> = {
  'coin-up': 'COIN UP',
  deposit: '充值',
  withdraw: '提现',
  hot: '热钱包与归集',
  sweep: '热钱包与归集',
  support: '客服',
  webview: '应用内网页',
};

/** Of the values that the product starts with; a person's name and reason stay as they are. */
export const changerName = (by: string): string => (by === 'start' ? '初始' : by.replace(/^staff:/, ''));
/** `admin 提议`, `approver 复核`; a name alone where the change needed one person, or stands in no line of the audit log. */
export const changersOf = ({ changedBy, approvedBy }: { changedBy: string; approvedBy: string | null }): string[] => {
  const by = changerName(changedBy);
  return approvedBy === null ? [by] : [settingTexts.proposedBy(by), settingTexts.approvedBy(approvedBy)];
};
export const changeReason = (by: string, reason: string): string => (by === 'start' ? '产品的初始参数' : reason);

export const auditTexts = {
  title: '审计日志',
  filters: '筛选',
  at: '时间',
  staff: '操作人',
  approvedBy: (name: string) => `${name} 复核`,
  action: '操作',
  subject: '对象',
  reason: '原因',
  from: '来源',
  terminal: '终端',
  detail: '内容',
  open: '查看内容',
  close: '关闭',
  search: '筛选',
  clear: '清除',
  nothing: { title: '没有符合的记录', text: '换一个条件，或清除筛选。' },
};
