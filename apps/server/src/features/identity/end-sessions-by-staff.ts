import { type CustomerName, noSuchCustomer } from '../../platform/commands/customer-options.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { namedCustomer } from './named-customer.ts';
import { sessionsEnded } from './sentences.zh.ts';

/** Ends every session of a customer, who reads of it in the app. */
export function endSessionsByStaff(
  { database, announce, recordAudit }: Pick<StaffPorts, 'recordAudit'> & AnnouncePort & { database: Database },
  name: CustomerName,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  return database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const customer = await namedCustomer(dbTx, name);
    if (customer === null) return { refused: noSuchCustomer(name) };
    const { id: customerId } = customer;
    const subject = `customer ${customerId}`;
    const ended = await endAllSessions(dbTx, announce, { customerId, keep: null, reason: 'staff', now });
    const detail = { sessions: ended };
    await recordAudit(dbTx, { at: now, authority, action: 'customer:end-sessions', subject, reason, detail });
    return { done: sessionsEnded(customerId, ended) };
  });
}
