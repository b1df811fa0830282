import { execute, many, maybeOne, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';

/** A nonce of one of the product's accounts reserved for one payment, with the most that the payment takes. */
export interface Reservation {
  addressKey: string;
  nonce: number;
  /** `withdrawal:42`, `sweep:7`, `top-up:8`: its holder, fixed once it is signed. */
  holder: string;
  usdt: bigint;
  wei: bigint;
}

const insert = query(
  'account-nonces.reserve',
  `insert into account_nonce (address_key, nonce, holder, usdt, wei) values ($1, $2, $3, $4, $5::numeric) returning nonce`,
).as<{ nonce: number }>();

/** Throws (23505) when another process reserved it first: the caller takes the next one. */
export async function reserveNonce(db: Queryable, reservation: Reservation): Promise<void> {
  const { addressKey, nonce, holder, usdt, wei } = reservation;
  await execute(db, insert, [addressKey, nonce, holder, usdt, wei]);
}

const evict = query(
  'account-nonces.evict',
  'delete from account_nonce where address_key = $1 and nonce = $2 and not is_signed',
);

/** The caller has the signer's signature over this nonce, which takes precedence over an unsigned reservation. */
export async function evictUnsigned(
  db: Queryable,
  { addressKey, nonce }: Pick<Reservation, 'addressKey' | 'nonce'>,
): Promise<void> {
  await execute(db, evict, [addressKey, nonce]);
}

const sign = query('account-nonces.signed', 'update account_nonce set is_signed = true where holder = $1');

/** A signed nonce is never released. */
export async function markSigned(db: Queryable, holder: string): Promise<void> {
  await execute(db, sign, [holder]);
}

const raise = query(
  'account-nonces.raise',
  'update account_nonce set wei = greatest(wei, $2::numeric) where holder = $1',
);

/** The same payment at a higher fee. */
export async function raiseReserved(db: Queryable, holder: string, wei: bigint): Promise<void> {
  await execute(db, raise, [holder, wei]);
}

const release = query('account-nonces.release', 'delete from account_nonce where holder = $1 returning nonce').as<{
  nonce: number;
}>();

/** Unsigned and never to be signed: the next payment takes the nonce, so that no gap remains. Signed ones stay. */
export async function releaseNonce(db: Queryable, holder: string): Promise<void> {
  await maybeOne(db, release, [holder]);
}

const reserved = query(
  'account-nonces.reserved',
  'select nonce, usdt, wei::text as wei from account_nonce where address_key = $1 and nonce >= $2 order by nonce',
).as<{ nonce: number; usdt: bigint; wei: string }>();

/** The sums of an account that unconfirmed payments reserve, and the lowest free nonce. */
export async function readReserved(
  db: Queryable,
  addressKey: string,
  confirmed: number,
): Promise<{ confirmed: number; free: number; usdt: bigint; wei: bigint }> {
  const rows = await many(db, reserved, [addressKey, confirmed]);
  const taken = new Set(rows.map(({ nonce }) => nonce));
  let free = confirmed;
  while (taken.has(free)) free += 1;
  return {
    confirmed,
    free,
    usdt: rows.reduce((sum, { usdt }) => sum + usdt, 0n),
    wei: rows.reduce((sum, { wei }) => sum + BigInt(wei), 0n),
  };
}
