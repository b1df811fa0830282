import type { ConsoleData } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import { addDays, businessDate, isCalendarDate, miningDate } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { answerOf } from '../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { inputOf } from '../../platform/http/console/staff-call.ts';
import { badInput } from '../../platform/http/refusal.ts';
import type { CloseKind, CloseKindName, Trial } from './close-kind.ts';
import { readProgress } from './day-close.store.ts';
import type { Progress } from './day-order.ts';
import { dayState } from './day-state.ts';
import {
  readBatchProgress,
  readDays,
  readNewestCheck,
  readOrders,
  readRefusal,
  readTieOut,
} from './day-views.store.ts';
import { type OrderDeps, orderDay } from './order-day.ts';

const ordersShown = 10;

export interface DaysConsoleDeps extends OrderDeps {
  staffReads: Queryable;
  readonly kindOf: (name: CloseKindName) => CloseKind | null;
}

type DaysCall = 'dayCalendar' | 'day' | 'orderDay';

/** Days and their closes, as the console shows and orders them. */
export function daysConsole({ staffReads, kindOf, ...deps }: DaysConsoleDeps): ConsolePart<DaysCall> {
  return {
    async dayCalendar(
      { now },
      { kind: name, month = (name === 'mining' ? miningDate : businessDate)(now).slice(0, 7) },
    ) {
      const [first, kind] = [`${month}-01`, kindOf(name)];
      if (!isCalendarDate(first) || first < '2000') return badInput('month');
      if (kind === null) return badInput('kind');
      const progress = await readProgress(staffReads, name);
      const days = await readDays(staffReads, name, first, lastOfMonth(first));
      return {
        month,
        days: days.map((day): ConsoleData<'dayCalendar'>['days'][number] => ({
          date: day.date,
          state: dayState(day, progress, { now, dueAt: kind.dueAt(day.date) }),
          output: outputOf(day.tieOut),
          dueAt: kind.dueAt(day.date).toISOString(),
          closedAt: day.closedAt?.toISOString() ?? null,
          seal: day.seal?.toString('hex') ?? null,
        })),
        next: nextOf(progress, kind),
      };
    },
    async day({ now }, { kind: name, date }) {
      const kind = kindOf(name);
      if (!isCalendarDate(date)) return badInput('date');
      if (kind === null) return badInput('kind');
      const [progress, [before, found], batches, lines, refusal, check, orders] = await Promise.all([
        readProgress(staffReads, name),
        readDays(staffReads, name, addDays(date, -1), date),
        readBatchProgress(staffReads, name, date),
        readTieOut(staffReads, name, date),
        readRefusal(staffReads, name, date),
        readNewestCheck(staffReads, name, date),
        readOrders(staffReads, name, date, ordersShown),
      ]);
      if (found === undefined) throw new Error('a range of dates has no date');
      const { toPost, posted, toTieOut, tiedOut, ...counts } = batches;
      const dueAt = kind.dueAt(date);
      return {
        date,
        state: dayState(found, progress, { now, dueAt }),
        dueAt: dueAt.toISOString(),
        startedAt: found.startedAt?.toISOString() ?? null,
        closedAt: found.closedAt?.toISOString() ?? null,
        seal: found.seal?.toString('hex') ?? null,
        previousSeal: before?.seal?.toString('hex') ?? null,
        posted: found.startedAt && { done: posted, of: toPost },
        tiedOut: found.startedAt && { done: tiedOut, of: toTieOut },
        lines: lines.map(({ name: line, coin, ...sums }) => ({
          name: line,
          coin,
          expected: formatAmount(sums.expected, coin),
          posted: formatAmount(sums.posted, coin),
          difference: formatAmount(sums.posted - sums.expected, coin),
        })),
        counts: name === 'mining' && posted > 0 ? counts : null,
        refusal: refusal && found.closedAt === null ? { ...refusal, at: refusal.at.toISOString() } : null,
        check: check && {
          at: check.at.toISOString(),
          findings: check.findings,
          trial: check.trial && trialView(check.trial),
        },
        orders: orders.map(({ id, work, by, at, endedAt, outcome }) => ({
          id: String(id),
          work,
          by,
          at: at.toISOString(),
          endedAt: endedAt?.toISOString() ?? null,
          outcome,
        })),
      };
    },
    async orderDay(context, { kind: name, date, work, reason }) {
      const kind = kindOf(name);
      if (!isCalendarDate(date)) return badInput('date');
      if (kind === null) return badInput('kind');
      return answerOf(await orderDay(deps, kind, { date, work }, inputOf(context, reason)));
    },
  };
}

/** Of a sealed mining day, from the line that its close wrote. */
function outputOf(tieOut: readonly string[] | null): string | null {
  for (const line of tieOut ?? []) {
    const [, posted] = /^outputs BTC: .*posted (-?\d+\.\d+)/.exec(line) ?? [];
    if (posted !== undefined) return posted;
  }
  return null;
}

function lastOfMonth(first: string): string {
  return addDays(`${addDays(first, 31).slice(0, 8)}01`, -1);
}

function nextOf({ lastClosed, begun }: Progress, kind: CloseKind): ConsoleData<'dayCalendar'>['next'] {
  const date = begun ?? (lastClosed === null ? null : addDays(lastClosed, 1));
  return date === null ? null : { date, dueAt: kind.dueAt(date).toISOString() };
}

const trialView = ({ lines, ...counts }: Trial) => ({
  ...counts,
  lines: lines.map(({ name, coin, amount }) => ({ name, coin, amount: formatAmount(BigInt(amount), coin) })),
});
