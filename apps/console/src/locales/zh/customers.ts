import type { ConsoleData } from '@lode/contract/console';
import { importRoles } from '@lode/contract/import-roles';
import { listNames } from '@lode/contract/list-names';
import { anyRoleOf, customerStatusNames as statuses } from '@lode/contract/staff-names';
import type { ShapeName } from '../../components/shape.tsx';

export { accountNames } from '@lode/contract/staff-names';

const { customerList: list, machineList: ofMachine, withdrawalList: ofWithdrawal, depositList: ofDeposit } = listNames;

export type CustomerPageData = ConsoleData<'customer'>;

export const customerStatuses: Record<CustomerPageData['customer']['status'], { shape: ShapeName; label: string }> = {
  ACTIVE: { shape: 'ok', label: statuses.ACTIVE },
  DISABLED: { shape: 'bad', label: statuses.DISABLED },
  CLOSED: { shape: 'off', label: statuses.CLOSED },
};

export const payModes: Record<CustomerPageData['customer']['payMode'], string> = {
  PREPAID_FIRST: '预付优先',
  OUTPUT_FIRST: '产出优先',
};

export const holdReasons: Record<CustomerPageData['holds'][number]['reason'], string> = {
  FROZEN: '提现已冻结',
  PASSWORD_CHANGED: '改过密码',
  CONTACT_REPLACED: '换过联系方式',
  SECOND_FACTOR_REMOVED: '移除过二次验证',
  NEW_DEVICE: '新设备',
  NEW_ADDRESS: '新地址',
};

export const messageKinds: Record<ConsoleData<'customerMessages'>['records'][number]['kind'], string> = {
  DEPOSIT: '充值',
  WITHDRAWAL: '提现',
  ELECTRICITY: '电费',
  MACHINE: '矿机',
  TERMS: '条款',
  MAINTENANCE: '维护',
  SUPPORT: '客服',
  SECURITY: '安全',
};

export type CustomerPart =
  | 'accounts'
  | 'machines'
  | 'movements'
  | 'withdrawals'
  | 'deposits'
  | 'holds'
  | 'sessions'
  | 'messages'
  | 'threads';

/** In the order of the keys 1 to 9. */
export const customerParts: readonly { part: CustomerPart; label: string }[] = [
  { part: 'accounts', label: '账户' },
  { part: 'machines', label: '矿机' },
  { part: 'movements', label: '流水' },
  { part: 'withdrawals', label: '提现' },
  { part: 'deposits', label: '充值' },
  { part: 'holds', label: '限制' },
  { part: 'sessions', label: '会话' },
  { part: 'messages', label: '公告与消息' },
  { part: 'threads', label: '客服' },
];

