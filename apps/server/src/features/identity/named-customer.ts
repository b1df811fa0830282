import { normaliseAccount } from '@lode/contract';
import type { CustomerName } from '../../platform/commands/customer-options.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import { type Customer, findCustomer, findCustomerById } from './customer.store.ts';

/** The customer as staff name it; null where there is none. */
export async function namedCustomer(
  db: Queryable,
  { account: typed, id: given }: CustomerName,
): Promise<Customer | null> {
  if (typed !== undefined) {
    const contact = normaliseAccount(typed);
    return contact === null ? null : findCustomer(db, contact);
  }
  const row = given === undefined ? null : rowId(given);
  return row === null ? null : findCustomerById(db, row);
}
