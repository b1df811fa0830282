import { inOrder } from '../../../platform/db/asked-rows.ts';
import { many, one, type Queryable } from '../../../platform/db/database.ts';
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

/** Of customers who have a guard row. */
const holdFacts = query(
  'withdrawals.hold-facts',
  `select asked.place::int as place, is_frozen as "isFrozen", password_changed_at as "passwordChangedAt",
     contact_held_until as "contactHeldUntil", second_factor_held_until as "secondFactorHeldUntil", known_since as "deviceSince",
     coalesce(is_first and customer_since > asked.now - make_interval(days => $4::int), false) as "isFirstDevice"
   from unnest((select $1::bigint[]), (select $2::text[]), (select $3::timestamptz[])) with ordinality asked (customer, device, now, place)
   join customer_guard guard on guard.customer_id = asked.customer
   -- Row by row: of all devices the view would be worked out as a whole.
   left join lateral (
     select * from customer_device device where device.customer_id = asked.customer and device.device_id = asked.device offset 0
   ) device on true`,
).as<SecurityHoldFacts & { place: number }>();

/** Whose withdrawal, from which device, when. */
interface HoldQuestion {
  customerId: bigint;
  deviceId: string | null;
  now: Date;
}

/** In the order of the questions. */
export async function readAllSecurityHoldFacts(
  db: Queryable,
  questions: readonly HoldQuestion[],
): Promise<SecurityHoldFacts[]> {
  const rows = await many(db, holdFacts, [
    questions.map(({ customerId }) => customerId),
    questions.map(({ deviceId }) => deviceId),
    questions.map(({ now }) => now),
    sessionsKeptDays,
  ]);
  return inOrder(questions.length, rows);
}

export async function readSecurityHoldFacts(db: Queryable, question: HoldQuestion): Promise<SecurityHoldFacts> {
  const [facts] = await readAllSecurityHoldFacts(db, [question]);
  return facts as SecurityHoldFacts;
}
