import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { OpenSessionRow } from '../../platform/http/session.ts';
import { logSampler } from '../../platform/log/log-sampler.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';

/** What a session was refused for, though its token was right. */
type Reason = 'other-device' | 'disabled' | 'other-account';

/** Of one session and reason: a client that asks again and again writes one event in so long. */
const loggedEveryMs = 60 * 60_000;

export interface RefusedAccess {
  readonly note: (session: { id: bigint; customerId: bigint }, reason: Reason) => Promise<void>;
  /** Of a session that `validateSession` refused; that one ended or expired is no attempt. */
  readonly noteSession: (row: OpenSessionRow | null, deviceId: string | null, now: Date) => Promise<void>;
}

/** Writes to the security log that a session asked for what it may not have, with the number of times since the last event. */
export function refusedAccess({
  database,
  clock,
  announce,
}: AnnouncePort & { database: Database; clock: Clock }): RefusedAccess {
  const sampler = logSampler(loggedEveryMs, () => clock.now().getTime());

  async function note({ id, customerId }: { id: bigint; customerId: bigint }, reason: Reason): Promise<void> {
    const times = sampler(`${id} ${reason}`);
    if (times === null) return;
    const detail = { reason, session: String(id), times: String(times) };
    await announce(database, { kind: 'ACCESS_REFUSED', customerId, at: clock.now(), detail });
  }

  return {
    note,
    async noteSession(row, deviceId, now) {
      if (row === null || row.expires_at <= now) return;
      const isOtherDevice = row.device_id !== null && row.device_id !== deviceId;
      await note({ id: row.id, customerId: row.customer_id }, isOtherDevice ? 'other-device' : 'disabled');
    },
  };
}
