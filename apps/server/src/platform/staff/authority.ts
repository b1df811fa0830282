import type { Queryable, Transaction } from '../db/database.ts';
import type { SecurityEvent } from '../security-event.ts';
import type { Sentence } from '../sentence.ts';

/** ADMIN keeps staff and settings and has no right over money by itself; AUDITOR reads everything and changes nothing. */
export const staffRoles = ['SUPPORT', 'OPERATIONS', 'FINANCE', 'APPROVER', 'ADMIN', 'AUDITOR'] as const;
export type StaffRole = (typeof staffRoles)[number];

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
  /** Where it was given from: a session of the console, and its network now. Absent at a terminal. */
  from?: { session: string; network: string };
  /** The proposal that `approver` approves; it counts as approved when the action is audited. */
  proposalId?: bigint;
}

/** The authority of one who acts alone and was proved by a session. */
export const authorityOf = (session: {
  id: bigint;
  staffId: bigint;
  name: string;
  role: StaffRole;
  network: string | null;
}): Authority => ({
  by: { id: session.staffId, name: session.name, role: session.role, status: 'ACTIVE' },
  approver: null,
  from: { session: String(session.id), network: session.network ?? 'unknown' },
});

/** The roles that an action needs; `approvedBy` asks for a second, different person. */
export interface NeededRoles {
  by: readonly StaffRole[];
  approvedBy?: readonly StaffRole[];
}

/** Moves money. */
export const moneyRoles: NeededRoles = { by: ['FINANCE'], approvedBy: ['APPROVER'] };

/** Stops what an attacker would go on with; APPROVER does nothing else without a proposal. */
export const stoppingRoles: NeededRoles = { by: ['FINANCE', 'APPROVER', 'ADMIN'] };

/** Lets a stopped customer go on. */
export const resumingRoles: NeededRoles = { by: ['FINANCE', 'ADMIN'] };

/** Decides from which account a customer pays: money, though none moves at once. */
export const payModeRoles: NeededRoles = { by: ['FINANCE'] };

/** Changes how a customer is named, and a contact that the customer proves: no money, and no access without the customer. */
export const customerRoles: NeededRoles = { by: ['SUPPORT', 'FINANCE', 'ADMIN'] };

/** Answers customers' questions. */
export const supportRoles: NeededRoles = { by: ['SUPPORT'] };

/** Replaces a contact that the customer has lost: access to money, without a proof from the old one. */
export const accessRoles: NeededRoles = { by: ['SUPPORT', 'FINANCE'], approvedBy: ['APPROVER'] };

/** Operates sites and machines without moving money. */
export const machineRoles: NeededRoles = { by: ['OPERATIONS', 'FINANCE', 'ADMIN'] };

/** Changes what machines earn and pay from an open day on. */
export const termsRoles: NeededRoles = { by: ['OPERATIONS', 'FINANCE'], approvedBy: ['APPROVER'] };

/** Drafts and proposes what customers are shown. */
export const contentRoles: NeededRoles = { by: ['SUPPORT', 'ADMIN'], approvedBy: ['APPROVER'] };

/** Changes settings. */
export const settingRoles: NeededRoles = { by: ['ADMIN'], approvedBy: ['APPROVER'] };

/** Changes who is on the staff, with which role and keys. */
export const staffChangeRoles: NeededRoles = { by: ['ADMIN'], approvedBy: ['ADMIN', 'APPROVER'] };

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
  readonly authorise: (
    needed: NeededRoles,
    names: { by?: string | undefined; approvedBy?: string | undefined },
  ) => Promise<Authority | { refusal: string }>;
  /** Called in the transaction of the action itself. Marks the proposal of the authority as approved; throws `ProposalDecided`. */
  readonly recordAudit: (db: Queryable, audit: Audit) => Promise<void>;
}

/** An action that waits for a second person. `input` is what the action is called with, as JSON. */
export interface NewProposal {
  action: string;
  input: Record<string, unknown>;
  summary: Sentence;
  reason: string;
  /** Of who proposes. */
  authority: Authority;
  at: Date;
  /** Announced to its customer when the proposal is stored. */
  event?: ProposedEvent;
  /** Of what this option names, one proposal of the action waits at a time. */
  oneOf?: string;
  /** Why it must not wait, as of the transaction that stores it: behind the lock of `oneOf`. */
  readonly refusalBeside?: RefusalBeside;
}

export type RefusalBeside = (dbTx: Transaction) => Promise<Sentence | null>;

export type ProposedEvent = Omit<SecurityEvent, 'at'>;

export interface ProposalPorts {
  /** Stores an action until a second person approves it, and answers its id; or why it must not wait beside another. */
  readonly propose: (proposal: NewProposal) => Promise<{ id: bigint } | { refused: Sentence }>;
}

export interface WaitingProposalPort {
  /** The proposal of an action that waits, by what its option names. No other one is stored before the transaction ends. */
  readonly findWaiting: (
    dbTx: Transaction,
    about: { action: string; option: string; value: string },
  ) => Promise<{ id: bigint; name: string } | null>;
}

/** The proposal was decided in the meantime. */
export class ProposalDecided extends Error {
  override readonly name = 'ProposalDecided';
}
