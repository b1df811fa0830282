import type { ConsoleData } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import type { Queryable } from '../../../platform/db/database.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { rowId } from '../../../platform/http/page.ts';
import { isRefusal } from '../../../platform/http/refusal.ts';
import { type CreditRow, readCreditList, readTotalsOf } from './credit-list.store.ts';

/** Credits that two people agreed to. A new one is proposed by `propose`, with the options of `outage:credit`. */
export function outageCreditsConsole(staffReads: Queryable): ConsolePart<'outageCreditList'> {
  return {
    async outageCreditList(_context, { site, ...input }) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const siteId = site === undefined ? null : (rowId(site) ?? 0n);
      const credits = await readCreditList(staffReads, siteId, request);
      const totals = await readTotalsOf(
        staffReads,
        credits.map(({ id }) => id),
      );
      return recordsOf(
        credits,
        ({ id }) => [id],
        (credit) =>
          creditView(
            credit,
            totals.filter(({ creditId }) => creditId === credit.id),
          ),
      );
    },
  };
}

type Totals = Awaited<ReturnType<typeof readTotalsOf>>;

function creditView(row: CreditRow, totals: Totals): ConsoleData<'outageCreditList'>['records'][number] {
  const { machineId, machineNo, from, to, creditedAt, ...credit } = row;
  const sumsOf = (kind: 'electricity' | 'output') =>
    totals
      .filter(({ adjusted }) => adjusted === kind)
      .map(({ coin, amount }) => ({ coin, amount: formatAmount(kind === 'output' ? -amount : amount, coin) }));
  return {
    ...credit,
    id: String(row.id),
    machine: machineId === null || machineNo === null ? null : { id: String(machineId), machineNo },
    from: from.toISOString(),
    to: to.toISOString(),
    electricity: sumsOf('electricity'),
    output: sumsOf('output'),
    creditedAt: creditedAt.toISOString(),
  };
}
