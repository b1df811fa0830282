import type { Queryable } from '../../platform/db/database.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../platform/http/console/records.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { readAuditLog } from './audit.store.ts';

/** Who did what, for those who watch over it. */
export function auditConsole(staffReads: Queryable): ConsolePart<'auditLog'> {
  return {
    async auditLog(_context, { staff, action, subject, ...input }) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const filter = { staff: staff ?? null, action: action ?? null, subject: subject ?? null };
      return recordsOf(
        await readAuditLog(staffReads, filter, request),
        ({ id }) => [id],
        ({ id, at, detail, ...line }) => ({
          ...line,
          id: String(id),
          at: at.toISOString(),
          detail: JSON.stringify(detail),
        }),
      );
    },
  };
}
