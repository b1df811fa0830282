import { execute, many, maybeOne, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

const factors = query(
  'staff-factors.read',
  `select (select sealed_secret from staff_totp where staff_id = $1 and confirmed_at is not null) as "sealedSecret",
     coalesce((select last_step::float8 from staff_totp where staff_id = $1), 0) as "lastStep",
     (select count(*)::int from staff_passkey where staff_id = $1) as passkeys`,
).as<{ sealedSecret: Buffer | null; lastStep: number; passkeys: number }>();

/** What a member has set up beside the password; `sealedSecret` is null without a confirmed app. */
export function readFactors(db: Queryable, staffId: bigint) {
  return one(db, factors, [staffId]);
}

const begin = query(
  'staff-totp.begin',
  `insert into staff_totp (staff_id, sealed_secret, started_at) values ($1, $2, $3)
   on conflict (staff_id) do update set sealed_secret = excluded.sealed_secret, started_at = excluded.started_at
     where staff_totp.confirmed_at is null
   returning staff_id as "staffId"`,
).as<{ staffId: bigint }>();

/** False when an app is set up already. */
export async function beginTotp(db: Queryable, staffId: bigint, sealedSecret: Buffer, now: Date): Promise<boolean> {
  return (await maybeOne(db, begin, [staffId, sealedSecret, now])) !== null;
}

const open = query(
  'staff-totp.open',
  `select sealed_secret as "sealedSecret", started_at as "startedAt" from staff_totp where staff_id = $1 and confirmed_at is null`,
).as<{ sealedSecret: Buffer; startedAt: Date }>();

export function readOpenTotp(db: Queryable, staffId: bigint) {
  return maybeOne(db, open, [staffId]);
}

const confirm = query('staff-totp.confirm', 'select confirm_totp($1, $2, $3) as "isConfirmed"').as<{
  isConfirmed: boolean;
}>();

/** Writes the audit line, and ends every session of the member. */
export async function confirmTotp(
  db: Queryable,
  confirmed: { staffId: bigint; step: number; now: Date },
): Promise<boolean> {
  const { staffId, step, now } = confirmed;
  return (await one(db, confirm, [staffId, step, now])).isConfirmed;
}

const useStep = query(
  'staff-totp.use-step',
  `update staff_totp set last_step = $2 where staff_id = $1 and confirmed_at is not null and last_step < $2
   returning staff_id as "staffId"`,
).as<{ staffId: bigint }>();

/** False when this code or a newer one was used. */
export async function spendTotpStep(db: Queryable, staffId: bigint, step: number): Promise<boolean> {
  return (await maybeOne(db, useStep, [staffId, step])) !== null;
}

export interface PasskeyRow {
  staffId: bigint;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
}

const passkey = query(
  'staff-passkey.read',
  `select staff_id as "staffId", credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter
   from staff_passkey where credential_id = $1`,
).as<PasskeyRow>();

export function findPasskey(db: Queryable, credentialId: string): Promise<PasskeyRow | null> {
  return maybeOne(db, passkey, [credentialId]);
}

const passkeys = query(
  'staff-passkey.of',
  'select credential_id as "credentialId" from staff_passkey where staff_id = $1 order by id',
).as<{ credentialId: string }>();

export async function passkeysOf(db: Queryable, staffId: bigint): Promise<string[]> {
  return (await many(db, passkeys, [staffId])).map(({ credentialId }) => credentialId);
}

const used = query(
  'staff-passkey.used',
  'update staff_passkey set counter = $2, last_used_at = $3 where credential_id = $1 and (counter < $2 or counter = 0 and $2 = 0)',
);

/** False for a counter that went back: then there are two of the key. */
export async function notePasskeyUse(
  db: Queryable,
  credentialId: string,
  counter: number,
  now: Date,
): Promise<boolean> {
  return (await execute(db, used, [credentialId, counter, now])) === 1;
}

const add = query('staff-passkey.add', 'select add_passkey($1, $2, $3, $4, $5, $6) as "isAdded"').as<{
  isAdded: boolean;
}>();

/** False for a member who has the most already. */
export async function addPasskey(db: Queryable, key: PasskeyRow & { label: string; now: Date }): Promise<boolean> {
  const { staffId, credentialId, publicKey, counter, label, now } = key;
  return (await one(db, add, [staffId, credentialId, publicKey, counter, label, now])).isAdded;
}

const challenge = query(
  'staff-challenge.add',
  'insert into staff_challenge (challenge, staff_id, expires_at) values ($1, $2, $3)',
);

export async function keepChallenge(
  db: Queryable,
  text: string,
  staffId: bigint | null,
  expiresAt: Date,
): Promise<void> {
  await execute(db, challenge, [text, staffId, expiresAt]);
}

const spend = query(
  'staff-challenge.spend',
  'delete from staff_challenge where challenge = $1 and staff_id is not distinct from $2 and expires_at > $3 returning challenge',
).as<{ challenge: string }>();

/** True once for each challenge. */
export async function spendChallenge(db: Queryable, text: string, staffId: bigint | null, now: Date): Promise<boolean> {
  return (await maybeOne(db, spend, [text, staffId, now])) !== null;
}
