import { execute, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

export interface SecondFactor {
  sealedSecret: Buffer;
  startedAt: Date;
  /** Null: being set up, nothing asks for it yet. */
  confirmedAt: Date | null;
  lastStep: number;
  failures: number;
  failedAt: Date | null;
}

const locked = lockingQuery(
  'second-factor.lock',
  `select sealed_secret as "sealedSecret", started_at as "startedAt", confirmed_at as "confirmedAt", last_step::float8 as "lastStep",
     failures, failed_at as "failedAt"
   from second_factor where customer_id = $1 for update`,
).as<SecondFactor>();

/** Guesses of one customer take turns under this lock. */
export function lockSecondFactor(dbTx: Transaction, customerId: bigint): Promise<SecondFactor | null> {
  return maybeOne(dbTx, locked, [customerId]);
}

const state = query(
  'second-factor.state',
  `select confirmed_at as "setAt",
     (select count(*)::int from recovery_code code where code.customer_id = factor.customer_id and used_at is null) as "codesLeft"
   from second_factor factor where customer_id = $1 and confirmed_at is not null`,
).as<{ setAt: Date; codesLeft: number }>();

/** Null: none is set. */
export function readState(db: Queryable, customerId: bigint): Promise<{ setAt: Date; codesLeft: number } | null> {
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
  'insert into recovery_code (customer_id, code_hash) select $1, hash from unnest($2::bytea[]) as hash',
);

export async function insertRecoveryCodes(db: Queryable, customerId: bigint, hashes: readonly Buffer[]): Promise<void> {
  await execute(db, insertCodes, [customerId, hashes]);
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
  /** Null: by the customer itself. */
  staff: { by: bigint; approvedBy: bigint | null } | null;
}

const insertRemoval = query(
  'second-factor.remove',
  `insert into second_factor_removal (customer_id, removed_at, held_until, staff_id, approved_by)
   values ($1, $2, $3, $4, $5) returning id`,
).as<{ id: bigint }>();

/** The trigger of the table deletes the factor and holds withdrawals. */
export async function insertSecondFactorRemoval(
  db: Queryable,
  { customerId, at, heldUntil, staff }: Removal,
): Promise<void> {
  await one(db, insertRemoval, [customerId, at, heldUntil, staff?.by ?? null, staff?.approvedBy ?? null]);
}
