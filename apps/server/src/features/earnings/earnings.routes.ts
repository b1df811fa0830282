import { formatAmount } from '@lode/money';
import { miningDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { customerTurns } from '../../platform/http/customer-turns.ts';
import { encodeCursor, pageOf, pageRequest, rowId } from '../../platform/http/page.ts';
import { isRefusal, notFound } from '../../platform/http/refusal.ts';
import { readEarningDays, readPeriods } from './earnings.store.ts';
import { earningDayResponse, periodResponse, rateResponse } from './earnings-response.ts';

export interface EarningsPorts {
  /** The newest exchange rate that was quoted by then: micro-CNY for one USDT. */
  readonly cnyRate: (db: Queryable, now: Date) => Promise<{ cny: bigint; time: Date } | null>;
}

/** All dates are read, half a second for a thousand machines over a year: most connections are for everybody else. */
const mostAtOnce = 4;

export function earningRoutes(database: Database, { cnyRate }: EarningsPorts) {
  const inTurn = customerTurns(mostAtOnce);
  return {
    async earnings({ session, now }, { machineId: machine }) {
      const machineId = machine === undefined ? null : rowId(machine);
      if (machine !== undefined && machineId === null) return notFound();
      const month = `${miningDate(now).slice(0, 7)}-01`;
      const [rows, rate] = await Promise.all([
        inTurn(session.customerId, () => readPeriods(database, session.customerId, { machineId, month })),
        cnyRate(database, now),
      ]);
      if (machineId !== null && rows.some(({ isKnown }) => !isKnown)) return notFound();
      const { purchase = null, hostingToCome = 0n, hostingMonthly = 0n } = rows[0] ?? {};
      return {
        periods: rows.map(periodResponse),
        hostingToCome: formatAmount(hostingToCome, 'USDT'),
        hostingMonthly: formatAmount(hostingMonthly, 'USDT'),
        purchaseUsdt: purchase === null ? null : formatAmount(purchase, 'USDT'),
        cny: rate && rateResponse(rate, now),
      };
    },

    async earningDays({ session: { customerId } }, { machineId: machine, ...input }) {
      const request = pageRequest(input, ['day']);
      if (isRefusal(request)) return request;
      const { size, current } = request;
      const machineId = machine === undefined ? null : rowId(machine);
      const isUnknown = machine !== undefined && machineId === null;
      const rows = isUnknown
        ? []
        : await inTurn(customerId, () => readEarningDays(database, customerId, machineId, request));
      const page = pageOf(rows, size, current, (last) => encodeCursor([last.date]));
      return { ...page, records: page.records.map(earningDayResponse) };
    },
  } satisfies Handlers;
}
