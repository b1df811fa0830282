import type { ConsoleData } from '@lode/contract/console';
import { listNames } from '@lode/contract/list-names';
import { cancellingName } from '@lode/contract/staff-names';
import { offsetWords, rejectionWords, wordsOfRemark } from '@lode/contract/withdrawal-words';
import type { ShapeName } from '../../components/shape.tsx';
import { moneyText } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';

export { withdrawalPhaseNames as phaseNames } from '@lode/contract/staff-names';

const names = listNames.withdrawalList;

type Review = ConsoleData<'withdrawalReview'>;
type Phase = Review['withdrawal']['phase'];
type Check = Review['checks'][number];

export const phaseShapes: Record<Phase, ShapeName> = {
  AWAITING_APPROVAL: 'wait',
  APPROVED: 'run',
  SCREENING: 'run',
  SIGNING: 'run',
  BROADCAST: 'run',
  PAID: 'ok',
  FAILED: 'bad',
  REJECTED: 'bad',
  CANCELLED: 'off',
  OFFSET: 'off',
};

export const withdrawalTexts = {
  title: '提现',
  autoApproval: '自动批准',
  views: '范围',
  viewOptions: [
    { value: 'REVIEW', label: '待审核' },
    { value: 'PAYING', label: '支付中' },
    { value: 'ENDED', label: '已结束' },
    { value: 'ALL', label: '全部' },
  ],
  nothing: {
    REVIEW: { title: '没有提现在等', text: '客户提交的提现会列在这里，等得最久的在最前。' },
    PAYING: { title: '没有提现在支付', text: '批准后的提现，到账前列在这里。' },
    ENDED: { title: '还没有结束的提现', text: '到账、取消或退回的提现，会列在这里。' },
    ALL: { title: '还没有提现', text: '客户提交的提现，会列在这里。' },
    NARROWED: { title: '没有这样的提现', text: '换一个条件再找。' },
  },
  phase: names.phase,
  anyPhase: '全部状态',
  find: '编号、客户账号、完整地址或 txid',
  number: names.number,
  account: names.account,
  address: names.address,
  amount: names.amount,
  proposer: names.proposer,
  appliedAt: names.appliedAt,
  treasury: '自有资金',
  cancelling: cancellingName,
  none: '—',
};

export const reviewTexts = {
  title: '提现审核',
  back: '提现',
  position: (at: number, count: number) => `第 ${at} / ${count} 件`,
  previous: '上一件',
  next: '下一件',
  refresh: '重新核对',
  requested: '提出',
  fee: (fee: string) => `手续费 ${fee}`,
  received: '实付',
  to: (network: string) => `到 ${network} 地址`,
  inBook: (age: string) => `地址簿 ${age}`,
  notInBook: '不在地址簿',
  paidBefore: (count: number, amount: string) => `付过 ${count} 次共 ${amount}`,
  neverPaid: '从未付过',
  checks: '系统核对',
  checkCount: ({ ok, look, blocks }: { ok: number; look: number; blocks: number }) =>
    [`${ok} 项通过`, look > 0 && `${look} 项须看`, blocks > 0 && `${blocks} 项拦住`].filter(Boolean).join('，'),
  checkedAt: (time: string) => `${time} 重算`,
  origin: '钱从哪来',
  originNote: (account: string, amount: string) => `${account}，先进先出追到这 ${amount}`,
  originShare: (percent: string) => `${percent}%`,
  originOlder: '更早的入账',
  originNone: '自有资金，没有入账可追。',
  originParts: {
    OUTPUT: '产出',
    DEPOSIT: '充值',
    COIN_UP: 'COIN UP 赎回',
    INTEREST: 'COIN UP 利息',
    RETURN: '退回的提现',
    ADJUSTMENT: '更正与回馈',
    OTHER: '其他',
  } satisfies Record<NonNullable<Review['origin']>['parts'][number]['kind'], string>,
  days: (count: number) => `${count} 天`,
  credits: (count: number) => `${count} 笔`,
  accounts: { BTC: '产出账户 BTC', USDT: '电费账户 USDT' },
  history: '客户近 90 天提现',
  historyCount: (count: number, same: number) => `${count} 次，同址 ${same} 次`,
  historyNone: '近 90 天没有别的提现。',
  time: '时间',
  toEnd: '到',
  result: '结果',
  historySum: (paid: number, rejected: number, cancelled: number) =>
    `已付 ${paid} 次，驳回 ${rejected} 次${cancelled > 0 ? `，取消 ${cancelled} 次` : ''}`,
  historyAll: '看全部',
  address: '这个地址',
  wholeHouse: '全站',
  firstSeen: '首次出现',
  otherCustomers: '别的客户用过',
  customers: (count: number) => `${count} 位`,
  paidTo: '付给它',
  times: (count: number, amount: string) => `${count} 次 · ${amount}`,
  cutAddress: '只数最近 1000 次',
  ownPaid: '其中付给本客户',
  txid: 'txid',
  confirmations: (count: number) => `${count} 次确认`,
  customer: '客户',
  opened: (age: string) => `开户 ${age}`,
  machines: (running: number, count: number) => `矿机 ${running}/${count} 运行`,
  deposited: '累计充值',
  withdrawn: '累计提现',
  nothing: '无',
  events: '经过',
  eventNames: {
    NOTE: '判断',
    PROPOSED: '提议付款',
    APPROVED: '批准付款',
    AUTO_APPROVED: '按规则自动批准',
    CANCELLING: '客户要求取消',
  } satisfies Record<Exclude<Review['events'][number]['kind'], 'STEP'>, string>,
  stepNames: {
    APPLIED: '客户申请',
    APPROVED: '划转到客户账户',
    KYT: '通过筛查',
    SIGNED: '已签名',
    BROADCAST: '已广播',
    CONFIRMED: '已到账',
    REJECTED: '已驳回',
    CANCELLED: '已取消',
    FAILED: '支付失败',
  } as Record<string, string>,
  customerReads: (remark: string) => `客户看到：“${wordsOfRemark(remark)}”`,
  quoted: (words: string) => `“${words}”`,
};

