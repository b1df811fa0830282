import { answerOf, refusedWith } from '../../platform/http/console/answer.ts';
import type { ConsolePart, StaffContext } from '../../platform/http/console/console-context.ts';
import { inputOf } from '../../platform/http/console/staff-call.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { customerLeft, noCustomer } from '../../platform/staff/refusals.zh.ts';
import { setCustomerStatus } from './change-customer-status.ts';
import { changeDetails } from './change-details.ts';
import { changeProvedContact, proveContact } from './contact/change-contact.ts';
import { type ContactDeps, sendContactCodes } from './contact/send-contact-codes.ts';
import { createByStaff } from './create-by-staff.ts';
import { endSessionsByStaff } from './end-sessions-by-staff.ts';
import { statusUnchanged } from './sentences.zh.ts';

type IdentityCall =
  | 'createCustomer'
  | 'disableCustomer'
  | 'enableCustomer'
  | 'endCustomerSessions'
  | 'changeCustomer'
  | 'sendContactCodes'
  | 'changeContact'
  | 'proveContact';

/** What one member of the staff changes of a customer, by the use cases of the commands. */
export function identityConsole(deps: ContactDeps & AnnouncePort): ConsolePart<IdentityCall> {
  const { database } = deps;
  return {
    async createCustomer(context, { reason, ...typed }) {
      const created = await createByStaff(deps, typed, inputOf(context, reason));
      return 'refused' in created ? refusedWith(created.refused) : { id: String(created.id) };
    },
    disableCustomer: async (context, { id, reason }) => setStatus(context, id, 'DISABLED', reason),
    enableCustomer: async (context, { id, reason }) => setStatus(context, id, 'ACTIVE', reason),
    endCustomerSessions: async (context, { id, reason }) =>
      answerOf(await endSessionsByStaff(deps, { id }, inputOf(context, reason))),
    changeCustomer: async (context, { id, nickname, addTags = [], removeTags = [], reason }) =>
      answerOf(
        await changeDetails(
          deps,
          { customer: { id }, nickname: nickname?.trim(), addTags, removeTags },
          inputOf(context, reason),
        ),
      ),
    sendContactCodes: async (context, { id, to, hasOldContact, reason }) =>
      answerOf(await sendContactCodes(deps, { customer: { id }, to, hasOldContact }, inputOf(context, reason))),
    changeContact: async (context, { id, to, code, oldCode, reason }) =>
      answerOf(await changeProvedContact(deps, { customer: { id }, to, code, oldCode }, inputOf(context, reason))),
    proveContact: async (context, { id, to, code, reason }) =>
      answerOf(await proveContact(deps, { customer: { id }, to, code }, inputOf(context, reason))),
  };

  async function setStatus(
    context: StaffContext,
    id: string,
    status: 'ACTIVE' | 'DISABLED',
    reason: string,
  ): Promise<null | Refusal> {
    const outcome = await setCustomerStatus(database, deps, { customer: { id }, status, ...inputOf(context, reason) });
    if (outcome === 'changed') return null;
    if (outcome === 'unchanged') return refusedWith(statusUnchanged(id, status));
    return refusedWith(outcome === 'has-left' ? customerLeft(id) : noCustomer(id));
  }
}
