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
import { feeShares } from './fee-shares.ts';
import { ascending } from './lock-all.ts';
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
  /** The withdrawal whose row holds the transaction, of a batch; null where it pays one withdrawal. */
  leadId: bigint | null;
  builtAt: Date;
  /** Of the last look; 0 while it is in no block. */
  confirmations: number;
  /** In a final block, and neither paid nor provably failed. */
  isUnproven: boolean;
}

/** One of a withdrawal's transactions, as nodes are asked about it. */
export interface SentTransaction extends SentPayment {
  builtAt: Date;
}

type StoredRow = Omit<PaymentRow, 'unsigned'> & { unsigned: string };

export const paymentColumns = `withdrawal_id as "withdrawalId", attempt, network, unsigned, since_height as "sinceHeight", txid, bytes, signed_at as "signedAt", final_at is not null as "isFinal", final_at is not null and reorged_at is not null as "isReorged", gone_height as "missingSinceHeight", lead_id as "leadId", built_at as "builtAt", confirmations, unproven_since is not null as "isUnproven"`;
const list = query(
  'payments.list',
  `select ${paymentColumns} from withdrawal_payment where withdrawal_id = $1 order by attempt desc`,
).as<StoredRow>();

/** The newest first. */
export async function readPayments(db: Queryable, withdrawalId: bigint): Promise<PaymentRow[]> {
  const rows = await many(db, list, [withdrawalId]);
  return rows.map((row) => ({ ...row, unsigned: readUnsigned(row.unsigned) }));
}

const lead = query(
  'payments.lead',
  'select lead_id as "leadId" from withdrawal_payment where withdrawal_id = $1 limit 1',
).as<{ leadId: bigint | null }>();

/** The withdrawal whose row holds the transaction of this one: itself, unless it is in another one's batch. */
export async function leadOf(db: Queryable, withdrawalId: bigint): Promise<bigint> {
  return (await maybeOne(db, lead, [withdrawalId]))?.leadId ?? withdrawalId;
}

const batch = query(
  'payments.batch',
  `select withdrawal_id as id from withdrawal_payment where lead_id = $1 and attempt = 0 order by withdrawal_id <> lead_id, withdrawal_id`,
).as<{ id: bigint }>();

/** The withdrawals that one transaction pays, its lead first: in the order of `Unsigned.receivers`. */
export async function readBatch(db: Queryable, leadId: bigint): Promise<bigint[]> {
  const ids = (await many(db, batch, [leadId])).map(({ id }) => id);
  return ids.length === 0 ? [leadId] : ids;
}

const insert = query(
  'payments.insert',
  `with taken as (
     insert into outpoint_reservation (network, outpoint, withdrawal_id)
     select $3, outpoint, $1 from unnest($6::text[]) outpoint where $2::int = 0 and $3 = 'BITCOIN'
       and not exists (select from outpoint_reservation own where own.network = $3 and own.outpoint = outpoint.outpoint and own.withdrawal_id = $1)
   )
   insert into withdrawal_payment (withdrawal_id, attempt, network, unsigned, since_height, built_at, change_index, change_amount, change_number,
     lead_id, output_index, fee_share)
   values ($1, $2, $3, $4, $5, $7, $8, $9, $10, $11, $12, $13) returning attempt`,
).as<{ attempt: number }>();
const insertMembers = query(
  'payments.insert-members',
  `insert into withdrawal_payment (withdrawal_id, attempt, network, unsigned, since_height, built_at, lead_id, output_index, fee_share)
   select id, $2, 'BITCOIN', built, $3, $4, $1, output, share from unnest($5::bigint[], $6::text[], $7::int[], $8::bigint[]) member (id, built, output, share)`,
);

/** What the chain needs to report the payment's status. */
export function sentPayment({ txid, unsigned, sinceHeight, builtAt }: PaymentRow): SentTransaction {
  return { txid: txid ?? '', sinceHeight, builtAt, ...toFind(unsigned) };
}

