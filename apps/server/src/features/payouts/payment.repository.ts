import type { Network, SentPayment, SentStatus, Unsigned } from '@lode/chain';
import {
  evictUnsigned,
  markSigned,
  type Reservation,
  raiseReserved,
  releaseNonce,
  reserveNonce,
} from '../../platform/chains/account-nonces.ts';
import { readAccountNonce, readUnsigned, writeUnsigned } from '../../platform/chains/stored-unsigned.ts';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { nonceHolderOf } from './outpoint-reservation.repository.ts';

export interface PaymentRow {
  withdrawalId: bigint;
  attempt: number;
  network: Network;
  unsigned: Unsigned;
  sinceHeight: number;
  txid: string | null;
  bytes: string | null;
  signedAt: Date | null;
  isFinal: boolean;
  /** It was final, and a reorganisation removed it. */
  isReorged: boolean;
  /** The tip when one of its inputs was first in no block; null while all are. */
  missingSinceHeight: number | null;
}

type StoredRow = Omit<PaymentRow, 'unsigned'> & { unsigned: string };

export const paymentColumns = `withdrawal_id as "withdrawalId", attempt, network, unsigned, since_height as "sinceHeight", txid, bytes, signed_at as "signedAt", final_at is not null as "isFinal", final_at is not null and reorged_at is not null as "isReorged", gone_height as "missingSinceHeight"`;
const list = query(
  'payments.list',
  `select ${paymentColumns} from withdrawal_payment where withdrawal_id = $1 order by attempt desc`,
).as<StoredRow>();

/** The newest first. */
export async function readPayments(db: Queryable, withdrawalId: bigint): Promise<PaymentRow[]> {
  const rows = await many(db, list, [withdrawalId]);
  return rows.map((row) => ({ ...row, unsigned: readUnsigned(row.unsigned) }));
}

const insert = query(
  'payments.insert',
  `with taken as (
     insert into outpoint_reservation (network, outpoint, withdrawal_id)
     select $3, outpoint, $1 from unnest($6::text[]) outpoint where $2::int = 0 and $3 = 'BITCOIN'
       and not exists (select from outpoint_reservation own where own.network = $3 and own.outpoint = outpoint.outpoint and own.withdrawal_id = $1)
   )
   insert into withdrawal_payment (withdrawal_id, attempt, network, unsigned, since_height, built_at, change_index, change_amount, change_number)
   values ($1, $2, $3, $4, $5, $7, $8, $9, $10) returning attempt`,
).as<{ attempt: number }>();

/** What the chain needs to report the payment's status. */
export function sentPayment({ txid, unsigned, sinceHeight }: PaymentRow): SentPayment {
  const { outpoints, to, coin, amount } = unsigned;
  return { txid: txid ?? '', outpoints, to, coin, amount, sinceHeight };
}

type NewPayment = Pick<PaymentRow, 'withdrawalId' | 'attempt' | 'network' | 'unsigned' | 'sinceHeight'> & { now: Date };

/** Reserves its inputs or nonce; throws (23505) when another payment reserved them first. */
export async function insertPayment(dbTx: Transaction, payment: NewPayment): Promise<void> {
  const { withdrawalId, attempt, network, unsigned, sinceHeight, now } = payment;
  if (network === 'ERC20') {
    const reservation = reservationOf(payment);
    if (attempt === 0) await reserveNonce(dbTx, reservation);
    else await raiseReserved(dbTx, reservation.holder, reservation.wei);
  }
  const { outpoints, change } = unsigned;
  const built = [withdrawalId, attempt, network, writeUnsigned(unsigned), sinceHeight, outpoints, now];
  await one(dbTx, insert, [...built, change?.index ?? null, change?.amount ?? null, change?.owner.index ?? 0]);
}

function reservationOf({ withdrawalId, unsigned }: Pick<PaymentRow, 'withdrawalId' | 'unsigned'>): Reservation {
  const { amount, fee, outpoints } = unsigned;
  return { ...readAccountNonce(outpoints[0]), holder: nonceHolderOf(withdrawalId), usdt: amount, wei: fee.atomic };
}

const discard = query(
  'payments.discard',
  `with freed as (
     delete from outpoint_reservation s where s.withdrawal_id = $1 and not exists (
       select from withdrawal_export e where e.withdrawal_id = $1 and e.abandoned_at is null and s.outpoint = any(e.outpoints))
   )
   delete from withdrawal_payment where withdrawal_id = $1 and txid is null`,
);

