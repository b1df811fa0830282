import { formatAmount } from '@lode/money';
import type { Queryable } from '../../../platform/db/database.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { isRefusal } from '../../../platform/http/refusal.ts';
import { readPayments } from './pool-board.store.ts';
import { readBoard } from './pool-board.ts';

/** Pools as the staff sees them. Payments are matched and undone by the commands' own declarations. */
export function poolsConsole(staffReads: Queryable): ConsolePart<'poolBoard' | 'poolPaymentList'> {
  return {
    poolBoard: ({ now }) => readBoard(staffReads, now),
    async poolPaymentList(_context, { coin, view = 'ALL', ...input }) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const place = { after: request.after?.[0] ?? null, limit: request.limit };
      const found = await readPayments(staffReads, { coin: coin ?? null, isDiffering: view === 'DIFFERING' }, place);
      return recordsOf(
        found,
        ({ id }) => [id],
        ({ id, expected, corrections, paid, arrivalId, txid, paidAt, ...row }) => ({
          ...row,
          id: String(id),
          expected: formatAmount(expected, row.coin),
          corrections: formatAmount(corrections, row.coin),
          paid: formatAmount(paid, row.coin),
          difference: formatAmount(paid - expected, row.coin),
          arrival: arrivalId === null || txid === null ? null : { id: String(arrivalId), txid },
          paidAt: paidAt.toISOString(),
        }),
      );
    },
  };
}
