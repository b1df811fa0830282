import { many, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

export interface PasskeyShown {
  id: bigint;
  name: string;
  addedAt: Date;
  lastUsedAt: Date | null;
  credentialId: Buffer;
  transports: string[];
}

const ofCustomer = query(
  'passkey.of-customer',
  `select id, name, added_at as "addedAt", last_used_at as "lastUsedAt", credential_id as "credentialId", transports
   from passkey where customer_id = $1 order by id`,
).as<PasskeyShown>();

export function readPasskeys(db: Queryable, customerId: bigint): Promise<PasskeyShown[]> {
  return many(db, ofCustomer, [customerId]);
}

export interface StoredPasskey {
  id: bigint;
  customerId: bigint;
  publicKey: Buffer;
  counter: number;
}

const byCredential = query(
  'passkey.by-credential',
  `select id, customer_id as "customerId", public_key as "publicKey", counter::float8 as counter
   from passkey where credential_id = $1`,
).as<StoredPasskey>();

export function findPasskey(db: Queryable, credentialId: Buffer): Promise<StoredPasskey | null> {
  return maybeOne(db, byCredential, [credentialId]);
}

export interface NewPasskey {
  customerId: bigint;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  name: string;
  at: Date;
}

const insert = query(
  'passkey.insert',
  `insert into passkey (customer_id, credential_id, public_key, counter, transports, name, added_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning id`,
).as<{ id: bigint }>();

/** False when the credential is enrolled already. */
export async function insertPasskey(db: Queryable, passkey: NewPasskey): Promise<boolean> {
  const { customerId, credentialId, publicKey, counter, transports, name, at } = passkey;
  return (await maybeOne(db, insert, [customerId, credentialId, publicKey, counter, transports, name, at])) !== null;
}

const use = query(
  'passkey.use',
  `update passkey set counter = $2, last_used_at = $3 where id = $1 and (counter < $2 or counter = 0 and $2 = 0)
   returning id`,
).as<{ id: bigint }>();

/** False when a signature with this counter or a later one was used meanwhile. */
export async function usePasskey(db: Queryable, id: bigint, counter: number, at: Date): Promise<boolean> {
  return (await maybeOne(db, use, [id, counter, at])) !== null;
}
