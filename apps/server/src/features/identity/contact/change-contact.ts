import { maskAccount } from '@lode/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Described } from '../../../platform/staff/proposable-command.ts';
import type { ConsoleResult, StaffInput } from '../../../platform/staff/staff-command.ts';
import type { Customer } from '../customer.store.ts';
import { endAllSessions } from '../end-all-sessions.ts';
import { matchCode, useUpCode } from '../one-time-code.ts';
import * as say from '../sentences.zh.ts';
import { type ContactChange, findProof, insertContactChange, purposeOf } from './contact.store.ts';
import { type ContactDeps, type ContactInput, readContactChange } from './send-contact-codes.ts';
import { spendBoth } from './spend-both.ts';
import { contactChanged } from './texts.zh.ts';

const hour = 3_600_000;
/** How long withdrawals are held after a contact was replaced without a code to the old one; no setting shortens it. */
const heldFor = 72 * hour;

/** Changes a contact with a code to each of both: one person is enough, and nothing is held. */
export function changeProvedContact(
  deps: ContactDeps,
  { code, oldCode, ...input }: ContactInput & { code: string; oldCode: string },
  staff: StaffInput,
): Promise<ConsoleResult> {
  const { now } = staff;
  return unlessTaken(input.to, () =>
    deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
      const change = await readContactChange(dbTx, input, { ...deps, ...staff });
      if ('refused' in change) return change;
      const { customer, to } = change;
      const { id: customerId, account: from } = customer;
      const own = { ...purposeOf(customerId, to, from), code: oldCode, now };
      const codes = await spendBoth(dbTx, deps, { own, added: { ...purposeOf(customerId, to, to), code, now } });
      if (codes === null) return { refused: say.wrongCode };
      const { newCodeId, ownCodeId: oldCodeId } = codes;
      await storeChange(dbTx, deps, customer, { to, newCodeId, oldCodeId, heldUntil: null }, staff);
      return { done: say.contactIs(customerId, to, from) };
    }),
  );
}

/** Checks the code that a new contact received. For a day two people may replace the lost one by it. */
export function proveContact(
  deps: ContactDeps,
  { code, ...input }: ContactInput & { code: string },
  staff: StaffInput,
): Promise<ConsoleResult> {
  const { authority, reason, now } = staff;
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const change = await readContactChange(dbTx, input, { ...deps, ...staff });
    if ('refused' in change) return change;
    const { customer, to } = change;
    const codeId = await matchCode(dbTx, deps, { ...purposeOf(customer.id, to, to), code, now });
    if (codeId === null) return { refused: say.wrongCode };
    await useUpCode(dbTx, codeId, now);
    const subject = `customer ${customer.id}`;
    await deps.recordAudit(dbTx, {
      at: now,
      authority,
      action: 'customer:contact-prove',
      subject,
      reason,
      detail: { to },
    });
    return { done: say.proved(to, customer.id) };
  });
}

/** What the second person reads; or why the contact cannot be replaced now. */
export async function describeReplacement(
  { database }: ContactDeps,
  input: ContactInput,
  now: Date,
): Promise<Described> {
  // The preview of a proposal is in the audit log with what it was given.
  const change = await readContactChange(database, input, null);
  if ('refused' in change) return change;
  const { customer, to } = change;
  if ((await findProof(database, purposeOf(customer.id, to, to), now)) === null) return { refused: say.notProved(to) };
  return { summary: say.replacement(customer, to) };
}

/** Replaces a lost contact by a proved one, for two people: ends every session and holds withdrawals for 72 hours. */
export function replaceContact(deps: ContactDeps, input: ContactInput, staff: StaffInput): Promise<ConsoleResult> {
  const { now } = staff;
  return unlessTaken(input.to, () =>
    deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
      // An approver asks nothing: a line of theirs would count as the approval.
      const change = await readContactChange(dbTx, input, null);
      if ('refused' in change) return change;
      const { customer, to } = change;
      const { id: customerId, account: from } = customer;
      const newCodeId = await findProof(dbTx, purposeOf(customerId, to, to), now);
      if (newCodeId === null) return { refused: say.notProved(to) };
      const heldUntil = new Date(now.getTime() + heldFor);
      await storeChange(dbTx, deps, customer, { to, newCodeId, oldCodeId: null, heldUntil }, staff);
      await endAllSessions(dbTx, deps.announce, { customerId, keep: null, reason: 'contact-replaced', now });
      return { done: say.replaced(customerId, to, from, heldUntil) };
    }),
  );
}

async function storeChange(
  dbTx: Transaction,
  deps: ContactDeps,
  { id: customerId, account: from }: Customer,
  change: Pick<ContactChange, 'to' | 'newCodeId' | 'oldCodeId' | 'heldUntil'>,
  { authority, reason, now }: StaffInput,
): Promise<void> {
  const { to, oldCodeId, heldUntil } = change;
  const hasOldCode = oldCodeId !== null;
  const approvedBy = hasOldCode ? null : (authority.approver?.id ?? null);
  await insertContactChange(dbTx, { ...change, customerId, from, staffId: authority.by.id, approvedBy, at: now });
  const text = contactChanged(from, to, heldUntil);
  await deps.queueNotices(
    dbTx,
    [from, to].map((recipient) => ({ to: recipient, text })),
  );
  const event = { detail: { to: maskAccount(to) }, via: to, formerContact: from };
  await deps.announce(dbTx, { kind: 'CONTACT_CHANGED', customerId, at: now, ...event });
  const action = hasOldCode ? 'customer:contact-change' : 'customer:contact-replace';
  const detail = { from, to, heldUntil: heldUntil?.toISOString() ?? null };
  await deps.recordAudit(dbTx, { at: now, authority, action, subject: `customer ${customerId}`, reason, detail });
}

/** Another customer may take the contact between the check and the change. */
async function unlessTaken(to: string, change: () => Promise<ConsoleResult>): Promise<ConsoleResult> {
  try {
    return await change();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'customer_account_key') return { refused: say.inUse(to) };
    throw error;
  }
}
