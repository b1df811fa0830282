import type { Queryable } from '../../../platform/db/database.ts';
import { knownSince } from '../request/address-book.repository.ts';
import { readCustomerGuard, readSecurityHoldFacts } from '../request/security-hold.repository.ts';
import { securityHoldOf } from '../request/security-hold.ts';
import type { Withdrawal } from '../withdrawal.repository.ts';

/** Why this customer's withdrawals cannot be approved now, as text; null when they can. */
export async function approvalHold(
  db: Queryable,
  { customerId }: Withdrawal,
  { holdHours, now }: { holdHours: number; now: Date },
): Promise<string | null> {
  const { isActive, isFrozen, passwordChangedAt } = await readCustomerGuard(db, customerId);
  if (!isActive) return 'the customer is disabled';
  const facts = { isFrozen, passwordChangedAt, deviceSince: null, isFirstDevice: true };
  const hold = securityHoldOf(facts, { hours: holdHours, now });
  if (hold === null) return null;
  return hold.until === null
    ? 'the customer is frozen: customer:unfreeze'
    : `a password was changed: it cannot be approved before ${hold.until.toISOString()}`;
}

/** Auto-approval checks device and address again, because no person does. */
export async function isHeldForAutoApproval(
  db: Queryable,
  { customerId, network, addressKey, deviceId }: Withdrawal & { deviceId: string | null },
  { holdHours: hours, now }: { holdHours: number; now: Date },
): Promise<boolean> {
  if (!(await readCustomerGuard(db, customerId)).isActive) return true;
  const facts = await readSecurityHoldFacts(db, { customerId, deviceId, now });
  const addressSince = await knownSince(db, customerId, network, addressKey);
  return securityHoldOf(facts, { hours, now, addressSince }) !== null;
}
