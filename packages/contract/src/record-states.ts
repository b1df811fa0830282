/**
 * What a record can be, as the database's checks have it: `checked-states.test.ts` of the server compares each list with its column.
 * Free of schemas, so that a browser's bundle and the domain of a slice may read them.
 */

/** Where a withdrawal stands, in the staff's own terms: finer than the customer's `status` and `thirdStatus`. */
export const withdrawalPhases = [
  'AWAITING_APPROVAL',
  /** Approved; screening of its address has not begun. */
  'APPROVED',
  'SCREENING',
  'SIGNING',
  /** Signed: its transaction is out, or may be. */
  'BROADCAST',
  'PAID',
  'FAILED',
  'REJECTED',
  'CANCELLED',
  /** Credited to the customer's own account instead of being paid. */
  'OFFSET',
] as const;
export type WithdrawalPhase = (typeof withdrawalPhases)[number];

/** Approved and not signed: nothing of it has left. */
export const unsignedPhases = ['APPROVED', 'SCREENING', 'SIGNING'] as const satisfies readonly WithdrawalPhase[];

/** Approved and not finished: payouts moves it on. */
export const payoutPhases = [...unsignedPhases, 'BROADCAST'] as const satisfies readonly WithdrawalPhase[];

export const depositStatuses = ['SEEN', 'CONFIRMING', 'BELOW_MINIMUM', 'CREDITED', 'ORPHANED'] as const;
export type DepositStatus = (typeof depositStatuses)[number];

export const customerStatuses = ['ACTIVE', 'DISABLED', 'CLOSED'] as const;
export type CustomerStatus = (typeof customerStatuses)[number];

export const machineStatuses = ['WAITING', 'RUNNING', 'SUSPEND', 'REPAIR', 'ARREAR', 'ENCAPSULATION'] as const;
export type MachineStatus = (typeof machineStatuses)[number];

/** Sold by the operator, or owned by the customer and hosted. */
export const purchaseKinds = ['SUBSCRIBE', 'THIRD'] as const;
export type PurchaseKind = (typeof purchaseKinds)[number];

export const repairStatuses = ['OPEN', 'WORKING', 'WAITING', 'DONE'] as const;
export type RepairStatus = (typeof repairStatuses)[number];

/** Who reads a note of a repair. */
export const noteAudiences = ['INTERNAL', 'CUSTOMER'] as const;
export type NoteAudience = (typeof noteAudiences)[number];

/** WAITING for the staff, ANSWERED by it, or CLOSED. */
export const threadStatuses = ['WAITING', 'ANSWERED', 'CLOSED'] as const;
export type ThreadStatus = (typeof threadStatuses)[number];

export const networkDaySources = ['node', 'import', 'demo-replay'] as const;
export type NetworkDaySource = (typeof networkDaySources)[number];

export const closeKinds = ['mining', 'coin-up'] as const;
export type CloseKindName = (typeof closeKinds)[number];

/** What the worker is ordered to do with a day. */
export const dayWorks = ['CHECK', 'CLOSE'] as const;
export type DayWork = (typeof dayWorks)[number];

export const dayOutcomes = ['CLEAR', 'FOUND', 'CLOSED', 'REFUSED', 'FAILED'] as const;
export type DayOutcome = (typeof dayOutcomes)[number];

export const sweepKinds = ['SWEEP', 'TOP_UP', 'ROTATE_USDT', 'ROTATE_ETH'] as const;
export type SweepKind = (typeof sweepKinds)[number];

export const coldTransferKinds = ['OVERFLOW', 'REFILL', 'ROTATION'] as const;
export type ColdTransferKind = (typeof coldTransferKinds)[number];
