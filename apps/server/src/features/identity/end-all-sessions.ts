import type { Transaction } from '../../platform/db/database.ts';
import type { AnnounceEvent } from '../../platform/security-event.ts';
import { endSessions } from './session.store.ts';

/** Ends every session of a customer but the one to keep, and writes how many to the security log. */
export async function endAllSessions(
  dbTx: Transaction,
  announce: AnnounceEvent,
  end: Parameters<typeof endSessions>[1],
): Promise<number> {
  const ended = await endSessions(dbTx, end);
  const { customerId, reason, now } = end;
  const detail = { reason, sessions: String(ended) };
  if (ended > 0) await announce(dbTx, { kind: 'SESSION_ENDED', customerId, at: now, detail });
  return ended;
}
