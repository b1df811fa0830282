import type { Queryable } from '../../../platform/db/database.ts';
import { knownSince } from '../request/address-book.repository.ts';
import { readCustomerGuard, readSecurityHoldFacts } from '../request/security-hold.repository.ts';
import { type SecurityHoldFacts, securityHoldOf } from '../request/security-hold.ts';
import { isDestinationRemoved } from '../treasury/destination.repository.ts';
import type { CustomerWithdrawal, Withdrawal } from '../withdrawal.repository.ts';

/** Why a withdrawal cannot be approved now, as text; null when it can. */
export async function approvalHold(
  db: Queryable,
  { customerId, destinationId }: Withdrawal,
  { holdHours, now }: { holdHours: number; now: Date },
): Promise<string | null> {
  if (customerId === null)
    return (await isDestinationRemoved(db, destinationId)) ? 'its destination was removed' : null;
  const { isActive, ...holds } = await readCustomerGuard(db, customerId);
  if (!isActive) return 'the customer is disabled';
  const facts = { ...holds, deviceSince: null, isFirstDevice: true };
  const hold = securityHoldOf(facts, { hours: holdHours, now });
  if (hold === null) return null;
  if (hold.until === null) return 'the customer is frozen: customer:unfreeze';
  return `${whatHolds(holds, now)}: it cannot be approved before ${hold.until.toISOString()}`;
}

function whatHolds(
  { contactHeldUntil, secondFactorHeldUntil }: Pick<SecurityHoldFacts, 'contactHeldUntil' | 'secondFactorHeldUntil'>,
  now: Date,
): string {
  if (contactHeldUntil !== null && contactHeldUntil > now) return 'the contact was replaced';
  if (secondFactorHeldUntil !== null && secondFactorHeldUntil > now) return 'a second factor was removed';
  return 'a password was changed';
}

/** Auto-approval checks device and address again, because no person does. */
export async function isHeldForAutoApproval(
  db: Queryable,
  { customerId, network, addressKey, deviceId }: CustomerWithdrawal & { deviceId: string | null },
  { holdHours: hours, now }: { holdHours: number; now: Date },
): Promise<boolean> {
  if (!(await readCustomerGuard(db, customerId)).isActive) return true;
  const facts = await readSecurityHoldFacts(db, { customerId, deviceId, now });
  const addressSince = await knownSince(db, customerId, network, addressKey);
  return securityHoldOf(facts, { hours, now, addressSince }) !== null;
}
