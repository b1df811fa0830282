import type { CustomerName } from '../../platform/commands/customer-options.ts';
import type { Database } from '../../platform/db/database.ts';
import { type AnnouncePort, throughNoContact } from '../../platform/security-event.ts';
import type { Authority, StaffPorts } from '../../platform/staff/authority.ts';
import { changeCustomerStatus } from './customer.store.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { namedCustomer } from './named-customer.ts';

export interface StatusRequest {
  customer: CustomerName;
  status: 'ACTIVE' | 'DISABLED';
  authority: Authority;
  reason: string;
  now: Date;
}

/**
 * Disables a customer or lets it back in. Its sessions stay while it is disabled, so that every call answers so, and end when
 * it is let back in: one that a thief has is not good again. Every contact of the customer gets a notice. Doing it twice changes nothing the second time.
 */
export async function setCustomerStatus(
  database: Database,
  ports: Pick<StaffPorts, 'recordAudit'> & AnnouncePort,
  { customer: name, status, authority, reason, now }: StatusRequest,
): Promise<'changed' | 'unchanged' | 'unknown-customer' | 'has-left'> {
  return database.transaction(async (dbTx) => {
    const customer = await namedCustomer(dbTx, name);
    if (customer === null) return 'unknown-customer';
    if (customer.status === 'CLOSED') return 'has-left';
    if (!(await changeCustomerStatus(dbTx, customer.id, status))) return 'unchanged';
    if (status === 'ACTIVE')
      await endAllSessions(dbTx, ports.announce, { customerId: customer.id, keep: null, reason: 'disabled', now });
    const [kind, action] =
      status === 'DISABLED'
        ? (['ACCOUNT_DISABLED', 'customer:disable'] as const)
        : (['ACCOUNT_ENABLED', 'customer:enable'] as const);
    await ports.announce(dbTx, { kind, customerId: customer.id, at: now, via: throughNoContact });
    await ports.recordAudit(dbTx, { at: now, authority, action, subject: `customer ${customer.id}`, reason });
    return 'changed';
  });
}
