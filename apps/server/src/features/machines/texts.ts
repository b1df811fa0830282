import { type MachineStatus, type MoveReason, moveReasons } from './machine-state.ts';

const reasonWords: Record<string, string> = {
  imported: '已登记',
  customer: '客户操作',
  expectedRunningTime: '到达预计启动时间',
  contractEnded: '合约到期',
  electricityOwed: '电费逾期未付',
  electricityPaid: '电费已缴清',
  newOwner: '设备转入',
} satisfies Record<MoveReason, string>;

/** What the customer reads in the status history: a machine imported with a status of its own waits for no rack. */
export function reasonInWords(reason: string, to: MachineStatus): string {
  if (reason === moveReasons.imported && to === 'WAITING') return '已登记，等待上架';
  return reasonWords[reason] ?? reason;
}

/** Customers read the reason in the status history. */
export const exampleReason = '机房停电';
