import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { importRoles } from '@lode/contract/import-roles';
import { listNames } from '@lode/contract/list-names';
import { anyRoleOf, machineStatusNames as names } from '@lode/contract/staff-names';
import type { ShapeName } from '../../components/shape.tsx';

const list = listNames.machineList;

export type MachineStatus = ConsoleData<'machineList'>['records'][number]['status'];
export type MoveTarget = ConsoleInput<'previewMachineStatus'>['to'];
type SkipReason = ConsoleData<'previewMachineStatus'>['skipped'][number]['reason'];

export const machineStatuses: Record<MachineStatus, { label: string; shape: ShapeName }> = {
  RUNNING: { label: names.RUNNING, shape: 'ok' },
  WAITING: { label: names.WAITING, shape: 'draft' },
  ENCAPSULATION: { label: names.ENCAPSULATION, shape: 'draft' },
  REPAIR: { label: names.REPAIR, shape: 'attention' },
  SUSPEND: { label: names.SUSPEND, shape: 'off' },
  ARREAR: { label: names.ARREAR, shape: 'bad' },
};

export const moveTargets: readonly { to: MoveTarget; label: string; effect: string }[] = [
  { to: 'REPAIR', label: '转维护', effect: '从现在起不产出，也不计电费，直到结束维护。' },
  { to: 'BEFORE_REPAIR', label: '结束维护', effect: '各自回到维护前的状态。回到运行的，从现在起产出并计电费。' },
  { to: 'SUSPEND', label: '关机', effect: '从现在起不产出，也不计电费，直到客户或员工再开机。' },
  { to: 'RUNNING', label: '开机', effect: '从现在起产出，并计电费。' },
  { to: 'ENCAPSULATION', label: '转封装', effect: '准备中的矿机进入封装，还不产出，也不计电费。' },
];

const skipReasons: Record<SkipReason, (status: string) => string> = {
  STATUS: (status) => `${status}，不能这样转`,
  CONTRACT_OVER: () => '合约已到期',
  ELECTRICITY_OWED: () => '客户欠电费，付清后才能开机',
  DATE: () => '该时间所在的矿日已日结',
};

/** Reasons that the product itself gives. */
const ownReasons: Record<string, string> = {
  imported: '设备上架',
  customer: '客户操作',
  expectedRunningTime: '到达预计启动时间',
  contractEnded: '合约到期',
  electricityOwed: '电费逾期未付',
  electricityPaid: '电费已缴清',
  newOwner: '设备转入',
};
const movers: Record<string, string> = {
  customer: '客户',
  operator: '员工',
  clock: '到时自动',
  close: '日结',
  payment: '付清电费',
  import: '导入',
};

