import { one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const known = query(
  'identity.known-device',
  `select exists (
     select from customer_device
     where customer_id = (select id from customer where account = $1) and device_id = $2
       and (known_since <= $3 or (is_first and customer_since > $4))
   ) as "isKnown"`,
).as<{ isKnown: boolean }>();

/**
 * The account's first device, or one that logged in before `since`. An account older than `sessionsKept` may have lost the session
 * of its first.
 */
export async function isKnownDevice(
  db: Queryable,
  { account, deviceId, since, sessionsKept }: { account: string; deviceId: string; since: Date; sessionsKept: Date },
): Promise<boolean> {
  return (await one(db, known, [account, deviceId, since, sessionsKept])).isKnown;
}
