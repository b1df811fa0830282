import { auditAmounts } from '@lode/contract/staff-names';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../platform/http/console/records.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { authorityOf, type StaffPorts } from '../../platform/staff/authority.ts';
import { maskAccounts } from '../../platform/staff/mask-accounts.ts';
import { readAuditLog } from './audit.store.ts';

/** Who did what, for those who watch over it. */
export function auditConsole({
  database,
  staffReads,
  recordAudit,
}: Pick<StaffPorts, 'recordAudit'> & { database: Database; staffReads: Queryable }): ConsolePart<'auditLog'> {
  return {
    async auditLog({ session, now }, { staff, action, subject, ...input }) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const filter = { staff: staff ?? null, action: action ?? null, subject: subject ?? null };
      const detail = Object.fromEntries(Object.entries(filter).filter((entry) => entry[1] !== null)) as Record<
        string,
        string
      >;
      await recordAudit(database, {
        at: now,
        authority: authorityOf(session),
        action: 'audit:show',
        subject: 'audit log',
        reason: 'console',
        detail,
      });
      return recordsOf(
        await readAuditLog(staffReads, filter, request),
        ({ id }) => [id],
        ({ id, at, subject: of, reason, detail: given, ...line }) => ({
          ...line,
          id: String(id),
          at: at.toISOString(),
          subject: maskAccounts(of),
          reason: maskAccounts(reason),
          // A setting is of no customer: the support's own contact is one.
          detail: JSON.stringify(of.startsWith('setting ') ? given : masked(given)),
        }),
      );
    },
  };
}

/** What stands in the log stays in full; who reads it needs no account of a customer. An amount may look like a phone number. */
function masked(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return auditAmounts.has(name) && /^\d+$/.test(value) ? value : maskAccounts(value);
  if (Array.isArray(value)) return value.map((part) => masked(part, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, masked(part, field)]));
}
