import { maskAccount, normaliseAccount } from '@lode/contract';
import { type CustomerName, noSuchCustomer } from '../../../platform/commands/customer-options.ts';
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts';
import { hashCode, newCode } from '../../../platform/secrets/one-time-secret.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import { customerLeft } from '../../../platform/staff/refusals.zh.ts';
import type { ConsoleResult, StaffInput } from '../../../platform/staff/staff-command.ts';
import { type Customer, findCustomer } from '../customer.store.ts';
import { namedCustomer } from '../named-customer.ts';
import { insertCode, lockCodeRequests } from '../one-time-code.store.ts';
import { codeContext, codeLives } from '../one-time-code.ts';
import { nextCodeAt, type RequestCodeDeps } from '../request-code.ts';
import * as say from '../sentences.zh.ts';
import { purposeOf } from './contact.store.ts';
import { replacementRequested } from './texts.zh.ts';

export interface ContactDeps
  extends Pick<RequestCodeDeps, 'codesPerDay' | 'pepper' | 'sendMessage' | 'announce'>,
    Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  readonly queueNotices: (db: Queryable, notices: readonly { to: string; text: string }[]) => Promise<void>;
}

/** Which customer's contact becomes which. */
export interface ContactInput {
  customer: CustomerName;
  to: string;
}

/**
 * Both in their one spelling; or why the contact cannot become this one. That another customer has it is an answer about an account:
 * `asker` stands in the audit log for it.
 */
export async function readContactChange(
  db: Queryable,
  { customer: name, to: typed }: ContactInput,
  asker: (StaffInput & Pick<StaffPorts, 'recordAudit'>) | null,
): Promise<{ customer: Customer; to: string } | { refused: Sentence }> {
  const customer = await namedCustomer(db, name);
  if (customer === null) return { refused: noSuchCustomer(name) };
  if (customer.status === 'CLOSED') return { refused: customerLeft(customer.id) };
  const to = normaliseAccount(typed);
  if (to === null) return { refused: say.notContact(typed) };
  if (to === customer.account) return { refused: say.hasContact(customer.id, to) };
  const holder = await findCustomer(db, to);
  if (holder === null) return { customer, to };
  if (asker !== null) {
    const { recordAudit, now: at, authority, reason } = asker;
    const detail = { account: to, found: 1 };
    await recordAudit(db, { at, authority, action: 'customer:search', subject: 'customers', reason, detail });
  }
  return { refused: say.inUse(to) };
}

/**
 * Sends a code to the new contact, and one to the old contact unless that is lost: then the old one is warned instead. Codes
 * count under the same caps as all others.
 */
export function sendContactCodes(
  deps: ContactDeps,
  { hasOldContact, ...input }: ContactInput & { hasOldContact: boolean },
  staff: StaffInput,
): Promise<ConsoleResult> {
  const { authority, reason, now } = staff;
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const change = await readContactChange(dbTx, input, { ...deps, ...staff });
    if ('refused' in change) return change;
    const { customer, to } = change;
    await lockCodeRequests(dbTx);
    const recipients = hasOldContact ? [to, customer.account] : [to];
    for (const recipient of recipients) {
      const request = { ...purposeOf(customer.id, to, recipient), deviceId: null, isKnownDevice: false, now };
      const freeAt = await nextCodeAt(dbTx, request, deps.codesPerDay);
      if (freeAt !== null) return { refused: say.tooManyCodes(recipient, freeAt) };
    }
    for (const recipient of recipients) await sendCode(dbTx, deps, { customer, to, recipient, now });
    if (!hasOldContact) await warnOldContact(dbTx, deps, customer, { to, now });
    const subject = `customer ${customer.id}`;
    const detail = { from: customer.account, to, lost: String(!hasOldContact) };
    await deps.recordAudit(dbTx, { at: now, authority, action: 'customer:contact-code', subject, reason, detail });
    return { done: say.codesSent(recipients, codeLives / 60_000) };
  });
}

/** A text that no budget holds back, and a notice with the link that freezes. */
async function warnOldContact(
  dbTx: Transaction,
  { queueNotices, announce }: ContactDeps,
  { id: customerId, account }: Customer,
  { to, now }: { to: string; now: Date },
): Promise<void> {
  await queueNotices(dbTx, [{ to: account, text: replacementRequested(to) }]);
  await announce(dbTx, { kind: 'CONTACT_LOST', customerId, at: now, detail: { to: maskAccount(to) }, via: to });
}

async function sendCode(
  dbTx: Transaction,
  { pepper, sendMessage, announce }: ContactDeps,
  { customer, to, recipient, now }: { customer: Customer; to: string; recipient: string; now: Date },
): Promise<void> {
  const purpose = purposeOf(customer.id, to, recipient);
  const code = newCode();
  const expiresAt = new Date(now.getTime() + codeLives);
  const codeHash = hashCode(pepper, codeContext(purpose), code);
  await insertCode(dbTx, { ...purpose, deviceId: null, codeHash, sentAt: now, expiresAt });
  await sendMessage(dbTx, { to: recipient, scene: 'CHANGE_CONTACT', code }, expiresAt);
  const detail = { scene: 'CHANGE_CONTACT', to: maskAccount(to) };
  await announce(dbTx, { kind: 'CODE_SENT', customerId: customer.id, at: now, detail, via: recipient });
}