const rejectionCauses = ['ADDRESS', 'IDENTITY', 'ACTIVITY', 'REQUEST'] as const;

export const decisionTexts = {
  title: '决定',
  propose: (amount: string) => `提议付款 ${amount}`,
  approve: (amount: string) => `批准 ${amount}`,
  proposeEffect: '在签名机自己的页面核对金额与地址后提议；完成后这里会自己显示，由复核人批准。',
  approveEffect: '在签名机自己的页面用通行密钥批准；批准后复筛、签名并支付，不能撤回。完成后这里会自己显示。',
  mustLook: (count: number) => `${count} 项须看：写一句判断，给复核的人看，并存入审计。`,
  note: '判断',
  noteHint: '例如：与上次同址，已电话确认。',
  noteSaved: '判断已保存',
  opened: '签名页已打开。',
  openAgain: '没有打开？去签名页',
  noPage: '没有配置签名页，请在终端：',
  command: (step: 'propose' | 'approve', id: string) => `npm run ops -- withdrawal:${step} --id ${id}`,
  waitsFor: { PROPOSE: '等财务提议', APPROVE: '等复核人批准', OWN: '等别人复核' },
  waitingProposal: (name: string, id: string) => `「${name}」等复核（变更 ${id}）`,
  proposedBy: (by: string, time: string) => `${by} 于 ${time} 提议`,
  decideFirst: '先批准、驳回或撤回它，再决定这笔提现。',
  blocked: '现在不能继续',
  until: (time: string) => `最早 ${time}`,
  stopped: '客户正在取消，金额会退回。',
  reject: '驳回',
  rejectTitle: '驳回这笔提现',
  rejectEffect: (amount: string, account: string) =>
    `${amount} 全额退回${account}，欠费会先从中扣除；不能撤回，客户要再提须重新申请。`,
  rejectOk: (amount: string) => `驳回并退回 ${amount}`,
  rejected: '已驳回，金额已退回',
  cause: '客户看到',
  causeMissing: '请选择客户会看到的原因',
  reasonForCustomer: '原因（客户会看到，最多 200 字；也记入审计日志）',
  causes: [
    ...rejectionCauses.map((value) => ({ value, label: rejectionWords[value] })),
    { value: 'REASON', label: '下面写的原因' },
  ],
  offset: '划转抵扣',
  offsetTitle: '划转抵扣',
  offsetEffect: (amount: string) =>
    `不再付款：${amount} 全额记入客户自己的账户，不收手续费。先成为一项变更，由复核人批准后生效。`,
  offsetTo: '划到',
  offsetTargets: { OUTPUT: '产出账户', ELE: '电费账户', charge: '抵扣所欠电费与托管费' },
  offsetCauses: (['REQUEST', 'OWED', 'ADDRESS'] as const).map((value) => ({ value, label: offsetWords[value] })),
  offsetOk: (amount: string) => `提议划转 ${amount}`,
  offsetProposed: '已提议，等复核人批准',
  treasuryAccount: '自有资金',
};

