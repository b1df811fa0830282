import { maybeOne, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { SecurityHoldFacts } from './security-hold.ts';

const guard = query(
  'withdrawals.guard',
  `select is_active as "isActive", is_frozen as "isFrozen", password_changed_at as "passwordChangedAt",
     contact_held_until as "contactHeldUntil", second_factor_held_until as "secondFactorHeldUntil"
   from customer_guard where customer_id = $1`,
).as<{
  isActive: boolean;
  isFrozen: boolean;
  passwordChangedAt: Date | null;
  contactHeldUntil: Date | null;
  secondFactorHeldUntil: Date | null;
}>();

export function readCustomerGuard(db: Queryable, customerId: bigint) {
  return one(db, guard, [customerId]);
}

/** How long sessions are kept at least; an older account has no known first device. */
const sessionsKeptDays = 180;

const device = query(
  'withdrawals.device',
  `select known_since as "knownSince", is_first and customer_since > $3::timestamptz - make_interval(days => $4::int) as "isFirst"
   from customer_device where customer_id = $1 and device_id = $2`,
).as<{ knownSince: Date; isFirst: boolean }>();

export async function readSecurityHoldFacts(
  db: Queryable,
  { customerId, deviceId, now }: { customerId: bigint; deviceId: string | null; now: Date },
): Promise<SecurityHoldFacts> {
  const { isActive: _, ...holds } = await readCustomerGuard(db, customerId);
  const known = deviceId === null ? null : await maybeOne(db, device, [customerId, deviceId, now, sessionsKeptDays]);
  const { knownSince: deviceSince = null, isFirst: isFirstDevice = false } = known ?? {};
  return { ...holds, deviceSince, isFirstDevice };
}