export const customerTexts = {
  summary: '客户概况',
  title: '客户',
  customerNo: (id: string) => `客户 ${id}`,
  parts: '分节',
  status: list.status,
  account: list.account,
  secondContact: (contact: string) => `第二联系方式 ${contact}`,
  nickname: list.nickname,
  noName: '没有名称',
  tags: list.tags,
  machines: '矿机',
  created: list.createdAt,
  createdAt: (time: string) => `${time} 建立`,
  promotion: (amount: string) => `促销余额 ${amount} USDT`,
  noPromotion: '无促销余额',
  lastLogin: (time: string) => `上次登录 ${time}`,
  neverLoggedIn: '从未登录',
  noPassword: '还没有设密码',
  secondFactor: '已开二次验证',
  total: '总资产折合',
  byAccount: '按账户',
  inTransit: '处理中',
  withdrawalsOpen: (count: number) => `提现 ${count} 笔`,
  nothingOpen: '没有提现在处理',
  daysLeft: '电费还够',
  days: (days: number) => `${days} 天`,
  noFee: '没有电费',
  electricity: (available: string, dailyFee: string) => `余 ${available} · 日均 ${dailyFee}`,
  yesterday: '最近一日净产出',
  noDay: '还没有日结',
  owed: '欠',
  owedUsdt: list.owed,
  owes: '欠电费或托管费',
  owesNothing: '无欠费',
  coin: '币',
  available: '可用',
  frozen: '冻结',
  sum: '合计',
  value: '折合 USDT',
  machineNo: '编号',
  model: ofMachine.model,
  site: ofMachine.site,
  hashrate: ofMachine.hashrate,
  output: ofMachine.output,
  fee: '电费 USDT',
  allMachines: (count: number) => `全部 ${count} 台`,
  newest: '最近',
  accounts: '账户',
  movements: '流水',
  withdrawals: '提现',
  deposits: '充值',
  allMovements: '全部流水',
  allOf: (count: number) => `${count} 笔`,
  open: (count: number) => `${count} 笔处理中`,
  time: '时间',
  kind: '类型',
  about: '起因',
  amount: '金额',
  after: '之后余额',
  number: ofWithdrawal.number,
  address: ofWithdrawal.address,
  txid: ofDeposit.txid,
  networkFee: '手续费',
  holds: '限制',
  noHolds: '现在没有限制',
  noHoldsText: '改密码、新设备、新地址会限制提现 24 时；换丢失的联系方式限制 72 时。',
  until: (time: string) => `${time} 解除`,
  byTwo: '由两人解除',
  end: '结束',
  principal: (coin: string) => `${coin} 本金`,
  coinTransit: (coin: string) => `${coin} 在途`,
  noCoinUp: '没有持仓',
  sessions: '会话',
  device: '设备',
  network: '网络',
  lastUsed: '最近使用',
  began: '登录',
  isOpen: '打开',
  ended: '已结束',
  unknownDevice: '未知设备',
  addresses: '地址簿',
  noAddresses: '没有地址',
  notices: '公告确认',
  notice: '公告',
  confirmedAt: '确认时间',
  messages: '消息',
  message: '内容',
  sent: '短信或邮件',
  inAppOnly: '只在应用里',
  read: '已读',
  unread: '未读',
  threads: '客服',
  thread: '提问',
  changed: '最近',
  audit: '处理记录',
  noAudit: '没有处理记录',
  none: '没有',
  nothing: {
    none: {
      title: '还没有客户',
      text: `${anyRoleOf(importRoles['import:customers'])}可以在本页上方新建客户，或导入客户文件。`,
    },
    list: { title: '没有这样的客户', text: '改一改筛选条件，或用搜索按账号找。' },
    machines: { title: '没有矿机', text: '导入矿机后，会列在这里。' },
    movements: { title: '没有流水', text: '第一笔入账、扣费或提现后，会列在这里。' },
    withdrawals: { title: '没有提现', text: '客户申请提现后，会列在这里。' },
    deposits: { title: '没有充值', text: '链上看到客户的充值后，会列在这里。' },
    sessions: { title: '没有会话', text: '客户登录后，会列在这里。' },
    notices: { title: '没有确认过公告', text: '客户确认强制公告后，会列在这里。' },
    messages: { title: '没有消息', text: '发给客户的消息会列在这里。' },
    threads: { title: '没有提问', text: '客户在应用里提问后，会列在这里。' },
  },
  filter: '筛选',
  allStatuses: '全部状态',
  owing: '欠费',
  frozenOnly: list.isFrozen,
  anyState: '全部情况',
  stateLabel: '情况',
  tagHint: '标签',
  sort: '排序',
  sorts: [
    { value: 'NEWEST', label: '新建在前' },
    { value: 'OLDEST', label: '早建在前' },
    { value: 'ACCOUNT', label: '按账号' },
  ],
};

export const createCustomerTexts = {
  open: '新建客户',
  title: '新建客户',
  create: '新建客户',
  effect: '客户建立后没有密码：在应用的登录页点「忘记密码？」，用账号收到的验证码设置第一个密码。员工不会看到密码。',
  account: '登录账号（手机号或邮箱）',
  nickname: '名称（可不填）',
  tags: '标签（可不填，用逗号分隔）',
  done: '客户已建立',
};

export const customerChangeTexts = {
  cancel: '取消',
  reason: '原因（记入审计日志）',
  reasonMissing: '请写明原因',
  done: '已处理',
  endSessions: '结束会话',
  endSessionsEffect: (count: number) =>
    `客户的 ${count} 个会话立即结束，要重新登录；客户会在应用里看到。余额和提现不变。`,
  disable: '停用客户',
  disableEffect: '客户的每个请求都会被拒绝，未批准的提现不会打款；已广播的提现会完成。恢复之前一直如此。',
  enable: '恢复客户',
  enableEffect: '客户可以重新登录；停用前的会话全部结束。',
  change: '改名称和标签',
  changeEffect: '客户在应用里看到新名称；标签决定主题和公告对象，vip 是第二套主题。',
  save: '保存',
  addTags: '加标签（逗号分隔）',
  removeTags: '去标签（逗号分隔）',
  leave: '提议结清离开',
  leaveEffect: '第二人批准后，账户永久关闭，所有会话结束，余款按下面的说明结清。不能撤回。',
  receipt: '余款的付款凭证（没有余款时留空）',
  leaveCheck: '查看会发生什么',
  leavePropose: '提议，等第二人批准',
  proposed: '已提议，等第二人批准',
  contact: '换联系方式',
  contactEffect: '新旧联系方式各收到一个验证码，10 分钟内有效。两个都对，立即更换，提现不受限制。',
  lostEffect: '旧的已丢失：新的收到验证码，旧的收到警告。验证之后由第二人批准；更换时会话全部结束，提现限制 72 时。',
  newContact: '新手机号或邮箱',
  isReplaced: '旧的已丢失',
  sendCodes: '发送验证码',
  newCode: '新联系方式收到的验证码',
  oldCode: '旧联系方式收到的验证码',
  changeContact: '更换联系方式',
  prove: '验证并提议更换',
  missing: '请填写',
  sixDigits: '六位数字',
};
