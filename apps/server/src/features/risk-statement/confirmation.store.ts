import { type DbTx, many, maybeOne, statement } from '../../platform/db/database.ts';

const find = statement<{ at: Date }>(
  'risk-confirmation.find',
  'select confirmed_at as at from risk_confirmation where customer_id = $1 and version = $2',
);

export async function hasConfirmed(dbTx: DbTx, customerId: bigint, version: string): Promise<boolean> {
  return (await maybeOne(dbTx, find, [customerId, version])) !== null;
}

export interface Confirmation {
  customerId: bigint;
  version: string;
  contentHash: Buffer;
  deviceId: string | null;
  now: Date;
}

const insert = statement(
  'risk-confirmation.insert',
  `insert into risk_confirmation (customer_id, version, content_hash, device_id, confirmed_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing`,
);

/** The first confirmation of a version is the one that stays. */
export async function keepConfirmation(
  dbTx: DbTx,
  { customerId, version, contentHash, deviceId, now }: Confirmation,
): Promise<void> {
  await many(dbTx, insert, [customerId, version, contentHash, deviceId, now]);
}
