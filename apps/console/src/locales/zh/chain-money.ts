import type { ConsoleData } from '@lode/contract/console';
import type { ShapeName } from '../../components/shape.tsx';

type Coin = ConsoleData<'chainMoney'>['coins'][number];
type Sweep = ConsoleData<'sweepList'>['records'][number];
type ColdTransfer = ConsoleData<'coldTransferList'>['records'][number];

export const levelStates: Record<Coin['state'], { shape: ShapeName; label: string }> = {
  WITHIN: { shape: 'ok', label: '在界内' },
  ABOVE: { shape: 'attention', label: '高于上限' },
  SHORT: { shape: 'bad', label: '不够付' },
  NO_BOUNDS: { shape: 'off', label: '没有设界' },
  UNKNOWN: { shape: 'draft', label: '还没有读到' },
};

export const sweepKinds: Record<Sweep['kind'], string> = {
  SWEEP: '归集',
  TOP_UP: '补 gas',
  ROTATE_USDT: '换钥 USDT',
  ROTATE_ETH: '换钥 ETH',
};
export const coldKinds: Record<ColdTransfer['kind'], string> = {
  OVERFLOW: '转入冷钱包',
  REFILL: '补热钱包',
  ROTATION: '换钥',
};
export const moveStates: Record<Sweep['state'], { shape: ShapeName; label: string }> = {
  UNSIGNED: { shape: 'wait', label: '等签名' },
  SENT: { shape: 'run', label: '等确认' },
  CANCELLED: { shape: 'attention', label: '已取消，仍跟踪' },
  PAID: { shape: 'ok', label: '完成' },
  NOT_MOVED: { shape: 'off', label: '没有动' },
};

export const chainMoneyTexts = {
  title: '资金',
  levels: '热冷钱包',
  levelsNote: '后台每 10 分钟读一次；金额按各自的时间',
  coin: '币',
  hot: '热钱包',
  reserved: (amount: string) => `其中在途 ${amount}`,
  waiting: '等付',
  bounds: '目标 — 上限',
  noBounds: '没有设',
  state: '状态',
  cold: '冷钱包',
  coldWallet: (version: number) => `第 ${version} 版`,
  noColdWallet: '没有登记',
  depositAddresses: '客户地址上',
  sentToday: '今天转冷',
  perDay: (amount: string) => `每天最多 ${amount}`,
  chain: '链',
  stopped: (reason: string) => `停止跟踪：${reason}`,
  notFollowed: '还没有跟踪',
  height: (height: number) => `高度 ${height}`,
  readAt: (time: string) => `读于 ${time}`,
  neverRead: '还没有读到',
  gas: 'USDT 的 gas',
  gasHot: '热钱包 ETH',
  gasReserved: '其中在途',
  gasMost: '一笔最多花',
  gasMoves: '按上限够',
  moves: (count: number) => `${count} 笔`,
  gasShort: '有地址在等 gas',
  gasEnough: '没有地址在等 gas',
  treasury: '自有资金',
  treasuryNote: '账本 TREASURY',
  fees: '费用规则',
  withdrawalFee: (coin: string) => `提现手续费 ${coin}`,
  sweepFrom: '归集起点',
  bumpAfter: (network: string) => `${network} 未确认多久加价`,
  minutes: (count: number) => `${count} 分`,
  coldFee: 'BTC 冷热调拨的网络费上限',
  coldFeePart: (part: number) => `金额的 1/${part}`,
  openSettings: '改参数',
  movesTitle: '调拨',
  lists: '哪一种',
  listOptions: (sweeps: number, transfers: number) => [
    { value: 'SWEEPS', label: `归集与 gas ${sweeps}` },
    { value: 'COLD', label: `冷热调拨 ${transfers}` },
  ],
  views: '范围',
  viewOptions: [
    { value: 'OPEN', label: '进行中' },
    { value: 'ALL', label: '全部' },
  ],
  nothing: {
    OPEN: { title: '现在没有在动的', text: '开始了还没有最终确认的，列在这里。' },
    ALL: { title: '还没有动过', text: '有归集或冷热调拨后，列在这里。' },
  },
  kind: '种类',
  address: '地址',
  amount: '金额',
  attempts: '次数',
  txid: 'txid',
  fee: '网络费',
  people: '谁',
  system: '系统',
  wallet: '冷钱包',
  begunAt: '开始',
  endedAt: '结束',
  none: '—',
};
