import type { transferKinds } from './console/books.ts';
import type { CustomerStatus, DepositStatus, MachineStatus, RepairStatus, WithdrawalPhase } from './record-states.ts';

/** Names that the console's pages and the sentences of its server have in common. */
export const roleNames = {
  SUPPORT: '客服',
  OPERATIONS: '运维',
  FINANCE: '财务',
  APPROVER: '复核',
  ADMIN: '管理',
  AUDITOR: '审计',
} as const;

/** `运维、财务或管理`. */
export function anyRoleOf(roles: readonly (keyof typeof roleNames)[]): string {
  const names = roles.map((role) => roleNames[role]);
  return [names.slice(0, -1).join('、'), ...names.slice(-1)].filter(Boolean).join('或');
}

export const contentKindNames = {
  banner: '轮播图',
  notice: '通知条',
  popup: '首页弹窗',
  forced: '强制公告',
  agreement: '协议',
  version: '应用版本',
} as const;

export const agreementNames = {
  user_agreement: '用户协议',
  user_ys: '隐私政策',
  user_sm: '风险声明',
  coinup_xy: 'COIN UP 协议',
  coinup_safe: '本金与利息如何隔离',
  about: '关于矿脉',
} as const;

export const machineStatusNames = {
  WAITING: '准备中',
  RUNNING: '运行中',
  SUSPEND: '已关机',
  REPAIR: '维护中',
  ARREAR: '欠费停机',
  ENCAPSULATION: '封装中',
} as const satisfies Record<MachineStatus, string>;

export const repairStatusNames = {
  OPEN: '新建',
  WORKING: '处理中',
  WAITING: '等配件',
  DONE: '已完成',
} as const satisfies Record<RepairStatus, string>;

export const withdrawalPhaseNames = {
  AWAITING_APPROVAL: '待审核',
  APPROVED: '已批准',
  SCREENING: '筛查中',
  SIGNING: '待签名',
  BROADCAST: '支付中',
  PAID: '已付',
  FAILED: '支付失败',
  REJECTED: '已驳回',
  CANCELLED: '已取消',
  OFFSET: '已划转',
} as const satisfies Record<WithdrawalPhase, string>;

/** In the place of the phase, from the customer's cancellation on until the signer has ended the payment. */
export const cancellingName = '客户取消中';

export const customerStatusNames = {
  ACTIVE: '正常',
  DISABLED: '已停用',
  CLOSED: '已离开',
} as const satisfies Record<CustomerStatus, string>;

export const depositStatusNames = {
  SEEN: '等区块',
  CONFIRMING: '确认中',
  BELOW_MINIMUM: '低于最低额',
  CREDITED: '已入账',
  ORPHANED: '已消失',
} as const satisfies Record<DepositStatus, string>;

export const transferKindNames: Record<(typeof transferKinds)[number], string> = {
  'machine-output': '日产出',
  electricity: '电费',
  hosting: '托管费',
  'charge-adjust': '收费调整',
  'outage-credit': '停机补偿',
  'coin-up-interest': '利息发放',
  'coin-up-interest-funding': '利息计提',
  'coin-up-arrival': '赎回到账',
  'coin-up-subscription': '申购',
  'coin-up-interest-redemption': '收益转入钱包',
  'coin-up-fund': '利息基金补充',
  'deposit-manual': '线下充值',
  'credit-init': '初始电费',
  'credit-feedback': '收益回馈',
  deposit: '充值',
  'deposit-removed': '充值被重组移除',
  'deposit-restored': '充值重新上链',
  'deposit-clawed-back': '充值收回',
  'deposit-returned': '充值退还客户',
  'deposit-written-off': '充值核销',
  'deposit-write-off-reversed': '核销冲回',
  arrival: '外来款',
  'arrival-reopened': '重新待解释',
  'suspense-settled': '待解释结清',
  'pool-payment': '矿池付款',
  'pool-payment-undone': '矿池付款撤销',
  'treasury-by-hand': '自有资金手工划转',
  'customer-left': '客户离场',
  'demo-treasury': '演示资金',
  withdrawal: '提现申请',
  'treasury-payment': '自有资金付款',
  'withdrawal-end': '提现结束',
  'network-fee': '链上手续费',
};

export const accountNames = {
  OUTPUT_ACCOUNT: '产出账户',
  ELE_ACCOUNT: '电费账户',
  COIN_UP_ACCOUNT: '活期账户',
  INCOME_ACCOUNT: '收益账户',
} as const;

/** Names and units of settings; a key without one is shown as it is. */
const settingNames: Record<string, string> = {
  'coin-up.open': 'COIN UP 开放',
  'coin-up.min.BTC': 'COIN UP 最低转入 · BTC',
  'coin-up.min.USDT': 'COIN UP 最低转入 · USDT',
  'coin-up.apy.BTC': 'COIN UP 年化（%）· BTC',
  'coin-up.apy.USDT': 'COIN UP 年化（%）· USDT',
  'deposit.min.BTC': '最低充值入账 · BTC',
  'deposit.min.USDT': '最低充值入账 · USDT',
  'deposit.steps.BTC': '按金额加确认数 · BTC',
  'deposit.steps.USDT': '按金额加确认数 · USDT',
  'deposit.second-node.BTC': '需第二节点确认的金额 · BTC',
  'deposit.second-node.USDT': '需第二节点确认的金额 · USDT',
  'withdraw.min.BTC': '单笔提现下限 · BTC',
  'withdraw.min.USDT': '单笔提现下限 · USDT',
  'withdraw.max.BTC': '单笔提现上限 · BTC',
  'withdraw.max.USDT': '单笔提现上限 · USDT',
  'withdraw.day.BTC': '每日提现上限 · BTC',
  'withdraw.day.USDT': '每日提现上限 · USDT',
  'withdraw.fee.BTC': '提现手续费 · BTC',
  'withdraw.fee.USDT': '提现手续费 · USDT',
  'withdraw.rule.BTC': '免人工复核的范围 · BTC',
  'withdraw.rule.USDT': '免人工复核的范围 · USDT',
  'webview.hosts': '应用内直接打开的网站',
  'support.contact': '客服联系方式',
  'support.faq': '常见问题',
  'hot.bounds.BTC': '热钱包上限与目标 · BTC',
  'hot.bounds.USDT': '热钱包上限与目标 · USDT',
  'sweep.min.USDT': '归集下限 · USDT',
  'sweep.max-fee.ETH': '单次归集手续费上限 · ETH',
};
export const settingName = (key: string): string => settingNames[key] ?? key;
export const settingKeyOf = (name: string): string =>
  Object.keys(settingNames).find((key) => settingNames[key] === name) ?? name;

/** Fields of the audit log that hold an amount, in the coin's smallest unit. */
export const auditAmounts: ReadonlySet<string> = new Set([
  'amount',
  'fee',
  'paid',
  'expected',
  'becameCharge',
  'waived',
]);
