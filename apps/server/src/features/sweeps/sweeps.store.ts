import type { SentPayment, Unsigned } from '@lode/chain';
import type { SweepKind } from '@lode/contract/record-states';
import {
  evictUnsigned,
  markSigned,
  raiseReserved,
  releaseNonce,
  reserveNonce,
} from '../../platform/chains/account-nonces.ts';
import { readAccountNonce, readUnsigned, writeUnsigned } from '../../platform/chains/stored-unsigned.ts';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

/** A rotation empties the hot wallet of an earlier generation of the seed: its tokens, then its ether. */
export const isRotation = (kind: SweepKind): boolean => kind === 'ROTATE_USDT' || kind === 'ROTATE_ETH';

/** Tokens of credited deposits that lie at a customer's address. */
export interface Unswept {
  number: number;
  address: string;
  key: string;
  /** Micro-USDT. */
  amount: bigint;
}

const unswept = query(
  'sweeps.unswept',
  `select number, address, key, amount::text as amount from unswept u
   where (amount >= $1 or number < $3) and not exists (select from sweep where address_number = u.number and ended_at is null)
   order by u.amount desc, number limit $2`,
).as<Omit<Unswept, 'amount'> & { amount: string }>();

/** Where enough lies to be worth a sweep, or keys are of an earlier generation, and none is under way: the largest sums first. */
export async function readUnswept(
  db: Queryable,
  { smallest, below, limit }: { smallest: bigint; below: number; limit: number },
): Promise<Unswept[]> {
  const rows = await many(db, unswept, [smallest, limit, below]);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

export interface Attempt {
  attempt: number;
  unsigned: Unsigned;
  sinceHeight: number;
  txid: string | null;
  bytes: string | null;
  signedAt: Date | null;
}

/** One that is under way, with its transactions, the newest first. */
export interface Sweep {
  id: bigint;
  kind: SweepKind;
  /** Of the customer's address; of the house's for a rotation. */
  addressNumber: number;
  /** The signer's name of one that goes on under a new name: its first. */
  signedAs: string | null;
  attempts: Attempt[];
}

/** Its lasting name, on its nonce and in the books. */
export const nameOf = ({ id, kind }: Pick<Sweep, 'id' | 'kind'>): string =>
  `${kind === 'SWEEP' ? 'sweep' : kind === 'TOP_UP' ? 'top-up' : 'rotate'}:${id}`;

/** Its name at the signer. */
export const signedName = (sweep: Sweep): string => sweep.signedAs ?? nameOf(sweep);

type StoredSweep = Omit<Sweep, 'attempts'> & {
  attempts: (Omit<Attempt, 'unsigned' | 'signedAt'> & { unsigned: string; signedAt: string | null })[];
};
const sweepColumns = `s.id, s.kind, coalesce(s.address_number, s.house_number) as "addressNumber", s.signed_as as "signedAs",
  (select json_agg(json_build_object('attempt', p.attempt, 'unsigned', p.unsigned, 'sinceHeight', p.since_height, 'txid', p.txid,
     'bytes', p.bytes, 'signedAt', p.signed_at) order by p.attempt desc) from sweep_payment p where p.sweep_id = s.id) as attempts`;
const open = query(
  'sweeps.open',
  `select ${sweepColumns} from sweep s where s.ended_at is null order by s.id`,
).as<StoredSweep>();

export async function readOpen(db: Queryable): Promise<Sweep[]> {
  return (await many(db, open)).map((row) => ({
    ...row,
    attempts: row.attempts.map((one) => ({
      ...one,
      unsigned: readUnsigned(one.unsigned),
      signedAt: one.signedAt === null ? null : new Date(one.signedAt),
    })),
  }));
}

const lock = lockingQuery('sweeps.lock', 'select id from sweep where id = $1 and ended_at is null for update').as<{
  id: bigint;
}>();

/** Locked until the transaction ends; false when it is over. */
export async function lockOpen(dbTx: Transaction, { id }: Pick<Sweep, 'id'>): Promise<boolean> {
  return (await maybeOne(dbTx, lock, [id])) !== null;
}

const insert = query(
  'sweeps.insert',
  `insert into sweep (kind, address_number, house_number, amount, begun_at, signed_as)
   select $1, case when not $6 then $2::int end, case when $6 then $2::int end, $3::numeric, $4, $5 returning id`,
).as<{ id: bigint }>();
const insertPayment = query(
  'sweeps.insert-payment',
  'insert into sweep_payment (sweep_id, attempt, unsigned, since_height, built_at) values ($1, $2, $3, $4, $5)',
);

interface Begun {
  kind: SweepKind;
  addressNumber: number;
  unsigned: Unsigned;
  sinceHeight: number;
  now: Date;
}

/** With its nonce; throws (23505) when that, or the address, is taken by another one. */
export async function insertSweep(dbTx: Transaction, input: Begun & { signedAs?: string }): Promise<bigint> {
  const { kind, addressNumber, unsigned, sinceHeight, now, signedAs = null } = input;
  const { id } = await one(dbTx, insert, [kind, addressNumber, unsigned.amount, now, signedAs, isRotation(kind)]);
  await reserveNonce(dbTx, {
    ...readAccountNonce(unsigned.outpoints[0]),
    holder: nameOf({ id, kind }),
    ...costOf(unsigned),
  });
  await execute(dbTx, insertPayment, [id, 0, writeUnsigned(unsigned), sinceHeight, now]);
  return id;
}

/** What it takes from its account at most. */
function costOf({ coin, amount, fee }: Unsigned): { usdt: bigint; wei: bigint } {
  return coin === 'USDT' ? { usdt: amount, wei: fee.atomic } : { usdt: 0n, wei: amount + fee.atomic };
}

/** The same once more, at a higher fee. */
export async function insertBump(
  dbTx: Transaction,
  sweep: Sweep,
  last: Attempt,
  unsigned: Unsigned,
  now: Date,
): Promise<void> {
  await raiseReserved(dbTx, nameOf(sweep), costOf(unsigned).wei);
  await execute(dbTx, insertPayment, [sweep.id, last.attempt + 1, writeUnsigned(unsigned), last.sinceHeight, now]);
}

const keep = query(
  'sweeps.keep-signed',
  `update sweep_payment set txid = $3, bytes = $4, signed_at = $5 where sweep_id = $1 and attempt = $2 and txid is null
   returning attempt`,
).as<{ attempt: number }>();

interface SignedBytes {
  txid: string;
  bytes: string;
}

/** False when they are stored already. */
export async function keepSigned(
  dbTx: Transaction,
  sweep: Pick<Sweep, 'id' | 'kind'>,
  { attempt }: Pick<Attempt, 'attempt'>,
  { txid, bytes }: SignedBytes,
  now: Date,
): Promise<boolean> {
  const row = await maybeOne(dbTx, keep, [sweep.id, attempt, txid, bytes, now]);
  if (row !== null) await markSigned(dbTx, nameOf(sweep));
  return row !== null;
}

const stands = query('sweeps.stands', 'select sweep_id as id from sweep_payment where txid = $1').as<{ id: bigint }>();
const rival = lockingQuery(
  'sweeps.rival',
  `select id, kind from sweep s where case when $2 then house_number else address_number end = $1 and ended_at is null
   and not exists (select from sweep_payment p where p.sweep_id = s.id and p.txid is not null) for update`,
).as<{ id: bigint; kind: SweepKind }>();

/**
 * A sweep that was given up while the signer had it in hand is signed all the same. What is over stays over: it goes on under a
 * new name, with the nonce that is its own, in the place of what was planned anew and not signed; what was planned anew and is
 * signed goes on beside it. The signer knows it by its first name.
 */
export async function readmitSigned(
  dbTx: Transaction,
  sweep: Sweep,
  { unsigned, sinceHeight }: Attempt,
  signed: SignedBytes,
  now: Date,
): Promise<void> {
  const { kind, addressNumber } = sweep;
  if ((await maybeOne(dbTx, stands, [signed.txid])) !== null) return;
  const planned = await maybeOne(dbTx, rival, [addressNumber, isRotation(kind)]);
  if (planned !== null) {
    await releaseNonce(dbTx, nameOf(planned));
    await execute(dbTx, end, [planned.id, now, false]);
  }
  await evictUnsigned(dbTx, readAccountNonce(unsigned.outpoints[0]));
  const signedAs = signedName(sweep);
  const id = await insertSweep(dbTx, { kind, addressNumber, unsigned, sinceHeight, now, signedAs });
  await keepSigned(dbTx, { id, kind }, { attempt: 0 }, signed, now);
}

const finish = query(
  'sweeps.finish',
  'update sweep_payment set final_at = $3, fee_paid = $4::numeric where sweep_id = $1 and attempt = $2',
);
const end = query('sweeps.end', 'update sweep set ended_at = $2, is_paid = $3 where id = $1');

/** The one of its transactions that is final. */
export async function finishSweep(
  dbTx: Transaction,
  { id }: Sweep,
  { attempt }: Attempt,
  { feePaid, isPaid, now }: { feePaid: bigint; isPaid: boolean; now: Date },
): Promise<void> {
  await execute(dbTx, finish, [id, attempt, now, feePaid]);
  await execute(dbTx, end, [id, now, isPaid]);
}

/** Over without having moved anything. `isSigned`: its nonce was used up elsewhere; else it is free. */
export async function giveUpSweep(dbTx: Transaction, sweep: Sweep, isSigned: boolean, now: Date): Promise<void> {
  if (!isSigned) await releaseNonce(dbTx, nameOf(sweep));
  await execute(dbTx, end, [sweep.id, now, false]);
}

/** How the chain is asked about one of its transactions. */
export function sentPayment({ txid, unsigned, sinceHeight }: Attempt): SentPayment {
  const { outpoints, to, coin, amount } = unsigned;
  return { txid: txid ?? '', outpoints, to, coin, amount, sinceHeight };
}

const unsweptTotal = query(
  'sweeps.unswept-total',
  'select coalesce(sum(amount), 0)::text as amount, count(*)::int as addresses from unswept',
).as<{ amount: string; addresses: number }>();

/** All that lies at customers' addresses, in micro-USDT, also where it is not worth a sweep. */
export async function readLying(db: Queryable): Promise<{ amount: bigint; addresses: number }> {
  const { amount, addresses } = await one(db, unsweptTotal);
  return { amount: BigInt(amount), addresses };
}
