import type { MachineStatus } from '@lode/contract/record-states';

export type { MachineStatus };

/** Who moves a machine: `close` is the day close, `payment` the moment that owed electricity has been paid. */
export type Mover = 'customer' | 'operator' | 'clock' | 'close' | 'payment';

/** The whole table: a move that does not stand here does not exist. */
const moves: readonly { from: readonly MachineStatus[]; to: MachineStatus; by: readonly Mover[] }[] = [
  { from: ['WAITING'], to: 'ENCAPSULATION', by: ['operator'] },
  { from: ['WAITING'], to: 'RUNNING', by: ['operator', 'clock'] },
  { from: ['ENCAPSULATION'], to: 'RUNNING', by: ['operator'] },
  { from: ['RUNNING'], to: 'SUSPEND', by: ['customer', 'operator'] },
  { from: ['SUSPEND'], to: 'RUNNING', by: ['customer', 'operator'] },
  { from: ['RUNNING', 'SUSPEND'], to: 'REPAIR', by: ['operator'] },
  { from: ['REPAIR'], to: 'RUNNING', by: ['operator'] },
  { from: ['REPAIR'], to: 'SUSPEND', by: ['operator'] },
  { from: ['REPAIR'], to: 'ARREAR', by: ['operator'] },
  { from: ['RUNNING'], to: 'ARREAR', by: ['close'] },
  { from: ['ARREAR'], to: 'RUNNING', by: ['payment'] },
  { from: ['ARREAR'], to: 'SUSPEND', by: ['payment'] },
];

export interface MoveQuestion {
  from: MachineStatus;
  to: MachineStatus;
  by: Mover;
  isContractOver: boolean;
  owesElectricity: boolean;
}

/** `DATE`: it would be dated before the machine's last move, or inside a mining day whose close has begun. */
export type MoveRefusal = 'STATUS' | 'CONTRACT_OVER' | 'ELECTRICITY_OWED' | 'DATE';

/** Null when the table and its conditions allow the move. */
export function refusalOfMove({ from, to, by, isContractOver, owesElectricity }: MoveQuestion): MoveRefusal | null {
  // The end of a contract stops a machine wherever it stands; nothing else does that.
  if (by === 'clock' && to === 'SUSPEND') return isContractOver ? null : 'STATUS';
  if (!moves.some((move) => move.from.includes(from) && move.to === to && move.by.includes(by))) return 'STATUS';
  // Of a machine that comes back from repair: staff ask for RUNNING and get this.
  if (from === 'REPAIR' && to === 'ARREAR' && !owesElectricity) return 'STATUS';
  // No work after the contract: none begins, and what still seems to run was ended by the contract, not by this move.
  if (isContractOver && (to === 'RUNNING' || to === 'ARREAR' || from === 'RUNNING')) return 'CONTRACT_OVER';
  if ((from === 'SUSPEND' || from === 'REPAIR') && to === 'RUNNING' && owesElectricity) return 'ELECTRICITY_OWED';
  return null;
}

/** For the person who asked, in words. */
export function explainRefusal(refusal: MoveRefusal, { from, to }: Pick<MoveQuestion, 'from' | 'to'>): string {
  switch (refusal) {
    case 'CONTRACT_OVER':
      return 'its contract is over';
    case 'ELECTRICITY_OWED':
      return 'electricity is owed: it starts when that has been paid';
    case 'DATE':
      return 'the time of the move lies before its last one, or in a day that is closed';
    case 'STATUS':
      return `it is ${from}: no staff may move it to ${to} from there`;
  }
}

/** Reasons that the product itself gives, as the log keeps them. An operator's reason is free words. */
export const moveReasons = {
  imported: 'imported',
  customer: 'customer',
  expectedRunningTime: 'expectedRunningTime',
  contractEnded: 'contractEnded',
  electricityOwed: 'electricityOwed',
  electricityPaid: 'electricityPaid',
  newOwner: 'newOwner',
} as const;

export type MoveReason = keyof typeof moveReasons;
