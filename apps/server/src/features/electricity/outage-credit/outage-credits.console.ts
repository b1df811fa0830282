import type { ConsoleData } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import type { Queryable } from '../../../platform/db/database.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { rowId } from '../../../platform/http/page.ts';
import { isRefusal } from '../../../platform/http/refusal.ts';
import { type CreditRow, type GivenRow, readCreditList, readGiven } from './credit-list.store.ts';

/** Credits that two people agreed to. A new one is proposed by `propose`, with the options of `outage:credit`. */
export function outageCreditsConsole(staffReads: Queryable): ConsolePart<'outageCreditList'> {
  return {
    async outageCreditList(_context, { site, ...input }) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const siteId = site === undefined ? null : (rowId(site) ?? 0n);
      const credits = await readCreditList(staffReads, siteId, request);
      const given = await readGiven(
        staffReads,
        credits.map(({ id }) => id),
      );
      return recordsOf(
        credits,
        ({ id }) => [id],
        (credit) =>
          creditView(
            credit,
            given.filter(({ creditId }) => creditId === credit.id),
          ),
      );
    },
  };
}

function creditView(row: CreditRow, given: readonly GivenRow[]): ConsoleData<'outageCreditList'>['records'][number] {
  const { machineId, machineNo, from, to, creditedAt, ...credit } = row;
  const sumsOf = (kind: 'electricity' | 'output') =>
    given.flatMap(({ adjusted, coin, amount }) =>
      adjusted === kind && coin !== null
        ? [{ coin, amount: formatAmount(kind === 'output' ? -amount : amount, coin) }]
        : [],
    );
  return {
    ...credit,
    customers: given.find(({ adjusted }) => adjusted === null)?.customers ?? 0,
    id: String(row.id),
    machine: machineId === null || machineNo === null ? null : { id: String(machineId), machineNo },
    from: from.toISOString(),
    to: to.toISOString(),
    electricity: sumsOf('electricity'),
    output: sumsOf('output'),
    creditedAt: creditedAt.toISOString(),
  };
}
