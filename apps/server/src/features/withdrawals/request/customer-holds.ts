import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

export interface CustomerHold {
  reason: 'FROZEN' | 'PASSWORD_CHANGED' | 'CONTACT_REPLACED' | 'SECOND_FACTOR_REMOVED' | 'NEW_DEVICE' | 'NEW_ADDRESS';
  /** Null: two of the staff end it. */
  until: Date | null;
  /** Why it is frozen; the device or the address that is new. */
  about: string | null;
}

/** As `security-hold.ts` decides on one withdrawal, of everything that a customer could withdraw with. */
const holds = query(
  'withdrawals.customer-holds',
  `select reason, "until", about from (
     select 'FROZEN' as reason, null::timestamptz as "until", reason as about, 1 as place
     from customer_freeze where customer_id = $1 and lifted_at is null
     union all
     select 'PASSWORD_CHANGED', password_changed_at + make_interval(hours => $3::int), null, 2
     from customer_guard where customer_id = $1
     union all
     select 'CONTACT_REPLACED', contact_held_until, null, 3 from customer_guard where customer_id = $1
     union all
     select 'SECOND_FACTOR_REMOVED', second_factor_held_until, null, 4 from customer_guard where customer_id = $1
     union all
     select 'NEW_DEVICE', known_since + make_interval(hours => $3::int), (
       select concat_ws(' · ', coalesce(model, system), browser) from session newest
       where newest.customer_id = $1 and newest.device_id = device.device_id order by created_at desc limit 1), 5
     from customer_device device where customer_id = $1 and not is_first
     union all
     select 'NEW_ADDRESS', added_at + make_interval(hours => $3::int), address, 6
     from withdrawal_address where customer_id = $1
   ) hold
   where reason = 'FROZEN' or "until" > $2
   order by place, "until" desc limit 50`,
).as<CustomerHold>();

/** What holds withdrawals of a customer now, and until when; new devices and addresses hold those that use them. */
export function readCustomerHolds(
  db: Queryable,
  customerId: bigint,
  now: Date,
  hours: number,
): Promise<CustomerHold[]> {
  return many(db, holds, [customerId, now, hours]);
}
