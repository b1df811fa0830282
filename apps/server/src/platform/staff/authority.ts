import type { Queryable } from '../db/database.ts';

/** What staff may do. ADMIN keeps staff and settings and has no right over money by itself. */
export type StaffRole = 'SUPPORT' | 'FINANCE' | 'APPROVER' | 'ADMIN';

export interface StaffMember {
  id: bigint;
  name: string;
  role: StaffRole;
  status: 'ACTIVE' | 'DISABLED';
}

/** Who acts, and who approved it where two people are needed. */
export interface Authority {
  by: StaffMember;
  approver: StaffMember | null;
}

/** The roles that an action needs; `approvedBy` asks for a second, different person. */
export interface NeededRoles {
  by: readonly StaffRole[];
  approvedBy?: readonly StaffRole[];
}

/** Moves money. */
export const moneyRoles: NeededRoles = { by: ['FINANCE'], approvedBy: ['APPROVER'] };

/** Operates machines and customers without moving money. */
export const operatingRoles: NeededRoles = { by: ['FINANCE', 'APPROVER', 'ADMIN'] };

/** Changes settings and content. */
export const settingRoles: NeededRoles = { by: ['ADMIN'], approvedBy: ['APPROVER'] };

/** One line of the audit log. */
export interface Audit {
  at: Date;
  authority: Authority;
  /** The name of the command: `deposit:manual`. */
  action: string;
  /** The object: `customer 10001`, `machine 7`. */
  subject: string;
  reason: string;
  detail?: Record<string, string | number | null>;
}

/** What the staff slice provides to staff commands. */
export interface StaffPorts {
  /** The people behind the names, authenticated and with the roles; or the reason for the refusal. */
  authorise(
    needed: NeededRoles,
    names: { by?: string | undefined; approvedBy?: string | undefined },
  ): Promise<Authority | { refusal: string }>;
  /** Called in the transaction of the action itself. */
  recordAudit(db: Queryable, audit: Audit): Promise<void>;
}
