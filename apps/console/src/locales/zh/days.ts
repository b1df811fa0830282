import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import type { ShapeName } from '../../components/shape.tsx';

type Day = ConsoleData<'day'>;
export type CloseKind = ConsoleInput<'day'>['kind'];
type DayState = Day['state'];
type DayOrder = Day['orders'][number];

export const dayStates: Record<DayState, string> = {
  NONE: '没有日结',
  OPEN: '未到',
  LATE: '到点未结',
  RUNNING: '正在日结',
  REFUSED: '没有结成',
  CLOSED: '已封存',
};
export const dayShapes: Record<DayState, ShapeName> = {
  NONE: 'off',
  OPEN: 'draft',
  LATE: 'attention',
  RUNNING: 'run',
  REFUSED: 'bad',
  CLOSED: 'lock',
};

export const kindLabels: Record<CloseKind, string> = { mining: '采矿', 'coin-up': 'COIN UP' };

export const orderWorks: Record<DayOrder['work'], string> = { CHECK: '预检', CLOSE: '日结' };
const outcomes: Record<NonNullable<DayOrder['outcome']>, string> = {
  CLEAR: '没有阻碍',
  FOUND: '有发现',
  CLOSED: '已封存',
  REFUSED: '没有结成',
  FAILED: '程序出错，见日志',
};
export const outcomeText = (outcome: DayOrder['outcome']): string =>
  outcome === null ? '等待执行' : outcomes[outcome];

const lineNames: Record<string, string> = {
  outputs: '产出',
  'electricity charges': '电费',
  'hosting charges': '托管费',
  'electricity paid': '电费实收',
  'hosting paid': '托管费实收',
  interest: '利息',
};
export const lineName = (name: string): string => lineNames[name] ?? name;

const sources: Record<ConsoleData<'networkDay'>['source'], string> = {
  node: '节点自算',
  import: '文件导入',
  'demo-replay': '演示重放',
};

