import type { Database } from '../../platform/db/database.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import { checkDays } from './check-days.ts';
import { checkOutputTotals } from './check-output-totals.ts';
import { checkSeals } from './check-seals.ts';
import { type CloseResult, closeDay } from './close-day.ts';
import type { CloseKind, CloseKindName } from './close-kind.ts';
import { type CoinUpPorts, coinUpClose } from './coin-up/coin-up-close.ts';
import { dayCloseCommand } from './day-close.command.ts';
import { analyseMonths, readDay, readProgress } from './day-close.store.ts';
import { readFailedOrders, readRefusedDays } from './day-views.store.ts';
import { type DaysConsoleDeps, daysConsole } from './days.console.ts';
import { type MiningPorts, miningClose } from './mining/mining-close.ts';
import { defaultMachinesPerBatch } from './mining/plan-batches.ts';
import { orderTick } from './order-tick.ts';
import { preflightCommand } from './preflight.command.ts';
import { nextDue, preflight, schedulePreflight } from './preflight.ts';
import { dayDue } from './schedule.ts';

export interface DayCloseDeps<Inputs extends object, BatchResult> extends MiningPorts {
  database: Database;
  /** The savings' part; without it only mining days close. */
  coinUp?: CoinUpPorts<Inputs, BatchResult>;
  /** How far behind the schedule still closes by itself. */
  catchUpDays: number;
  /** Batches that one process works on at once. */
  concurrency?: number;
  /** About how much work one transaction does. */
  machinesPerBatch?: number;
  /** Named places at which a test ends the process. */
  readonly failpoint?: (point: string) => void;
}

export function dayCloseSlice<Inputs extends object, BatchResult>({
  database,
  coinUp,
  catchUpDays,
  concurrency = 2,
  machinesPerBatch = defaultMachinesPerBatch,
  failpoint = () => undefined,
  ...ports
}: DayCloseDeps<Inputs, BatchResult>) {
  const mining = miningClose({ database, failpoint, machinesPerBatch }, ports);
  const coinUpKind = coinUp && coinUpClose(coinUp);
  const kinds: Partial<Record<CloseKindName, CloseKind>> = { mining, ...(coinUpKind && { 'coin-up': coinUpKind }) };
  const kindOf = (name: CloseKindName) => kinds[name] ?? null;
  const close = (kind: CloseKind, date: string, now: Date) =>
    closeDay({ database, concurrency, failpoint }, kind, date, now);

  /** Closes what is due, day after day; stops at the first that cannot close and says why. */
  const tickOf = (kind: CloseKind) => async (now: Date) => {
    for (let closed = 0; ; closed++) {
      const progress = await readProgress(database, kind.name);
      const isFirst = progress.lastClosed === null && progress.begun === null;
      const firstDay = isFirst ? ((await kind.firstDay?.(database)) ?? null) : null;
      const date = dayDue(progress, { now, dueAt: kind.dueAt, catchUpDays, firstDay });
      if (date === null) return closed > 0 ? analyseMonths(database, kind.name) : undefined;
      const result = await close(kind, date, now);
      if (result.outcome === 'refused')
        throw new Error(`${kind.name} ${date} cannot close: ${result.reasons.join('; ')}`);
    }
  };

  return {
    closeMining: (date: string, now: Date): Promise<CloseResult> => close(mining, date, now),
    /** A business day of the savings. */
    async closeCoinUp(date: string, now: Date): Promise<CloseResult> {
      if (!coinUpKind) throw new Error('no savings were given to this close');
      return close(coinUpKind, date, now);
    },
    async isClosed(kind: CloseKindName, date: string): Promise<boolean> {
      return Boolean((await readDay(database, kind, date))?.closedAt);
    },
    commands: {
      'day-close': dayCloseCommand({
        kinds: Object.keys(kinds) as CloseKindName[],
        close: (kind, date, now) => close(kinds[kind] as CloseKind, date, now),
      }),
      'day-close:preflight': preflightCommand({
        kinds: Object.keys(kinds) as CloseKindName[],
        check: (name, date, now) => {
          const kind = kinds[name] as CloseKind;
          return preflight(database, kind, date ?? nextDue(kind, now), now);
        },
      }),
    },
    ticks: [...Object.values(kinds).map(tickOf), orderTick({ database, kindOf, close })],
    consoleHandlers: (deps: Pick<DaysConsoleDeps, 'recordAudit' | 'staffReads'>) =>
      daysConsole({ ...deps, database, kindOf }),
    readRefusedDays,
    readFailedOrders,
    /** How far the days of a kind are closed. */
    readProgress,
    /** Some hours before each close: an alert that names what would stop it. */
    preflightTick: (alerts: AlertPorts) => async (now: Date) => {
      for (const kind of Object.values(kinds)) await schedulePreflight(database, kind, alerts, now);
    },
    bookChecks: [...Object.values(kinds).map(checkSeals), checkOutputTotals],
    replays: [checkDays(Object.values(kinds))],
  };
}
