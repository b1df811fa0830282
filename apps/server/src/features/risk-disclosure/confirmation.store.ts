import { execute, many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const findAll = query(
  'risk-confirmation.find-all',
  `select c.customer_id as "customerId" from risk_confirmation c
   where c.customer_id = any((select $1::bigint[])::bigint[])
     and c.version = (select version from content_in_force('AGREEMENT', $2) where name = 'user_sm')`,
).as<{ customerId: bigint }>();

/** Those of the customers who confirmed the version that is in force at a time. */
export async function customersWhoConfirmed(
  db: Queryable,
  customerIds: readonly bigint[],
  now: Date,
): Promise<Set<bigint>> {
  return new Set((await many(db, findAll, [customerIds, now])).map(({ customerId }) => customerId));
}

/** Whether the customer confirmed the version that is in force at a time. */
export async function hasConfirmed(db: Queryable, customerId: bigint, now: Date): Promise<boolean> {
  return (await customersWhoConfirmed(db, [customerId], now)).has(customerId);
}

export interface Confirmation {
  customerId: bigint;
  version: string;
  contentHash: Buffer;
  deviceId: string | null;
  now: Date;
}

const insert = query(
  'risk-confirmation.insert',
  `insert into risk_confirmation (customer_id, version, content_hash, device_id, confirmed_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing`,
);

/** The first confirmation of a version is the one that stays. */
export async function keepConfirmation(
  db: Queryable,
  { customerId, version, contentHash, deviceId, now }: Confirmation,
): Promise<void> {
  await execute(db, insert, [customerId, version, contentHash, deviceId, now]);
}
