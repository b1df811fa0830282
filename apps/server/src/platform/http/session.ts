import { hash, randomBytes } from 'node:crypto';
import type { CustomerStatus } from '@lode/contract/record-states';
import type { Session } from './context.ts';
import { type Refusal, refuse } from './refusal.ts';

/** A row of the view `open_session`, as far as judging it needs. */
export interface OpenSessionRow {
  id: bigint;
  customer_id: bigint;
  account: string;
  device_id: string | null;
  expires_at: Date;
  customer_status: CustomerStatus;
}

/** The caller's session behind a token, or why there is none. */
export type CheckSession = (
  tokenHash: Buffer | null,
  caller: { deviceId: string | null; ip: string },
  now: Date,
) => Promise<Session | Refusal>;

/** An opaque token: 256 random bits say nothing and cannot be guessed. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * Whether a session found by its token's hash is good for this caller. One that was bound to a device at login is good
 * from that device only; unknown, ended, expired and foreign ones look alike.
 */
export function validateSession(row: OpenSessionRow | null, deviceId: string | null, now: Date): Session | Refusal {
  if (row === null || row.expires_at <= now) return refuse('sessionExpired');
  if (row.device_id !== null && row.device_id !== deviceId) return refuse('sessionExpired');
  if (row.customer_status !== 'ACTIVE') return refuse('accountDisabled');
  return { id: row.id, customerId: row.customer_id, account: row.account, deviceId: row.device_id };
}
