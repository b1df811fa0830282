import type { ConsoleData } from '@lode/contract/console';
import { type Coin, formatAmount } from '@lode/money';
import type { Queryable } from '../../platform/db/database.ts';
import type { StaffRole } from '../../platform/staff/authority.ts';

export type Item = ConsoleData<'workQueue'>['items'][number];
export type WorkKind = Item['kind'];

/** An item before its amount is valued. */
export type UnvaluedItem = Omit<Item, 'usdt'>;

/** Who asks for what waits, and how many of each kind are read. */
export interface QueueRequest {
  db: Queryable;
  role: StaffRole;
  now: Date;
  limit: number;
}

/** What one query of a slice gives, and which kinds are lost where it fails. */
export interface Source {
  readonly kinds: readonly WorkKind[];
  readonly read: () => Promise<UnvaluedItem[]>;
}

export const emptyFields = {
  detail: null,
  subject: null,
  account: null,
  address: null,
  coin: null,
  amount: null,
  by: null,
  day: null,
  count: null,
};

/** Whose step a kind is, where the kind alone decides it. */
const rolesOf: Partial<Record<WorkKind, readonly StaffRole[]>> = {
  DAY: ['FINANCE'],
  SUSPENSE: ['FINANCE'],
  INTEREST: ['FINANCE'],
  DEPOSIT: ['FINANCE'],
  DIFFERENCE: ['FINANCE'],
  STUCK_PAYMENT: ['FINANCE'],
  FAILED_JOB: ['FINANCE', 'APPROVER'],
  FAILED_ORDER: ['FINANCE'],
  ALERT: ['FINANCE', 'APPROVER'],
  ARREARS: ['SUPPORT'],
  PRICE: ['OPERATIONS'],
  CONTRACTS: ['OPERATIONS'],
};

type ItemFields = Pick<UnvaluedItem, 'id' | 'title'> & Partial<UnvaluedItem> & { at: Date };

export function itemOf(role: StaffRole, kind: WorkKind, { at, ...own }: ItemFields): UnvaluedItem {
  return { ...emptyFields, isMine: rolesOf[kind]?.includes(role) ?? false, ...own, kind, since: at.toISOString() };
}

export const amountFields = (amount: bigint, coin: Coin) => ({ coin, amount: formatAmount(amount, coin) });
