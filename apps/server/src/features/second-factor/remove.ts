import type { Input } from '@lode/contract';
import { type CustomerName, noSuchCustomer } from '../../platform/commands/customer-options.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { RequestContext, Session } from '../../platform/http/context.ts';
import { rowId } from '../../platform/http/page.ts';
import { isRefusal, notFound, type Refusal, refuse } from '../../platform/http/refusal.ts';
import type { Proof } from '../../platform/money-call/proof.ts';
import { throughNoContact } from '../../platform/security-event.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { Described } from '../../platform/staff/proposable-command.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { readPasskeys } from './passkeys/passkey.store.ts';
import { factorChange, proveSecondFactor } from './prove-second-factor.ts';
import { insertSecondFactorRemoval, readState } from './second-factor.store.ts';
import * as say from './sentences.zh.ts';
import type { SetUpDeps } from './set-up.ts';

/** How long withdrawals are held after a second factor was removed; no setting shortens it. */
const heldForMs = 72 * 60 * 60_000;

export interface LostDeviceDeps extends SetUpDeps, Pick<StaffPorts, 'recordAudit'> {
  readonly findNamedCustomer: (db: Queryable, name: CustomerName) => Promise<{ id: bigint; account: string } | null>;
}

/** By its customer: with the factor itself, the login password and a one-time code. */
export async function removeFactor(
  deps: SetUpDeps,
  { session, now }: RequestContext,
  { password, code, secondFactor }: Input<'secondFactorRemove'>,
): Promise<null | Refusal> {
  const { customerId } = session;
  if (!(await readState(deps.database, customerId))?.setAt) return refuse('notOperable');
  const proofs = await proveRemoval(deps, session, { password, code, secondFactor, now });
  if (isRefusal(proofs)) return proofs;
  return deps.database.transaction(async (dbTx) => {
    const used = await proofs.useUp(dbTx);
    if (used !== null) return used;
    const heldUntil = new Date(now.getTime() + heldForMs);
    await insertSecondFactorRemoval(dbTx, { customerId, passkeyId: null, at: now, heldUntil, staff: null });
    await deps.announce(dbTx, { kind: 'SECOND_FACTOR_REMOVED', customerId, at: now });
    return null;
  });
}

/** The same of one passkey; a customer without another factor is asked for none from then on. */
export async function removePasskey(
  deps: SetUpDeps,
  { session, now }: RequestContext,
  { id, password, code, secondFactor }: Input<'passkeyRemove'>,
): Promise<null | Refusal> {
  const { customerId } = session;
  const passkeyId = rowId(id);
  const own = (await readPasskeys(deps.database, customerId)).find((passkey) => passkey.id === passkeyId);
  if (own === undefined) return notFound();
  const proofs = await proveRemoval(deps, session, { password, code, secondFactor, now });
  if (isRefusal(proofs)) return proofs;
  return deps.database.transaction(async (dbTx) => {
    const used = await proofs.useUp(dbTx);
    if (used !== null) return used;
    const heldUntil = new Date(now.getTime() + heldForMs);
    await insertSecondFactorRemoval(dbTx, { customerId, passkeyId: own.id, at: now, heldUntil, staff: null });
    await deps.announce(dbTx, { kind: 'PASSKEY_REMOVED', customerId, at: now });
    return null;
  });
}

async function proveRemoval(
  deps: SetUpDeps,
  session: Session,
  { password, code, secondFactor, now }: { password: string; code: string; secondFactor: string; now: Date },
): Promise<Proof | Refusal> {
  const { account, customerId } = session;
  const refused = await deps.checkLoginPassword(session, password);
  if (refused !== null) return refused;
  const codeProof = await deps.proveCode({ account, scene: 'SECOND_FACTOR', code, now });
  if (isRefusal(codeProof)) return codeProof;
  const factorProof = await proveSecondFactor(deps, { customerId, given: secondFactor, madeFor: factorChange, now });
  if (factorProof === null) return refuse('notOperable');
  if (isRefusal(factorProof)) return factorProof;
  return { useUp: async (dbTx) => (await codeProof.useUp(dbTx)) ?? factorProof.useUp(dbTx) };
}

/** What the second person reads; or why nothing can be removed now. */
export async function describeRemoval(deps: LostDeviceDeps, name: CustomerName): Promise<Described> {
  const customer = await deps.findNamedCustomer(deps.database, name);
  if (customer === null) return { refused: noSuchCustomer(name) };
  if ((await readState(deps.database, customer.id)) === null) return { refused: say.noneSet(customer.id) };
  const { id, account } = customer;
  const summary = say.removal(id, account);
  return { summary, event: { kind: 'SECOND_FACTOR_LOST', customerId: id, via: throughNoContact } };
}

/** For two people: the customer has lost the device and every recovery code. */
export function removeLostFactor(
  deps: LostDeviceDeps,
  name: CustomerName,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const customer = await deps.findNamedCustomer(dbTx, name);
    if (customer === null) return { refused: noSuchCustomer(name) };
    const { id: customerId } = customer;
    if ((await readState(dbTx, customerId)) === null) return { refused: say.noneSet(customerId) };
    const heldUntil = new Date(now.getTime() + heldForMs);
    const staff = { by: authority.by.id, approvedBy: authority.approver?.id ?? null };
    await insertSecondFactorRemoval(dbTx, { customerId, passkeyId: null, at: now, heldUntil, staff });
    await deps.announce(dbTx, { kind: 'SECOND_FACTOR_REMOVED', customerId, at: now, via: throughNoContact });
    const [action, until] = ['customer:second-factor-remove', heldUntil.toISOString()];
    const detail = { heldUntil: until };
    await deps.recordAudit(dbTx, { at: now, authority, action, subject: `customer ${customerId}`, reason, detail });
    return { done: say.removed(customerId, heldUntil) };
  });
}
