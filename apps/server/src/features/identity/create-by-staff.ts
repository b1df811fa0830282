import type { Database } from '../../platform/db/database.ts';
import type { Sentence } from '../../platform/sentence.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { StaffInput } from '../../platform/staff/staff-command.ts';
import { createCustomer, type NewCustomer, readNewCustomer } from './create-customer.ts';
import { detailsText, inUse } from './sentences.zh.ts';

/** Creates one customer, as a line of an import does, with its reason in the audit log. An account that is there is refused. */
export async function createByStaff(
  { database, recordAudit }: Pick<StaffPorts, 'recordAudit'> & { database: Database },
  typed: NewCustomer,
  { authority, reason, now }: StaffInput,
): Promise<{ id: bigint } | { refused: Sentence }> {
  const customer = readNewCustomer(typed);
  if ('refused' in customer) return customer;
  return database.transaction(async (dbTx) => {
    const id = await createCustomer(dbTx, customer, now);
    const audit = { at: now, authority, reason };
    if (id === null) {
      // The refusal says that the account is there, and so does this line who asked.
      const detail = { account: customer.account, found: 1 };
      await recordAudit(dbTx, { ...audit, action: 'customer:search', subject: 'customers', detail });
      return { refused: inUse(customer.account) };
    }
    const detail = { after: detailsText(customer).en };
    await recordAudit(dbTx, { ...audit, action: 'customer:create', subject: `customer ${id}`, detail });
    return { id };
  });
}
