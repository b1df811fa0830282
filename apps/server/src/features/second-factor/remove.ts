import type { Input } from '@lode/contract';
import { type CustomerName, noSuchCustomer } from '../../platform/commands/customer-options.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/context.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { StaffInput, StaffResult } from '../../platform/staff/staff-command.ts';
import { proveSecondFactor } from './prove-second-factor.ts';
import { insertSecondFactorRemoval, readState } from './second-factor.store.ts';
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
  const { customerId, account } = session;
  const refused = await deps.checkLoginPassword(session, password);
  if (refused !== null) return refused;
  const codeProof = await deps.proveCode({ account, scene: 'SECOND_FACTOR', code, now });
  if (isRefusal(codeProof)) return codeProof;
  const factorProof = await proveSecondFactor(deps, { customerId, given: secondFactor, now });
  if (factorProof === null) return refuse('notOperable');
  if (isRefusal(factorProof)) return factorProof;
  return deps.database.transaction(async (dbTx) => {
    const used = (await codeProof.useUp(dbTx)) ?? (await factorProof.useUp(dbTx));
    if (used !== null) return used;
    const heldUntil = new Date(now.getTime() + heldForMs);
    await insertSecondFactorRemoval(dbTx, { customerId, at: now, heldUntil, staff: null });
    await deps.announce(dbTx, { kind: 'SECOND_FACTOR_REMOVED', customerId, at: now });
    return null;
  });
}

/** What the second person reads; or why nothing can be removed now. */
export async function describeRemoval(
  deps: LostDeviceDeps,
  name: CustomerName,
): Promise<{ summary: string } | { refused: string }> {
  const customer = await deps.findNamedCustomer(deps.database, name);
  if (customer === null) return { refused: noSuchCustomer(name) };
  if ((await readState(deps.database, customer.id)) === null) return { refused: noneSet(customer.id) };
  const { id, account } = customer;
  return {
    summary: `customer ${id} (${account}) has lost the second factor: it is removed, withdrawals are held for 72 h`,
  };
}

const noneSet = (id: bigint) => `customer ${id} has no second factor`;

/** For two people: the customer has lost the device and every recovery code. */
export function removeLostFactor(
  deps: LostDeviceDeps,
  name: CustomerName,
  { authority, reason, now }: StaffInput,
): Promise<StaffResult> {
  return deps.database.transaction(async (dbTx): Promise<StaffResult> => {
    const customer = await deps.findNamedCustomer(dbTx, name);
    if (customer === null) return { refused: noSuchCustomer(name) };
    const { id: customerId } = customer;
    if ((await readState(dbTx, customerId)) === null) return { refused: noneSet(customerId) };
    const heldUntil = new Date(now.getTime() + heldForMs);
    const staff = { by: authority.by.id, approvedBy: authority.approver?.id ?? null };
    await insertSecondFactorRemoval(dbTx, { customerId, at: now, heldUntil, staff });
    await deps.announce(dbTx, { kind: 'SECOND_FACTOR_REMOVED', customerId, at: now });
    const [action, until] = ['customer:second-factor-remove', heldUntil.toISOString()];
    const detail = { heldUntil: until };
    await deps.recordAudit(dbTx, { at: now, authority, action, subject: `customer ${customerId}`, reason, detail });
    return { done: `customer ${customerId} has no second factor; withdrawals held until ${until}` };
  });
}