/** What of an unsigned payment its status is found by. */
export function toFind({ outpoints, to, coin, amount, receivers, change }: Unsigned) {
  const several = receivers && {
    total: receivers.reduce((sum, one) => sum + one.amount, 0n),
    ...(change && { changeIndex: change.index }),
  };
  return { outpoints, to, coin, amount, ...several };
}

/** `batch`: the withdrawals of its receivers, the first one its own; absent where it pays one. */
type NewPayment = Pick<PaymentRow, 'withdrawalId' | 'attempt' | 'network' | 'unsigned' | 'sinceHeight'> & {
  batch?: readonly bigint[] | undefined;
  /** Never later than its first signature: nodes are asked from then on. */
  builtAt: Date;
};

/** Reserves its inputs or nonce; throws (23505) when another payment reserved them first. */
export async function insertPayment(dbTx: Transaction, payment: NewPayment): Promise<void> {
  const { withdrawalId, attempt, network, unsigned, sinceHeight, builtAt } = payment;
  if (network === 'ERC20') {
    const reservation = reservationOf(payment);
    if (attempt === 0) await reserveNonce(dbTx, reservation);
    else await raiseReserved(dbTx, reservation.holder, reservation.wei);
  }
  const { outpoints, change } = unsigned;
  const built = [withdrawalId, attempt, network, writeUnsigned(unsigned), sinceHeight, outpoints, builtAt];
  const changed = [change?.index ?? null, change?.amount ?? null, change?.owner.index ?? 0];
  const { receivers } = unsigned;
  if (!receivers) {
    const output = network === 'BITCOIN' ? (change?.index === 0 ? 1 : 0) : null;
    await one(dbTx, insert, [...built, ...changed, null, output, null]);
    return;
  }
  const ids = payment.batch ?? [];
  if (ids.length !== receivers.length || ids[0] !== withdrawalId)
    throw new Error(`withdrawal ${withdrawalId}: ${receivers.length} receivers for ${ids.length} withdrawals`);
  const shares = feeShares(
    unsigned.fee.atomic,
    receivers.map(({ to }) => to),
  );
  const [first, ...others] = receivers.map(({ index }, at) => ({ index, share: shares[at] ?? 0n }));
  await one(dbTx, insert, [...built, ...changed, withdrawalId, first?.index, first?.share]);
  await execute(dbTx, insertMembers, [
    withdrawalId,
    attempt,
    sinceHeight,
    builtAt,
    ids.slice(1),
    receivers.slice(1).map((_, at) => writeUnsigned(partOf(unsigned, at + 1, others[at]?.share ?? 0n))),
    others.map(({ index }) => index),
    others.map(({ share }) => share),
  ]);
}

