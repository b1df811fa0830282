import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

export interface SecondFactor {
  /** Null: the customer has passkeys alone. */
  sealedSecret: Buffer | null;
  startedAt: Date;
  /** Of the app; null: being set up, or there is none. */
  confirmedAt: Date | null;
  hasPasskey: boolean;
  /** An app or a passkey: it is asked for. */
  isSet: boolean;
  lastStep: number;
  failures: number;
  failedAt: Date | null;
}

const locked = lockingQuery(
  'second-factor.lock',
  `select sealed_secret as "sealedSecret", started_at as "startedAt", confirmed_at as "confirmedAt", last_step::float8 as "lastStep",
     failures, failed_at as "failedAt", exists (select from passkey where customer_id = factor.customer_id) as "hasPasskey"
   from second_factor factor where customer_id = $1 for update`,
).as<Omit<SecondFactor, 'isSet'>>();

/** Guesses of one customer take turns under this lock. */
export async function lockSecondFactor(dbTx: Transaction, customerId: bigint): Promise<SecondFactor | null> {
  const row = await maybeOne(dbTx, locked, [customerId]);
  return row && { ...row, isSet: row.confirmedAt !== null || row.hasPasskey };
}

const anySet = query(
  'second-factor.any-set',
  `select customer_id as "customerId" from second_factor factor
   where customer_id = any((select $1::bigint[])::bigint[]) and (confirmed_at is not null or exists (select from passkey where customer_id = factor.customer_id))`,
).as<{ customerId: bigint }>();

/** Those of the customers who have set one. */
export async function customersWithFactor(db: Queryable, customerIds: readonly bigint[]): Promise<Set<bigint>> {
  return new Set((await many(db, anySet, [customerIds])).map(({ customerId }) => customerId));
}

const state = query(
  'second-factor.state',
  `select confirmed_at as "setAt",
     (select count(*)::int from recovery_code code where code.customer_id = factor.customer_id and used_at is null) as "codesLeft"
   from second_factor factor
   where customer_id = $1 and (confirmed_at is not null or exists (select from passkey where customer_id = factor.customer_id))`,
).as<{ setAt: Date | null; codesLeft: number }>();

/** Null: none is set. `setAt` is the app's. */
export function readState(
  db: Queryable,
  customerId: bigint,
): Promise<{ setAt: Date | null; codesLeft: number } | null> {
  return maybeOne(db, state, [customerId]);
}

const start = query(
  'second-factor.start',
  `insert into second_factor (customer_id, sealed_secret, started_at) values ($1, $2, $3)
   on conflict (customer_id) do update set sealed_secret = excluded.sealed_secret, started_at = excluded.started_at
     where second_factor.confirmed_at is null
   returning customer_id as "customerId"`,
).as<{ customerId: bigint }>();

/** False when one is set already. */
export async function startSetUp(db: Queryable, customerId: bigint, sealedSecret: Buffer, now: Date): Promise<boolean> {
  return (await maybeOne(db, start, [customerId, sealedSecret, now])) !== null;
}

const keep = query(
  'second-factor.keep-row',
  `insert into second_factor (customer_id, started_at) values ($1, $2)
   on conflict (customer_id) do update set sealed_secret = null where second_factor.confirmed_at is null`,
);

/** The row of a customer who gets a passkey. An app that is being set up ends: no factor was shown for it. */
export async function keepRow(db: Queryable, customerId: bigint, now: Date): Promise<void> {
  await execute(db, keep, [customerId, now]);
}

const confirm = query(
  'second-factor.confirm',
  `update second_factor set confirmed_at = $2, last_step = $3
   where customer_id = $1 and confirmed_at is null returning customer_id as "customerId"`,
).as<{ customerId: bigint }>();

export async function confirmSetUp(db: Queryable, customerId: bigint, now: Date, step: number): Promise<void> {
  await one(db, confirm, [customerId, now, step]);
}

const insertCodes = query(
  'second-factor.insert-codes',
  'insert into recovery_code (customer_id, code_hash, pepper_id) select $1, hash, $3 from unnest($2::bytea[]) as hash',
);

export async function insertRecoveryCodes(
  db: Queryable,
  customerId: bigint,
  hashes: readonly Buffer[],
  ofPepper: string,
): Promise<void> {
  await execute(db, insertCodes, [customerId, hashes, ofPepper]);
}

const endCodes = query(
  'second-factor.end-codes',
  'update recovery_code set used_at = $2 where customer_id = $1 and used_at is null',
);

/** New ones take their place. */
export async function endRecoveryCodes(db: Queryable, customerId: bigint, now: Date): Promise<void> {
  await execute(db, endCodes, [customerId, now]);
}

const openCode = query(
  'second-factor.open-code',
  `select exists (select from recovery_code where customer_id = $1 and code_hash = $2 and used_at is null) as "isOpen"`,
).as<{ isOpen: boolean }>();

export async function isOpenRecoveryCode(db: Queryable, customerId: bigint, hash: Buffer): Promise<boolean> {
  return (await one(db, openCode, [customerId, hash])).isOpen;
}

const useStep = query(
  'second-factor.use-step',
  `update second_factor set last_step = $2 where customer_id = $1 and confirmed_at is not null and last_step < $2
   returning customer_id as "customerId"`,
).as<{ customerId: bigint }>();

/** False when this code or a newer one was used meanwhile. */
export async function spendStep(db: Queryable, customerId: bigint, step: number): Promise<boolean> {
  return (await maybeOne(db, useStep, [customerId, step])) !== null;
}

const useCode = query(
  'second-factor.use-code',
  `update recovery_code set used_at = $3 where customer_id = $1 and code_hash = $2 and used_at is null
   returning customer_id as "customerId"`,
).as<{ customerId: bigint }>();

export async function spendRecoveryCode(db: Queryable, customerId: bigint, hash: Buffer, now: Date): Promise<boolean> {
  return (await maybeOne(db, useCode, [customerId, hash, now])) !== null;
}

const setFailures = query(
  'second-factor.set-failures',
  'update second_factor set failures = $2, failed_at = $3 where customer_id = $1',
);

export async function keepFailures(
  db: Queryable,
  customerId: bigint,
  failures: number,
  at: Date | null,
): Promise<void> {
  await execute(db, setFailures, [customerId, failures, at]);
}

export interface Removal {
  customerId: bigint;
  at: Date;
  heldUntil: Date;
  /** Null: the app; or everything, by the staff. */
  passkeyId: bigint | null;
  /** Null: by the customer itself. */
  staff: { by: bigint; approvedBy: bigint | null } | null;
}

const insertRemoval = query(
  'second-factor.remove',
  `insert into second_factor_removal (customer_id, removed_at, held_until, staff_id, approved_by, passkey_id)
   values ($1, $2, $3, $4, $5, $6) returning id`,
).as<{ id: bigint }>();

/** The trigger of the table deletes the factor and holds withdrawals. */
export async function insertSecondFactorRemoval(
  db: Queryable,
  { customerId, at, heldUntil, staff, passkeyId }: Removal,
): Promise<void> {
  await one(db, insertRemoval, [customerId, at, heldUntil, staff?.by ?? null, staff?.approvedBy ?? null, passkeyId]);
}
