import { normaliseAccount } from '@lode/contract';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import type { Authority, StaffPorts } from '../../platform/staff/authority.ts';
import { type Customer, changeCustomerStatus, findCustomer, findCustomerById } from './customer.store.ts';

/** A customer by its account or by the id that the API shows. */
export interface CustomerName {
  account?: string;
  id?: string;
}

export interface StatusRequest {
  customer: CustomerName;
  status: Customer['status'];
  authority: Authority;
  reason: string;
  now: Date;
}

/**
 * Disables a customer or lets it back in. Its sessions stay: while it is disabled every call answers so, and afterwards
 * they are good again. Doing it twice changes nothing the second time.
 */
export async function setCustomerStatus(
  database: Database,
  staff: Pick<StaffPorts, 'recordAudit'>,
  { customer: name, status, authority, reason, now }: StatusRequest,
): Promise<'changed' | 'unchanged' | 'unknown-customer'> {
  return database.transaction(async (dbTx) => {
    const customer = await namedCustomer(dbTx, name);
    if (customer === null) return 'unknown-customer';
    if (!(await changeCustomerStatus(dbTx, customer.id, status))) return 'unchanged';
    const action = status === 'DISABLED' ? 'customer:disable' : 'customer:enable';
    await staff.recordAudit(dbTx, { at: now, authority, action, subject: `customer ${customer.id}`, reason });
    return 'changed';
  });
}

async function namedCustomer(db: Queryable, { account: typed, id }: CustomerName): Promise<Customer | null> {
  const account = typed === undefined ? null : normaliseAccount(typed);
  if (account !== null) return findCustomer(db, account);
  const row = id === undefined ? null : rowId(id);
  return row === null ? null : findCustomerById(db, row);
}
