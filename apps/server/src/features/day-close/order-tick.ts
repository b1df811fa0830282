import type { DayOutcome } from '@lode/contract/record-states';
import type { Database } from '../../platform/db/database.ts';
import type { CloseResult } from './close-day.ts';
import type { CloseKind, Preflight } from './close-kind.ts';
import { endOrder, readOpenOrders } from './orders.store.ts';
import { preflight } from './preflight.ts';

interface OrderTickDeps {
  database: Database;
  /** Null: days of this kind do not close here. */
  readonly kindOf: (name: CloseKind['name']) => CloseKind | null;
  readonly close: (kind: CloseKind, date: string, now: Date) => Promise<CloseResult>;
}

interface Done extends Preflight {
  outcome: DayOutcome;
}

const atOnce = 8;

/**
 * Does what people ordered. Nothing marks an order as taken: a close is shared by who runs it, a check changes nothing, and so a
 * worker that is killed leaves the order to the next.
 */
export function orderTick({ database, kindOf, close }: OrderTickDeps) {
  return async (now: Date): Promise<void> => {
    for (const { id, kind: name, date, work } of await readOpenOrders(database, atOnce)) {
      const kind = kindOf(name);
      if (kind === null) continue;
      const done = await (work === 'CLOSE' ? closed(kind, date) : checked(kind, date)).catch((error: unknown) => ({
        outcome: 'FAILED' as const,
        findings: [],
        trial: null,
        error,
      }));
      await endOrder(database, id, { at: now, ...done });
      if ('error' in done) throw done.error;
    }

    async function closed(kind: CloseKind, date: string): Promise<Done> {
      const result = await close(kind, date, now);
      if (result.outcome !== 'refused') return { outcome: 'CLOSED', findings: [], trial: null };
      const findings = result.reasons.map((reason) => ({ stops: true, reason }));
      return { outcome: 'REFUSED', findings, trial: null };
    }

    async function checked(kind: CloseKind, date: string): Promise<Done> {
      const result = await preflight(database, kind, date, now);
      const { findings, trial } = result.outcome === 'checked' ? result : { findings: [], trial: null };
      return { outcome: findings.length > 0 ? 'FOUND' : 'CLEAR', findings, trial };
    }
  };
}
