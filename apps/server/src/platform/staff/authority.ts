import type { Queryable } from '../db/database.ts';

/** What staff may do. ADMIN keeps staff and settings and has no right over money by itself. */
export type StaffRole = 'SUPPORT' | 'FINANCE' | 'APPROVER' | 'ADMIN';

export interface StaffMember {
  id: bigint;
  name: string;
  role: StaffRole;
  status: 'ACTIVE' | 'DISABLED';
}

/** Who does something, and who approved it where two people are needed. */
export interface Authority {
  by: StaffMember;
  approver: StaffMember | null;
}

/** Which roles a deed asks for; one with `approvedBy` needs a second, different person. */
export interface NeededRoles {
  by: readonly StaffRole[];
  approvedBy?: readonly StaffRole[];
}

/** Moves money: FINANCE proposes, an APPROVER agrees. */
export const moneyDeed: NeededRoles = { by: ['FINANCE'], approvedBy: ['APPROVER'] };

/** Runs the business without moving money: machines, customers. */
export const operatingDeed: NeededRoles = { by: ['FINANCE', 'APPROVER', 'ADMIN'] };

/** Changes what the product does from a time on. */
export const settingDeed: NeededRoles = { by: ['ADMIN'], approvedBy: ['APPROVER'] };

/** One line of the audit log. */
export interface Audit {
  at: Date;
  authority: Authority;
  /** The command's or the console's name of the deed: `deposit:manual`. */
  action: string;
  /** On whom or what: `customer 10001`, `machine 7`. */
  subject: string;
  reason: string;
  detail?: Record<string, string | number | null>;
}

/** What the staff slice gives to everything that staff does. */
export interface StaffPorts {
  /** The people behind the names, proved and allowed to do this; or in words why not. */
  authorise(
    needed: NeededRoles,
    names: { by?: string | undefined; approvedBy?: string | undefined },
  ): Promise<Authority | { refusal: string }>;
  /** To be called in the transaction of the deed itself. */
  recordAudit(db: Queryable, audit: Audit): Promise<void>;
}
