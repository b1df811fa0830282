/** Where the demo's customers send to: scripts without a known key. */
const script = (byte: string): string => `0014${byte.repeat(20)}`;
export const demoDestinations = {
  own: script('a1'),
  exchange: script('b2'),
  /** The demo's screening gives no answer about it, by rule. */
  unanswered: script('c3'),
  /** It stands in the operator's deny list. */
  denied: script('d4'),
} as const;

export const demoDenied = { addressKey: demoDestinations.denied, note: '被盗资金涉案地址（演示）' } as const;

/** In the books of both customers since the first day. */
export const demoBook = [
  { addressKey: demoDestinations.own, label: '我的冷钱包' },
  { addressKey: demoDestinations.exchange, label: '交易所' },
] as const;

export interface DemoWithdrawal {
  account: string;
  /** Of the request: the same one again is the same withdrawal. */
  name: string;
  /** Gross, in BTC. */
  amount: string;
  to: keyof typeof demoDestinations;
}

/** What became of it without any chain: day of the demo's history; the last day is today. */
export interface PastWithdrawal extends DemoWithdrawal {
  onDay: number;
  end: 'reject' | 'cancel' | 'offset' | 'none';
  reason: string;
}

export const pastWithdrawals: PastWithdrawal[] = [
  {
    account: '13800000001',
    name: 'rejected',
    amount: '0.002',
    to: 'exchange',
    onDay: 10,
    end: 'reject',
    reason: '收款方信息与实名不符，请核对后重新申请',
  },
  {
    account: '13800000001',
    name: 'cancelled',
    amount: '0.0025',
    to: 'own',
    onDay: 15,
    end: 'cancel',
    reason: '客户自行撤销',
  },
  {
    account: '13800000001',
    name: 'offset',
    amount: '0.003',
    to: 'own',
    onDay: 22,
    end: 'offset',
    reason: '客户来电，改为转入产出账户',
  },
  { account: '13800000001', name: 'waiting', amount: '0.002', to: 'own', onDay: 33, end: 'none', reason: '待审核' },
  {
    account: '13800000002',
    name: 'rejected',
    amount: '0.0012',
    to: 'own',
    onDay: 12,
    end: 'reject',
    reason: '请先完成电话核实',
  },
  {
    account: '13800000002',
    name: 'cancelled',
    amount: '0.0011',
    to: 'exchange',
    onDay: 19,
    end: 'cancel',
    reason: '客户自行撤销',
  },
  {
    account: '13800000002',
    name: 'offset',
    amount: '0.0015',
    to: 'own',
    onDay: 26,
    end: 'offset',
    reason: '客户来电，改为转入产出账户',
  },
  {
    account: '13800000002',
    name: 'waiting',
    amount: '0.0014',
    to: 'exchange',
    onDay: 33,
    end: 'none',
    reason: '待审核',
  },
];

/** What needs a chain and a signer: brought on its way when they are up. */
export interface LiveWithdrawal extends DemoWithdrawal {
  /** Taken off the wire before it is approved, and never exported: it waits for its signature. */
  isOffline?: boolean;
  /** The demo's own miner passes it over: it stays out. */
  isHeld?: boolean;
  /** Approved when all others have gone as far as they go. */
  comesLast?: boolean;
}

/** In their order: the second to an address that is not answered about waits behind the first. */
export const liveWithdrawals: LiveWithdrawal[] = [
  { account: '13800000001', name: 'unanswered', amount: '0.0012', to: 'unanswered' },
  { account: '13800000001', name: 'offline', amount: '0.0014', to: 'own', isOffline: true },
  { account: '13800000001', name: 'denied', amount: '0.0016', to: 'denied' },
  { account: '13800000001', name: 'paid', amount: '0.0031', to: 'own' },
  { account: '13800000002', name: 'denied', amount: '0.0018', to: 'denied' },
  { account: '13800000002', name: 'paid', amount: '0.002', to: 'exchange' },
  { account: '13800000001', name: 'queued', amount: '0.0013', to: 'unanswered', comesLast: true },
  { account: '13800000002', name: 'queued', amount: '0.0011', to: 'unanswered', comesLast: true },
  { account: '13800000001', name: 'in payment', amount: '0.0015', to: 'exchange', isHeld: true, comesLast: true },
];

export interface DemoDeposit {
  account: string;
  /** No other deposit of this customer has the same: it is known by it. */
  satoshi: bigint;
  stage: 'CREDITED' | 'BELOW_MINIMUM' | 'SEEN' | 'ORPHANED';
}

export const demoDeposits: DemoDeposit[] = [
  { account: '13800000001', satoshi: 3_000_000n, stage: 'CREDITED' },
  { account: '13800000001', satoshi: 2_000_000n, stage: 'CREDITED' },
  { account: '13800000001', satoshi: 1_000_000n, stage: 'CREDITED' },
  { account: '13800000002', satoshi: 2_500_000n, stage: 'CREDITED' },
  { account: '13800000002', satoshi: 1_500_000n, stage: 'CREDITED' },
  { account: '13800000002', satoshi: 800_000n, stage: 'CREDITED' },
  { account: '13800000002', satoshi: 6_000n, stage: 'BELOW_MINIMUM' },
  { account: '13800000001', satoshi: 1_230_000n, stage: 'SEEN' },
  { account: '13800000002', satoshi: 450_000n, stage: 'SEEN' },
  { account: '13800000001', satoshi: 770_000n, stage: 'ORPHANED' },
];

/** A miner's reward paid straight to the customer: confirming for 100 blocks, and then the next one. */
export const demoReward = { account: '13800000001', satoshi: 10_000n } as const;

/** What the demo's staff writes. */
export const liveReasons = {
  propose: '资料齐全，建议放款',
  approve: '同意放款',
  offline: '改由离线设备签名',
} as const;
