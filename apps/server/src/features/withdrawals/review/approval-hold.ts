import type { DbTx } from '../../../platform/db/database.ts';
import { knownSince } from '../request/address-book.repository.ts';
import { readGuard, readHoldFacts } from '../request/security-hold.repository.ts';
import { holdOf } from '../request/security-hold.ts';
import type { Withdrawal } from '../withdrawal.repository.ts';

/** Why this customer's withdrawals may not be approved now, in words. */
export async function heldApproval(
  dbTx: DbTx,
  { customerId }: Withdrawal,
  { holdHours, now }: { holdHours: number; now: Date },
): Promise<string | null> {
  const { isActive, isFrozen, passwordChangedAt } = await readGuard(dbTx, customerId);
  if (!isActive) return 'the customer is disabled';
  const facts = { isFrozen, passwordChangedAt, deviceSince: null, isFirstDevice: true };
  const hold = holdOf(facts, { hours: holdHours, now });
  if (hold === null) return null;
  return hold.until === null
    ? 'the customer is frozen: customer:unfreeze'
    : `a password was changed: it cannot be approved before ${hold.until.toISOString()}`;
}

/** Where nobody looks: all of that, and device and address as they stand now. */
export async function isHeldForRule(
  dbTx: DbTx,
  { customerId, network, addressKey, deviceId }: Withdrawal & { deviceId: string | null },
  { holdHours: hours, now }: { holdHours: number; now: Date },
): Promise<boolean> {
  if (!(await readGuard(dbTx, customerId)).isActive) return true;
  const facts = await readHoldFacts(dbTx, { customerId, deviceId, now });
  const addressSince = await knownSince(dbTx, customerId, network, addressKey);
  return holdOf(facts, { hours, now, addressSince }) !== null;
}
