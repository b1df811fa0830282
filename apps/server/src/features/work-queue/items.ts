import type { ConsoleData } from '@lode/contract/console';
import { type Coin, formatAmount } from '@lode/money';
import type { Queryable } from '../../platform/db/database.ts';
import type { StaffRole } from '../../platform/staff/authority.ts';

export type Item = ConsoleData<'workQueue'>['items'][number];
export type WorkKind = Item['kind'];

/** An item before its amount is valued. */
export type Draft = Omit<Item, 'usdt'>;

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
  readonly read: () => Promise<Draft[]>;
}

export const nothing = {
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
const stepOf: Partial<Record<WorkKind, readonly StaffRole[]>> = {
  DAY: ['FINANCE'],
  SUSPENSE: ['FINANCE'],
  INTEREST: ['FINANCE'],
  DEPOSIT: ['FINANCE'],
  DIFFERENCE: ['FINANCE'],
  STUCK_PAYMENT: ['FINANCE'],
  FAILED_JOB: ['FINANCE', 'APPROVER'],
  ALERT: ['FINANCE', 'APPROVER'],
  ARREARS: ['SUPPORT'],
  PRICE: ['OPERATIONS'],
  CONTRACTS: ['OPERATIONS'],
};

type Own = Pick<Draft, 'id' | 'title'> & Partial<Draft> & { at: Date };

export function itemOf(role: StaffRole, kind: WorkKind, { at, ...own }: Own): Draft {
  return { ...nothing, isMine: stepOf[kind]?.includes(role) ?? false, ...own, kind, since: at.toISOString() };
}

export const money = (amount: bigint, coin: Coin) => ({ coin, amount: formatAmount(amount, coin) });
