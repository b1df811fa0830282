import { maskAccount } from '@lode/contract';
import type { StaffInput, StaffResult } from '../../../platform/staff/staff-command.ts';
import { wrongCode } from '../sentences.zh.ts';
import { insertSecondContact, purposeOf, readSecondContact } from './contact.store.ts';
import { type ContactDeps, type ContactInput, readContactChange } from './send-contact-codes.ts';
import { spendBoth } from './spend-both.ts';

/** Sets the second contact by a code to each of both. The former second contact hears of it, and can freeze. */
export function setSecondContact(
  deps: ContactDeps,
  { code, oldCode, ...input }: ContactInput & { code: string; oldCode: string },
  staff: StaffInput,
): Promise<StaffResult> {
  const { authority, reason, now } = staff;
  return deps.database.transaction(async (dbTx): Promise<StaffResult> => {
    const change = await readContactChange(dbTx, input, { ...deps, ...staff });
    if ('refused' in change) return change;
    const { customer, to } = change;
    const { id: customerId, account } = customer;
    const former = await readSecondContact(dbTx, customerId);
    const own = { ...purposeOf(customerId, to, account), code: oldCode, now };
    const codes = await spendBoth(dbTx, deps, { own, added: { ...purposeOf(customerId, to, to), code, now } });
    if (codes === null) return { refused: wrongCode };
    const staffId = authority.by.id;
    await insertSecondContact(dbTx, { customerId, contact: to, ...codes, staffId, at: now });
    await deps.announce(dbTx, {
      kind: 'CONTACT_CHANGED',
      customerId,
      at: now,
      detail: { to: maskAccount(to), role: 'SECOND' },
      via: to,
      ...(former !== null && former !== to && { formerContact: former }),
    });
    const [subject, detail] = [`customer ${customerId}`, { to }];
    await deps.recordAudit(dbTx, { at: now, authority, action: 'customer:contact-second', subject, reason, detail });
    return { done: `customer ${customerId} has the second contact ${to}` };
  });
}