/** What the row of a withdrawal in a batch says: its own part. The transaction stands in the row of its lead. */
function partOf(unsigned: Unsigned, at: number, share: bigint): Unsigned {
  const { receivers = [], ...whole } = unsigned;
  const { to, amount } = receivers[at] ?? whole;
  return { ...whole, to, amount, payload: '', outpoints: [], change: null, fee: { ...whole.fee, atomic: share } };
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

/**
 * Deletes the unsigned payment and releases its reservations, except those of an export that can still be mined. Of a batch it deletes
 * all: each of the others is built anew.
 */
export async function discardUnsigned(dbTx: Transaction, withdrawalId: bigint): Promise<void> {
  await execute(dbTx, discard, [await leadOf(dbTx, withdrawalId)]);
  await releaseNonce(dbTx, nonceHolderOf(withdrawalId));
}

/** `batch`: all that were signed, its own included; absent where it pays one. */
type SignedPayment = Pick<NewPayment, 'withdrawalId' | 'attempt' | 'network' | 'unsigned' | 'batch'>;

const store = query(
  'payments.store-signed',
  `update withdrawal_payment p set txid = $3, signed_at = $5, bytes = case when p.withdrawal_id = $1 then $4 end
   where (p.withdrawal_id = $1 or p.lead_id = $1) and p.attempt = $2 and p.txid is null and exists (
     select from withdrawal_payment l where l.withdrawal_id = $1 and l.attempt = $2 and l.txid is null and l.unsigned = $6)
     and $7::bigint[] = array(
       select m.withdrawal_id from withdrawal_payment m where (m.withdrawal_id = $1 or m.lead_id = $1) and m.attempt = $2 order by 1)
   returning attempt`,
).as<{ attempt: number }>();

/**
 * False when another process has stored them already, or discarded the unsigned payment, or built it anew of others: two withdrawals of
 * one amount to one address make the same transaction.
 */
export async function storeSigned(
  dbTx: Transaction,
  { withdrawalId, attempt, network, unsigned, batch = [withdrawalId] }: SignedPayment,
  { txid, bytes }: { txid: string; bytes: string },
  now: Date,
): Promise<boolean> {
  const members = batch.toSorted(ascending);
  const rows = await many(dbTx, store, [withdrawalId, attempt, txid, bytes, now, writeUnsigned(unsigned), members]);
  if (rows.length > 0 && network === 'ERC20') await markSigned(dbTx, nonceHolderOf(withdrawalId));
  return rows.length > 0;
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
  for (const id of payment.batch ?? [payment.withdrawalId]) await discardUnsigned(dbTx, id);
  if (payment.network === 'ERC20') await evictUnsigned(dbTx, reservationOf(payment));
  // A payment that reserved its inputs meanwhile gets no signature: the signer signs an output for one payment only.
  else await execute(dbTx, evictReservations, [payment.unsigned.outpoints]);
  await insertPayment(dbTx, payment);
}

const seen = query(
  'payments.seen',
  'update withdrawal_payment set confirmations = $3 where (withdrawal_id = $1 or lead_id = $1) and attempt = $2 and confirmations <> $3',
);

export async function noteConfirmations(db: Queryable, { withdrawalId, attempt }: PaymentRow, confirmations: number) {
  await execute(db, seen, [withdrawalId, attempt, confirmations]);
}

const finish = query(
  'payments.finish',
  `update withdrawal_payment p set final_at = $3, fee_paid = paid.fee::numeric, block_height = $4, block_hash = $5
   from unnest($6::bigint[], $7::text[]) paid (id, fee) where p.withdrawal_id = paid.id and p.attempt = $2 and coalesce(p.lead_id, p.withdrawal_id) = $1
   returning attempt`,
).as<{ attempt: number }>();

/**
 * Marks the one that became final, with its block and what the network took in its smallest units, of a batch each with its share.
 * Returns the share of each withdrawal.
 */
export async function finishPayment(
  db: Queryable,
  { withdrawalId, attempt, unsigned: { receivers } }: PaymentRow,
  { block, feePaid }: Extract<SentStatus, { state: 'CONFIRMED' }>,
  now: Date,
): Promise<Map<bigint, bigint>> {
  const ids = await readBatch(db, withdrawalId);
  const shares = receivers
    ? feeShares(
        feePaid.atomic,
        receivers.map(({ to }) => to),
      )
    : [feePaid.atomic];
  const place = [withdrawalId, attempt, now, block.height, block.hash];
  const finished = await many(db, finish, [...place, ids, shares.map(String)]);
  if (finished.length !== ids.length || shares.length !== ids.length)
    throw new Error(`withdrawal ${withdrawalId}: ${finished.length} of ${ids.length} payments are final`);
  return new Map(ids.map((id, at) => [id, shares[at] ?? 0n]));
}

const missing = query(
  'payments.missing-since',
  'update withdrawal_payment set gone_height = $3 where (withdrawal_id = $1 or lead_id = $1) and attempt = $2 and gone_height is distinct from $3',
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
   where p.network = $1 and p.txid is not null and w.end_transfer_id is null and coalesce(p.lead_id, p.withdrawal_id) = p.withdrawal_id order by 1, 2`,
).as<StoredRow>();

/** Signed payments that are not posted in the ledger, a batch once: each may be in a block already. */
export async function readUnposted(db: Queryable, network: Network): Promise<PaymentRow[]> {
  const rows = await many(db, unposted, [network]);
  return rows.map((row) => ({ ...row, unsigned: readUnsigned(row.unsigned) }));
}