export const daysTexts = {
  title: '日结',
  kinds: '种类',
  kindOptions: [
    { value: 'mining', label: kindLabels.mining },
    { value: 'coin-up', label: kindLabels['coin-up'] },
  ] satisfies { value: CloseKind; label: string }[],
  month: (month: string) => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`,
  previousMonth: '上一月',
  nextMonth: '下一月',
  calendar: '日历',
  weekdays: ['一', '二', '三', '四', '五', '六', '日'],
  legend: '数字为当日 BTC 产出',
  seals: '封存链',
  sealsNote: '每一天含前一天的哈希',
  noSeals: '本月还没有封存的一天',
  next: '接下来',
  openNext: (date: string) => `看 ${Number(date.slice(5, 7))} 月 ${Number(date.slice(8))} 日`,
  nothingNext: '还没有结过。第一天请在左侧的日历选定，由财务开始。',
  dayOf: (date: string) => `${Number(date.slice(5, 7))} 月 ${Number(date.slice(8))} 日`,
  started: (time: string) => `${time} 开始`,
  closed: (time: string) => `${time} 封存`,
  due: (time: string) => `应于 ${time} 日结`,
  check: '预检',
  close: '开始日结',
  again: '重跑日结',
  tieOut: '对账',
  tieOutNote: '应该记的，和账上真有的',
  step: '步骤',
  coin: '币',
  expected: '应记',
  posted: '账上',
  difference: '差',
  result: '结果',
  equal: '平',
  differs: '不平',
  noLines: '还没有对过账。',
  progress: '进度',
  posting: '过账',
  tyingOut: '对账',
  batches: (done: number, of: number) => `${done} / ${of} 批`,
  mayLeave: '由后台执行，可以离开这一页。',
  refusal: '差异',
  refusalNote: (time: string, count: number) => `${time} 停下 · ${count} 项`,
  refusalCut: (shown: number) => `只列出前 ${shown} 项。`,
  again1: '重跑会做什么',
  againText: '已记的按键跳过，只补没有记的；再对一次账，平了就封存。',
  wrongInput: '若不是漏记',
  wrongInputText: '输入错了才用调整，不改旧账：记在后一天，写明原因，由另一人批准。',
  adjust: '提议更正',
  checkTitle: '预检',
  checkNote: (time: string) => `${time} 查过`,
  notChecked: '还没有查过。日结前四小时起每一刻钟自动查一次。',
  clear: '没有什么会拦住它。',
  trial: '试算',
  trialNote: '全部试记一遍又退回，没有入账',
  trialCounts: (trial: { outputs: number; charges: number; hostingCharges: number; stopped: number }) =>
    `产出 ${trial.outputs} 笔 · 电费 ${trial.charges} 笔 · 托管费 ${trial.hostingCharges} 笔 · 欠费转停机 ${trial.stopped} 台`,
  trialNames: { outputs: '入账产出', electricity: '扣收电费', hosting: '扣收托管费' },
  trialAt: (time: string) => `日结将记入（${time} 试算）`,
  noTrial: '还没有试算：先预检，就能看到日结会记入多少。',
  stops: '会拦住',
  leftOut: '会漏下',
  counts: '记了什么',
  count: { outputs: '产出', charges: '电费', hosting: '托管费', stopped: '欠费转停机', withoutReport: '矿池没有报' },
  lines: (count: number) => `${count} 笔`,
  machines: (count: number) => `${count} 台`,
  orders: '手工执行记录',
  work: '事项',
  by: '谁',
  at: '时间',
  outcome: '结果',
  seal: '封存',
  sealOf: '哈希',
  previousSeal: '前一天',
  network: '网络日',
  openNetwork: '看网络日',
  order: {
    CHECK: {
      title: '预检这一天',
      ok: '开始预检',
      effect: '后台把日结试做一遍再全部撤回，列出会拦住它或会漏下的。什么都不会改。',
    },
    CLOSE: {
      title: '日结这一天',
      ok: '开始日结',
      effect: '后台按顺序过账、对账、封存。平了才封存；封存后不能改，只能在后一天调整。不平则停下并列出差异。',
    },
  },
  ordered: '已交给后台',
  financeOnly: '由财务开始。',
  none: '这一天在第一次日结之前。',
  today: '当天',
};

export const networkDayTexts = {
  title: (coin: string, date: string) => `${coin} ${date}`,
  crumb: '网络日',
  sources,
  blocks: '区块',
  heights: (first: number, last: number) => `${first.toLocaleString('en')} – ${last.toLocaleString('en')}`,
  noHeights: '没有高度',
  subsidies: 'Σ 补贴',
  fees: 'Σ 手续费',
  rate: '手续费率',
  rates: (lowest: string, highest: string) => `近 30 日 ${lowest} – ${highest}`,
  perPetahash: '1 PH/s 产出',
  beforeFee: '未扣矿池费',
  bounds: '边界',
  boundsNote: '00:00–24:00 UTC，按区块头时间',
  block: '区块',
  first: '首块',
  last: '末块',
  height: '高度',
  hash: '哈希',
  noBounds: '导入的一天没有区块的高度与哈希。',
  epochs: '难度段',
  epochsNote: (count: number) => (count === 1 ? '当天没有调整，一段' : `当天有调整，${count} 段`),
  epoch: '段',
  seconds: '秒',
  difficulty: '难度',
  pool: '和矿池比',
  output: '我们算的产出',
  notClosed: '这一天还没有日结',
  payment: (from: string, to: string) => `矿池付款 ${from} – ${to}`,
  notPaid: '矿池还没有付这一天',
  paid: '矿池付的',
  expected: '应付',
  variance: '差',
  reason: '原因',
  evidence: '凭据',
  recordedAt: (time: string) => `${time} 写入，写入后不能改。`,
  back: '日结',
  missing: '没有这个网络日',
  missingText: '节点还没有读到这一天，或还没有导入。',
};
