import type { Database } from '../../platform/db/database.ts';
import { coarseNetwork } from '../../platform/http/networks.ts';
import { noteUses, type SessionUseRow } from './session.store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A use is noted at most so often; between two notes a session costs no write. */
const notedEvery = 5 * minute;
/** Uses of so long are written together. */
const gatheredForMs = 5000;
/** Beyond this many the process forgets whom it noted: those sessions are noted once more. */
const mostRemembered = 50_000;

export interface SessionUses {
  readonly note: (sessionId: bigint, ip: string, now: Date) => void;
  /** Writes what was gathered; for the end of the process. */
  readonly flush: () => Promise<void>;
}

/**
 * Last uses of sessions, gathered and written as one statement. A process that dies loses the uses of its last seconds: a session
 * then seems idle for that much longer.
 */
export function sessionUses({ database, idleDays }: { database: Database; idleDays: number }): SessionUses {
  const notedAt = new Map<bigint, number>();
  let gathered = new Map<bigint, SessionUseRow>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.size === 0) return;
    const uses = [...gathered.values()];
    gathered = new Map();
    await noteUses(database, uses);
  }

  return {
    note(sessionId, ip, now) {
      const at = now.getTime();
      if (at - (notedAt.get(sessionId) ?? Number.NEGATIVE_INFINITY) < notedEvery) return;
      if (notedAt.size >= mostRemembered) notedAt.clear();
      notedAt.set(sessionId, at);
      gathered.set(sessionId, {
        id: sessionId,
        at: now,
        idleUntil: new Date(at + idleDays * day),
        network: coarseNetwork(ip),
      });
      // A use that could not be written is noted again after five minutes: no request fails for it.
      timer ??= setTimeout(() => void flush().catch(() => undefined), gatheredForMs).unref();
    },
    flush,
  };
}
