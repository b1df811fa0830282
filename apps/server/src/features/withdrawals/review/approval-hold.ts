import type { ApprovalHold } from '@lode/signing';
import type { Queryable } from '../../../platform/db/database.ts';
import { knownSince } from '../request/address-book.repository.ts';
import { readCustomerGuard, readSecurityHoldFacts } from '../request/security-hold.repository.ts';
import { type SecurityHoldFacts, securityHoldOf } from '../request/security-hold.ts';
import { isDestinationRemoved } from '../treasury/destination.repository.ts';
import type { CustomerWithdrawal } from '../withdrawal.repository.ts';

/** Why a withdrawal cannot be approved now; null when it can. */
export async function approvalHold(
  db: Queryable,
  { customerId, destinationId }: Record<'customerId' | 'destinationId', bigint | null>,
  { holdHours, now }: { holdHours: number; now: Date },
): Promise<ApprovalHold | null> {
  if (customerId === null) {
    const isRemoved = destinationId !== null && (await isDestinationRemoved(db, destinationId));
    return isRemoved ? { reason: 'DESTINATION_REMOVED', until: null } : null;
  }
  const { isActive, ...holds } = await readCustomerGuard(db, customerId);
  if (!isActive) return { reason: 'CUSTOMER_DISABLED', until: null };
  const facts = { ...holds, deviceSince: null, isFirstDevice: true };
  const hold = securityHoldOf(facts, { hours: holdHours, now });
  if (hold === null) return null;
  if (hold.until === null) return { reason: 'FROZEN', until: null };
  return { reason: whatHolds(holds, now), until: hold.until.toISOString() };
}

function whatHolds(
  { contactHeldUntil, secondFactorHeldUntil }: Pick<SecurityHoldFacts, 'contactHeldUntil' | 'secondFactorHeldUntil'>,
  now: Date,
): ApprovalHold['reason'] {
  if (contactHeldUntil !== null && contactHeldUntil > now) return 'CONTACT_REPLACED';
  if (secondFactorHeldUntil !== null && secondFactorHeldUntil > now) return 'SECOND_FACTOR_REMOVED';
  return 'PASSWORD_CHANGED';
}

/** Auto-approval checks device and address again, because no person does. */
export async function isHeldForAutoApproval(
  db: Queryable,
  { customerId, network, addressKey, deviceId }: CustomerWithdrawal & { deviceId: string | null },
  { holdHours: hours, now }: { holdHours: number; now: Date },
): Promise<boolean> {
  const [{ isActive }, facts, addressSince] = await Promise.all([
    readCustomerGuard(db, customerId),
    readSecurityHoldFacts(db, { customerId, deviceId, now }),
    knownSince(db, customerId, network, addressKey),
  ]);
  return !isActive || securityHoldOf(facts, { hours, now, addressSince }) !== null;
}