/** Deletes the unsigned payment and releases its reservations, except those of an export that can still be mined. */
export async function discardUnsigned(dbTx: Transaction, withdrawalId: bigint): Promise<void> {
  await execute(dbTx, discard, [withdrawalId]);
  await releaseNonce(dbTx, nonceHolderOf(withdrawalId));
}

const store = query(
  'payments.store-signed',
  `update withdrawal_payment set txid = $3, bytes = $4, signed_at = $5 where withdrawal_id = $1 and attempt = $2 and txid is null and unsigned = $6
   returning attempt`,
).as<{ attempt: number }>();

/** False when another process has stored them already, or discarded the unsigned payment. */
export async function storeSigned(
  dbTx: Transaction,
  { withdrawalId, attempt, network, unsigned }: Pick<PaymentRow, 'withdrawalId' | 'attempt' | 'network' | 'unsigned'>,
  { txid, bytes }: { txid: string; bytes: string },
  now: Date,
): Promise<boolean> {
  const row = await maybeOne(dbTx, store, [withdrawalId, attempt, txid, bytes, now, writeUnsigned(unsigned)]);
  if (row !== null && network === 'ERC20') await markSigned(dbTx, nonceHolderOf(withdrawalId));
  return row !== null;
}

const evictReservations = query(
  'payments.evict-reservations',
  `with evicted as (
     delete from outpoint_reservation s where s.network = 'BITCOIN' and s.outpoint = any($1::text[]) and s.withdrawal_id is not null
       and not exists (select from withdrawal_payment p where p.withdrawal_id = s.withdrawal_id and p.txid is not null)
     returning s.withdrawal_id
   ), others as (delete from outpoint_reservation where withdrawal_id in (select withdrawal_id from evicted) and outpoint <> all($1::text[]))
   delete from withdrawal_payment where withdrawal_id in (select withdrawal_id from evicted) and txid is null`,
);

/** A payment that was discarded while the signer had it and is signed all the same: it takes its reservations back. */
export async function restorePayment(dbTx: Transaction, payment: NewPayment): Promise<void> {
  await discardUnsigned(dbTx, payment.withdrawalId);
  if (payment.network === 'ERC20') await evictUnsigned(dbTx, reservationOf(payment));
  // A payment that reserved its inputs meanwhile gets no signature: the signer signs an output for one payment only.
  else await execute(dbTx, evictReservations, [payment.unsigned.outpoints]);
  await insertPayment(dbTx, payment);
}

const seen = query(
  'payments.seen',
  'update withdrawal_payment set confirmations = $3 where withdrawal_id = $1 and attempt = $2 and confirmations <> $3',
);

export async function noteConfirmations(db: Queryable, { withdrawalId, attempt }: PaymentRow, confirmations: number) {
  await execute(db, seen, [withdrawalId, attempt, confirmations]);
}

const finish = query(
  'payments.finish',
  `update withdrawal_payment set final_at = $3, fee_paid = $4::numeric, block_height = $5, block_hash = $6
   where withdrawal_id = $1 and attempt = $2 returning attempt`,
).as<{ attempt: number }>();

/** Marks the one that became final, with its block and what the network took in its smallest units. */
export async function finishPayment(
  db: Queryable,
  { withdrawalId, attempt }: PaymentRow,
  { block, feePaid }: Extract<SentStatus, { state: 'CONFIRMED' }>,
  now: Date,
): Promise<void> {
  await one(db, finish, [withdrawalId, attempt, now, String(feePaid.atomic), block.height, block.hash]);
}

const missing = query(
  'payments.missing-since',
  'update withdrawal_payment set gone_height = $3 where withdrawal_id = $1 and attempt = $2 and gone_height is distinct from $3',
);

export async function recordMissingSince(
  db: Queryable,
  { withdrawalId, attempt }: PaymentRow,
  height: number | null,
): Promise<void> {
  await execute(db, missing, [withdrawalId, attempt, height]);
}

const unposted = query(
  'payments.unposted',
  `select ${paymentColumns.replaceAll(/(^|, )(withdrawal_id|network)/g, '$1p.$2')} from withdrawal_payment p join withdrawal w on w.id = p.withdrawal_id
   where p.network = $1 and p.txid is not null and w.end_transfer_id is null order by 1, 2`,
).as<StoredRow>();

/** Signed payments that are not posted in the ledger: each may be in a block already. */
export async function readUnposted(db: Queryable, network: Network): Promise<PaymentRow[]> {
  const rows = await many(db, unposted, [network]);
  return rows.map((row) => ({ ...row, unsigned: readUnsigned(row.unsigned) }));
}