/** `0.04` is 4 of a hundred, without a number of the machine's own. */
function percentOf(fraction: string): string {
  const [whole = '0', decimals = ''] = fraction.split('.');
  const padded = decimals.padEnd(2, '0');
  const percent = `${whole}${padded.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = padded.slice(2).replace(/0+$/, '');
  return rest === '' ? percent : `${percent}.${rest}`;
}

export const machineTexts = {
  title: '矿机',
  machine: (machineNo: string) => `矿机 ${machineNo}`,
  count: (machines: number) => `${machines.toLocaleString('en-US')} 台`,
  number: list.machineNo,
  customer: list.account,
  account: '账号',
  customerNo: (id: string) => `客户 ${id}`,
  model: list.model,
  site: list.site,
  status: list.status,
  since: list.statusSince,
  hashrate: list.hashrate,
  output: list.output,
  contractEnded: list.contractEnded,
  filter: '筛选',
  allSites: '全部机房',
  allModels: '全部机型',
  all: '全部',
  accountHint: '客户的手机号或邮箱',
  nothing: { title: '没有符合的矿机', text: '换一个机房、机型或状态，或清除筛选。' },
  nothingYet: {
    title: '还没有矿机',
    text: `${anyRoleOf(importRoles['import:machines'])}可以在本页上方导入矿机文件；客户要先有。`,
  },
  bulk: '批量',
  selected: (machines: number) => `已选 ${machines} 台`,
  atMost: '一次最多 200 台',
  clear: '取消选择',
  select: (machineNo: string) => `选中 ${machineNo}`,
  selectShown: '选中已列出的矿机',

  moveTitle: (label: string, machines: number) => `${machines} 台${label}`,
  moveButton: (label: string, machines: number) => `${machines} 台${label}`,
  moving: '可以转',
  skipping: '不能转',
  customers: '涉及客户',
  lessOutput: '每天少产出',
  people: (customers: number) => `${customers} 位`,
  noOutput: '没有在产出的',
  toArrear: (machines: number) => `其中 ${machines} 台的客户欠电费：维护结束后停在欠费，付清后才运行。`,
  customerReads: '客户会在矿机的状态记录里读到您写的原因。',
  skips: (machines: number) => `${machines} 台跳过`,
  skipReason: (reason: SkipReason, status: MachineStatus) => skipReasons[reason](machineStatuses[status].label),
  more: (machines: number) => `还有 ${machines} 台`,
  noneMoves: '选中的矿机都不能这样转。',
  moved: (moved: number, skipped: number) => `已转 ${moved} 台${skipped > 0 ? `，跳过 ${skipped} 台` : ''}`,
  effectChanged: '矿机的状态刚有变化。请看新的结果，再确认。',
  preview: '结果',
  close: '关闭',

  facts: '矿机信息',
  terms: '合约与条款',
  moves: '状态记录',
  days: '最近的产出与电费',
  outages: '停机补记',
  purchaseKind: '归属',
  purchaseKinds: { SUBSCRIBE: '认购', THIRD: '客户自有（托管）' },
  coin: '币种',
  power: '功耗',
  watts: (watts: number) => `${watts} W`,
  poolFee: '矿池费率',
  rate: (fraction: string) => `${percentOf(fraction)}%`,
  tariff: '电价',
  price: (price: string | null) => (price === null ? '未定价' : `${price} USDT/度`),
  hostingFee: '托管费（每月）',
  hostingFeeUsdt: '托管费 USDT/月',
  contractEnd: '合约到期',
  contract: '合约',
  contractOf: (from: string, to: string) => `${from} 至 ${to}`,
  noEnd: '无到期日',
  owed: '欠费',
  wanted: '付清后',
  expected: '预计上线',
  created: '录入',
  validFrom: '生效',
  announced: '还未生效',
  recordedBy: '录入人',
  to: '状态',
  at: '开始',
  until: '结束',
  now: '至今',
  by: '操作',
  mover: (by: string) => movers[by] ?? by.replace(/^staff:/, ''),
  reason: '原因',
  reasonText: (reason: string) => ownReasons[reason] ?? reason,
  corrected: '补记',
  date: '矿日（UTC）',
  running: '运行',
  hours: (seconds: number) => `${Math.floor(seconds / 3600)} 时 ${Math.floor((seconds % 3600) / 60)} 分`,
  outputOf: (coin: string) => `产出 ${coin}`,
  fee: '电费 USDT',
  owedOfDay: '未付 USDT',
  noDays: '还没有日结过的矿日。',
  noOutages: '没有停机补记。',
  none: '—',
  back: '矿机',

  outageTitle: '停机记录',
  recordOutage: '补记停机',
  adjust: '提议更正',
  previewOutage: '看结果',
  proposeOutage: '提交复核',
  outageEffect: '复核人会读到下面的内容。复核通过之前，什么都不变；通过之后，按矿日重算产出和电费。',
  creditOutage: '停机补偿（已日结的日子）',
  creditEffect:
    '已日结的日子不改写，用更正补上：误计为运行的时间，电费退回或减免欠费，产出冲回。复核通过后立即入账，客户会读到您写的原因（请用中文）。',
  uncredited: (from: string, to: string) =>
    `这次只补记未日结的日子。${from} 至 ${to} 已日结，还没有更正：请财务提出停机补偿。`,
  thenRecord: '提交后，接着看未日结日子的状态补记。',
  closedBefore: (day: string) =>
    `${day} 08:00（北京时间）之前的矿日已日结：那之前用停机补偿更正，由财务提出；之后补记状态。`,
  keepsOutput: '已日结日子的产出留给客户，由公司承担',
  outageProblems: {
    order: '结束时间要晚于开始时间。',
    runningClosed: '已日结的日子不能改记为运行：请逐台更正电费或产出。',
    onlyClosed: '这段时间的矿日都已日结：停机补偿由财务提出。',
  },
  credits: '停机补偿',
  creditElectricity: '退电费',
  creditOutput: '冲回产出',
  creditState: '进度',
  creditDone: '已入账',
  creditLeft: (batches: number) => `还有 ${batches} 批在等`,
  outputKept: '产出保留',
  proposedAndApproved: '提出 / 复核',
  creditedAt: '入账时间',
  noCredits: { title: '没有停机补偿', text: '已日结的日子里停过机的，由财务提出补偿，复核通过后列在这里。' },
  outageFrom: '从什么时候起（北京时间）',
  outageTo: '到什么时候（不填：仍在继续）',
  outageStatuses: [
    { value: 'REPAIR', label: names.REPAIR },
    { value: 'SUSPEND', label: names.SUSPEND },
    { value: 'RUNNING', label: `${names.RUNNING}（更正误停）` },
  ],
  siteMissing: '请选机房',
  timeMissing: '请填时间',
  scope: '范围',
  wholeSite: (site: string) => `${site}（全站）`,
  instead: '改记为',
  machines: '台数',
  recordedAndApproved: '提出 / 复核',
  recordedAt: '记录时间',
  lasting: '仍在继续',
  noOutageList: { title: '没有停机记录', text: '停机由运维提出，复核通过后按矿日改记状态，并列在这里。' },
};
