import type { Transaction } from '../../platform/db/database.ts';
import { type AnnounceEvent, throughNoContact } from '../../platform/security-event.ts';
import { type EndReason, endSessions } from './session.store.ts';

/** Of whom the end of sessions is the whole event; the notice of every other reason says itself that they ended. */
const announcedFor: Partial<Record<EndReason, { via?: string }>> = {
  revoked: {},
  staff: { via: throughNoContact },
};

/** Ends every session of a customer but the one to keep, and announces how many; how many it were. */
export async function endAllSessions(
  dbTx: Transaction,
  announce: AnnounceEvent,
  end: Parameters<typeof endSessions>[1],
): Promise<number> {
  const ended = await endSessions(dbTx, end);
  if (ended > 0) await announceEnd(dbTx, announce, { ...end, ended });
  return ended;
}

/** A notice where the customer has no other one, else a line of the security log. */
export async function announceEnd(
  dbTx: Transaction,
  announce: AnnounceEvent,
  { customerId, reason, ended, now }: { customerId: bigint; reason: EndReason; ended: number; now: Date },
): Promise<void> {
  const to = announcedFor[reason];
  const kind = to === undefined ? 'SESSION_ENDED' : 'SESSIONS_REVOKED';
  await announce(dbTx, { kind, customerId, at: now, detail: { reason, sessions: String(ended) }, ...to });
}
