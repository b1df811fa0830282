import type { Database } from '../../platform/db/database.ts';
import { checkSeals } from './check-seals.ts';
import { type CloseResult, closeDay } from './close-day.ts';
import type { CloseKind, CloseKindName } from './close-kind.ts';
import { dayCloseCommand } from './day-close.command.ts';
import { readDay, readProgress } from './day-close.store.ts';
import { type MiningPorts, miningClose } from './mining/mining-close.ts';
import { defaultMachinesPerBatch } from './mining/plan-batches.ts';
import { dayDue } from './schedule.ts';

export interface DayCloseDeps extends MiningPorts {
  database: Database;
  /** How far behind the schedule still closes by itself. */
  catchUpDays: number;
  /** Batches that one process works on at once. */
  lanes?: number;
  /** About how much work one transaction does. */
  machinesPerBatch?: number;
  /** Named places at which a test ends the process. */
  reach?(point: string): void;
}

export function dayCloseSlice({
  database,
  catchUpDays,
  lanes = 2,
  machinesPerBatch = defaultMachinesPerBatch,
  reach = () => undefined,
  ...ports
}: DayCloseDeps) {
  const mining = miningClose({ database, reach, machinesPerBatch }, ports);
  const kinds: Partial<Record<CloseKindName, CloseKind>> = { mining };
  const close = (kind: CloseKind, date: string, now: Date) => closeDay({ database, lanes, reach }, kind, date, now);

  /** Closes what is due, day after day; stops at the first that cannot close and says why. */
  async function tick(now: Date): Promise<void> {
    for (;;) {
      const progress = await readProgress(database, mining.name);
      const date = dayDue(progress, { now, dueAt: mining.dueAt, catchUpDays });
      if (date === null) return;
      const result = await close(mining, date, now);
      if (result.outcome === 'refused') throw new Error(`mining ${date} cannot close: ${result.reasons.join('; ')}`);
    }
  }

  return {
    closeMining: (date: string, now: Date): Promise<CloseResult> => close(mining, date, now),
    async isClosed(kind: CloseKindName, date: string): Promise<boolean> {
      return Boolean((await readDay(database, kind, date))?.closedAt);
    },
    commands: {
      'day-close': dayCloseCommand({
        kinds: Object.keys(kinds) as CloseKindName[],
        close: (kind, date, now) => close(kinds[kind] as CloseKind, date, now),
      }),
    },
    ticks: [tick],
    bookChecks: [checkSeals(mining)],
  };
}
