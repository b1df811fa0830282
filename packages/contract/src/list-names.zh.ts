import type { ConsoleData } from './console.ts';

type List = 'customerList' | 'machineList' | 'withdrawalList' | 'depositList' | 'transferList';
type Field<Call extends List> = keyof ConsoleData<Call>['records'][number];

/** What the fields of a list are called, on its page and in the file that is made of it. */
export const listNames = {
  customerList: {
    id: '编号',
    account: '账号',
    nickname: '名称',
    tags: '标签',
    status: '状态',
    machines: '矿机',
    owed: '欠费 USDT',
    isFrozen: '提现已冻结',
    createdAt: '建立',
  },
  machineList: {
    machineNo: '编号',
    customer: '客户编号',
    account: '客户',
    model: '机型',
    site: '机房',
    coin: '币种',
    status: '状态',
    statusSince: '状态始于',
    contractEnded: '合约已到期',
    hashrate: '算力',
    hashrateUnit: '算力单位',
    output: '最近一日产出',
  },
  withdrawalList: {
    number: '编号',
    phase: '状态',
    account: '客户',
    address: '收款地址',
    coin: '币种',
    amount: '金额',
    proposer: '提议人',
    appliedAt: '提交时间',
  },
  depositList: {
    id: '编号',
    status: '状态',
    isToClawBack: '待追回',
    account: '客户',
    coin: '币种',
    network: '网络',
    amount: '金额',
    confirmations: '确认数',
    needed: '所需确认',
    txid: 'txid',
    seenAt: '首次看到',
  },
  transferList: {
    id: '转账',
    kind: '类型',
    key: '键',
    businessDate: '业务日',
    postedAt: '时间',
    lines: '分录',
  },
} as const satisfies { [Call in List]: Partial<Record<Field<Call>, string>> };