export const checkNames: Record<Check['kind'], string> = {
  SOURCE: '资金来源',
  HELD_AMOUNT: '可用与冻结',
  PAYMENT_LIMIT: '单笔上限',
  DAY_LIMIT: '当日累计',
  DEBT: '欠费',
  CUSTOMER: '客户状态',
  SCREENING: 'KYT',
  ADDRESS: '地址',
  ADDRESS_AGE: '地址在簿时间',
  DEVICE: '设备',
  PASSWORD: '密码更改',
  HOT_WALLET: '热钱包',
};

const holdNames: Record<string, string> = {
  FROZEN: '客户的提现已冻结',
  CUSTOMER_DISABLED: '客户账户已停用',
  CONTACT_REPLACED: '更换了联系方式',
  SECOND_FACTOR_REMOVED: '移除过二次验证',
  PASSWORD_CHANGED: '改过密码',
  DESTINATION_REMOVED: '收款地址已从付款名单移除',
  OWN_ADDRESS: '是平台自己的充值地址',
};
export const holdName = (reason: string): string => holdNames[reason] ?? reason;

const hour = 3_600_000;
function agoText(since: string, now: string): string {
  const hours = Math.floor((Date.parse(now) - Date.parse(since)) / hour);
  return hours < 48 ? `${hours} 时` : `${Math.floor(hours / 24)} 天`;
}

type Money = (amount: string | undefined) => string;

const percentOf = (ppm: string): string => String(Math.round(Number(ppm) / 10_000));

const checkTexts: Record<Check['kind'], (values: Check['values'], readAt: string, money: Money) => string> = {
  SOURCE: ({ freshPpm, freshHours = '' }) =>
    freshPpm === undefined
      ? '追不到来源'
      : freshPpm === '0'
        ? `没有 ${freshHours} 时内的充值`
        : `${percentOf(freshPpm)}% 是 ${freshHours} 时内的充值`,
  HELD_AMOUNT: ({ amount }, _, money) => `已冻结 ${money(amount)}`,
  PAYMENT_LIMIT: ({ amount, limit }, _, money) => `${money(amount)} / ${money(limit)}`,
  DAY_LIMIT: ({ amount, limit }, _, money) => `${money(amount)} / ${money(limit)}`,
  DEBT: () => '',
  CUSTOMER: ({ reason }) => (reason === undefined ? '正常 · 无冻结' : holdName(reason)),
  SCREENING: ({ reason }) => (reason === undefined ? '内置名单未命中 · 批准后复筛' : reason),
  ADDRESS: ({ reason }) => (reason === undefined ? '校验通过 · 非自有充值地址' : holdName(reason)),
  ADDRESS_AGE: ({ since, limit }, readAt) =>
    since === undefined ? `不在地址簿（须 ${limit} 时）` : `${agoText(since, readAt)} / 须 ${limit} 时`,
  DEVICE: ({ since, isFirst }, readAt) =>
    since === undefined ? '没有登录过的设备' : `已知 ${agoText(since, readAt)}${isFirst ? ' · 首台设备' : ''}`,
  PASSWORD: ({ reason, until, changedAt }) =>
    reason !== undefined
      ? `${holdName(reason)}${until === undefined ? '' : ` · 到 ${momentText(until)}`}`
      : changedAt === undefined
        ? '没有改过'
        : `上次 ${momentText(changedAt)}`,
  HOT_WALLET: ({ amount, left }, _, money) =>
    left === undefined ? `${money(amount)}，不够付` : `${money(amount)}，付后 ${money(left)}`,
};

/** What a check compared, in words. */
export function checkText({ kind, state, values }: Check, readAt: string, coin: string): string {
  if (kind === 'DEBT') return state === 'OK' ? '无' : '有欠费';
  return checkTexts[kind](values, readAt, (amount = '') => (amount === '' ? '' : moneyText(amount, coin)));
}
