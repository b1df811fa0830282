import type { OwnOutput, SentPayment, SentStatus, Unsigned } from '@lode/chain';
import {
  evictUnsigned,
  markSigned,
  type Reservation,
  raiseReserved,
  releaseNonce,
  reserveNonce,
} from '../../../platform/chains/account-nonces.ts';
import { readAccountNonce, readUnsigned, writeUnsigned } from '../../../platform/chains/stored-unsigned.ts';
import { type DbTx, many, maybeOne, one, statement } from '../../../platform/db/database.ts';
import type { NetworkName } from '../withdrawal-coins.ts';

export interface PaymentRow {
  withdrawalId: bigint;
  attempt: number;
  network: NetworkName;
  unsigned: Unsigned;
  sinceHeight: number;
  txid: string | null;
  bytes: string | null;
  signedAt: Date | null;
  isFinal: boolean;
  /** Final once, and in no final block since. */
  isTakenBack: boolean;
  /** The tip when something that it spends was first in no block; null while all of it stands. */
  goneHeight: number | null;
}

type StoredRow = Omit<PaymentRow, 'unsigned'> & { unsigned: string };

/** A payment's columns, for those who read them beside others. */
export const paymentColumns = `withdrawal_id as "withdrawalId", attempt, network, unsigned, since_height as "sinceHeight", txid, bytes, signed_at as "signedAt", final_at is not null as "isFinal", final_at is not null and taken_back_at is not null as "isTakenBack", gone_height as "goneHeight"`;
const list = statement<StoredRow>(
  'payments.list',
  `select ${paymentColumns} from withdrawal_payment where withdrawal_id = $1 order by attempt desc`,
);

/** The newest first. */
export async function readPayments(dbTx: DbTx, withdrawalId: bigint): Promise<PaymentRow[]> {
  const rows = await many(dbTx, list, [withdrawalId]);
  return rows.map((row) => ({ ...row, unsigned: readUnsigned(row.unsigned) }));
}

const insert = statement<{ attempt: number }>(
  'payments.insert',
  `with taken as (
     insert into withdrawal_spend (network, spend, withdrawal_id)
     select $3, spend, $1 from unnest($6::text[]) spend where $2::int = 0 and $3 = 'BITCOIN'
       and not exists (select from withdrawal_spend own where own.network = $3 and own.spend = spend.spend and own.withdrawal_id = $1)
   )
   insert into withdrawal_payment (withdrawal_id, attempt, network, unsigned, since_height, built_at, change_index, change_amount)
   values ($1, $2, $3, $4, $5, $7, $8, $9) returning attempt`,
);

/** How the chain is asked about it. */
export function sentPayment({ txid, unsigned, sinceHeight }: PaymentRow): SentPayment {
  const { outpoints, to, coin, amount } = unsigned;
  return { txid: txid ?? '', outpoints, to, coin, amount, sinceHeight };
}

type NewPayment = Pick<PaymentRow, 'withdrawalId' | 'attempt' | 'network' | 'unsigned' | 'sinceHeight'> & { now: Date };

/** What it spends is this withdrawal's from here on; throws when another one has taken it meanwhile. */
export async function insertPayment(dbTx: DbTx, payment: NewPayment): Promise<void> {
  const { withdrawalId, attempt, network, unsigned, sinceHeight, now } = payment;
  if (network === 'ERC20') {
    const wish = reservationOf(payment);
    if (attempt === 0) await reserveNonce(dbTx, wish);
    else await raiseReserved(dbTx, wish.holder, wish.wei);
  }
  const { outpoints, change } = unsigned;
  const what = [withdrawalId, attempt, network, writeUnsigned(unsigned), sinceHeight, outpoints, now];
  await one(dbTx, insert, [...what, change?.index ?? null, change?.amount ?? null]);
}

const take = statement(
  'payments.take-spends',
  `insert into withdrawal_spend (network, spend, withdrawal_id) select $1, spend, $2 from unnest($3::text[]) spend on conflict do nothing`,
);

/** What a transaction in a block has used up is for nobody any more. */
export async function takeSpends(
  dbTx: DbTx,
  { network, withdrawalId, unsigned }: Pick<PaymentRow, 'network' | 'withdrawalId' | 'unsigned'>,
): Promise<void> {
  await many(dbTx, take, [network, withdrawalId, unsigned.outpoints]);
}

const holderOf = (withdrawalId: bigint): string => `withdrawal:${withdrawalId}`;

function reservationOf({ withdrawalId, unsigned }: Pick<PaymentRow, 'withdrawalId' | 'unsigned'>): Reservation {
  const { amount, fee, outpoints } = unsigned;
  return { ...readAccountNonce(outpoints[0]), holder: holderOf(withdrawalId), usdt: amount, wei: fee.atomic };
}

const drop = statement(
  'payments.drop',
  `with freed as (
     delete from withdrawal_spend s where s.withdrawal_id = $1 and not exists (
       select from withdrawal_export e where e.withdrawal_id = $1 and e.given_up_at is null and s.spend = any(e.spends))
   )
   delete from withdrawal_payment where withdrawal_id = $1 and txid is null`,
);

/** Nobody has signed it: what it would have spent is free, and it is built anew when its time comes. What was exported keeps its own. */
export async function dropPayment(dbTx: DbTx, withdrawalId: bigint): Promise<void> {
  await many(dbTx, drop, [withdrawalId]);
  await releaseNonce(dbTx, holderOf(withdrawalId));
}

const keep = statement<{ attempt: number }>(
  'payments.keep-signed',
  `update withdrawal_payment set txid = $3, bytes = $4, signed_at = $5 where withdrawal_id = $1 and attempt = $2 and txid is null and unsigned = $6
   returning attempt`,
);

/** False when somebody else has stored them already, or dropped what was signed. */
export async function keepSigned(
  dbTx: DbTx,
  { withdrawalId, attempt, network, unsigned }: Pick<PaymentRow, 'withdrawalId' | 'attempt' | 'network' | 'unsigned'>,
  { txid, bytes }: { txid: string; bytes: string },
  now: Date,
): Promise<boolean> {
  const row = await maybeOne(dbTx, keep, [withdrawalId, attempt, txid, bytes, now, writeUnsigned(unsigned)]);
  if (row !== null && network === 'ERC20') await markSigned(dbTx, holderOf(withdrawalId));
  return row !== null;
}

const evictSpends = statement(
  'payments.evict-spends',
  `with evicted as (
     delete from withdrawal_spend s where s.network = 'BITCOIN' and s.spend = any($1::text[])
       and not exists (select from withdrawal_payment p where p.withdrawal_id = s.withdrawal_id and p.txid is not null)
     returning s.withdrawal_id
   ), others as (delete from withdrawal_spend where withdrawal_id in (select withdrawal_id from evicted) and spend <> all($1::text[]))
   delete from withdrawal_payment where withdrawal_id in (select withdrawal_id from evicted) and txid is null`,
);

/** A payment that was dropped while the signer had it in hand is signed all the same: it takes its place back. */
export async function restorePayment(dbTx: DbTx, payment: NewPayment): Promise<void> {
  await dropPayment(dbTx, payment.withdrawalId);
  if (payment.network === 'ERC20') await evictUnsigned(dbTx, reservationOf(payment));
  // Whoever has taken its inputs meanwhile has no signature, and gets none: the signer gives an output away once.
  else await many(dbTx, evictSpends, [payment.unsigned.outpoints]);
  await insertPayment(dbTx, payment);
}

const seen = statement(
  'payments.seen',
  'update withdrawal_payment set confirmations = $3 where withdrawal_id = $1 and attempt = $2 and confirmations <> $3',
);

export async function noteConfirmations(dbTx: DbTx, { withdrawalId, attempt }: PaymentRow, confirmations: number) {
  await many(dbTx, seen, [withdrawalId, attempt, confirmations]);
}

const finish = statement<{ attempt: number }>(
  'payments.finish',
  `update withdrawal_payment set final_at = $3, fee_paid = $4::numeric, block_height = $5, block_hash = $6
   where withdrawal_id = $1 and attempt = $2 returning attempt`,
);

/** Marks the one that became final, with its block and what the network took in its smallest units. */
export async function finishPayment(
  dbTx: DbTx,
  { withdrawalId, attempt }: PaymentRow,
  { block, feePaid }: Extract<SentStatus, { state: 'CONFIRMED' }>,
  now: Date,
): Promise<void> {
  await one(dbTx, finish, [withdrawalId, attempt, now, String(feePaid.atomic), block.height, block.hash]);
}

const release = statement('payments.release', 'delete from withdrawal_spend where withdrawal_id = $1');

/** What it would have spent is free again: nobody has signed it, and nobody ever will. */
export async function releaseSpends(dbTx: DbTx, withdrawalId: bigint): Promise<void> {
  await many(dbTx, release, [withdrawalId]);
  await releaseNonce(dbTx, holderOf(withdrawalId));
}

const spendsOf = statement<{ spend: string }>(
  'payments.spends',
  `select spend from withdrawal_spend where withdrawal_id = $1 and network = 'BITCOIN' order by spend`,
);

/** What a withdrawal has taken from all others. */
export async function readSpends(dbTx: DbTx, withdrawalId: bigint): Promise<string[]> {
  return (await many(dbTx, spendsOf, [withdrawalId])).map(({ spend }) => spend);
}

/** What it has taken and the payment that was made has not used up: another attempt, or one that was exported, would have spent it. */
export function keptInputs(spends: readonly string[], made: Pick<PaymentRow, 'unsigned'> | undefined): string[] {
  return spends.filter((spend) => made?.unsigned.outpoints.includes(spend) !== true);
}

const releaseNamed = statement(
  'payments.release-some',
  `delete from withdrawal_spend where withdrawal_id = $1 and network = 'BITCOIN' and spend = any($2::text[])`,
);

/** What nobody has spent, of a payment that can never be. */
export async function releaseSome(dbTx: DbTx, withdrawalId: bigint, spends: readonly string[]): Promise<void> {
  await many(dbTx, releaseNamed, [withdrawalId, spends]);
}

const outputs = statement<{
  branch: 'customer' | 'house';
  number: number;
  txid: string;
  index: number;
  amount: bigint;
}>(
  'payments.outputs',
  'select branch, number, txid, index, amount from spendable_output order by amount desc, txid, index limit 1000',
);

/** What a payment on Bitcoin may spend, the largest first. */
export async function readOutputs(
  dbTx: DbTx,
  ownerOf: (branch: 'customer' | 'house', index: number) => OwnOutput['owner'],
): Promise<OwnOutput[]> {
  const rows = await many(dbTx, outputs);
  return rows.map(({ branch, number, ...output }) => ({ ...output, owner: ownerOf(branch, number) }));
}

const standing = statement<{ isSpendable: boolean }>(
  'payments.is-spendable',
  `select not exists (
     select from unnest($2::text[]) spend where not exists (
       select from own_output o where o.txid = split_part(spend, ':', 1) and o.index = split_part(spend, ':', 2)::int)
     or exists (select from withdrawal_spend s where s.network = 'BITCOIN' and s.spend = spend.spend and s.withdrawal_id <> $1)
   ) as "isSpendable"`,
);

/** Every one of them is a final output of ours still, and no other withdrawal's. */
export async function isSpendable(dbTx: DbTx, withdrawalId: bigint, spends: readonly string[]): Promise<boolean> {
  return (await one(dbTx, standing, [withdrawalId, spends])).isSpendable;
}

const gone = statement(
  'payments.gone',
  'update withdrawal_payment set gone_height = $3 where withdrawal_id = $1 and attempt = $2 and gone_height is distinct from $3',
);

export async function noteGone(
  dbTx: DbTx,
  { withdrawalId, attempt }: PaymentRow,
  height: number | null,
): Promise<void> {
  await many(dbTx, gone, [withdrawalId, attempt, height]);
}

const due = statement<{ id: bigint }>(
  'payments.due',
  `select id from withdrawal where end_transfer_id is null and status = 'SUCCESS' and id > $1 order by id limit 200`,
);

/** Approved ones that are not over, in their order. */
export async function readUnderWay(dbTx: DbTx, after: bigint): Promise<bigint[]> {
  return (await many(dbTx, due, [after])).map(({ id }) => id);
}

const broadcastStep = statement(
  'payments.broadcast-step',
  `insert into withdrawal_step (withdrawal_id, step, at) values ($1, 'BROADCAST', $2) on conflict do nothing`,
);

export async function noteBroadcast(dbTx: DbTx, withdrawalId: bigint, now: Date): Promise<void> {
  await many(dbTx, broadcastStep, [withdrawalId, now]);
}

const denied = statement<{ note: string }>(
  'payments.denied',
  'select note from deny_list where network = $1 and address_key = $2',
);

/** Why nothing is paid to this address, or null. */
export async function readDenied(dbTx: DbTx, network: NetworkName, addressKey: string): Promise<string | null> {
  return (await maybeOne(dbTx, denied, [network, addressKey]))?.note ?? null;
}

const unsettled = statement<StoredRow>(
  'payments.unsettled',
  `select ${paymentColumns.replaceAll(/(^|, )(withdrawal_id|network)/g, '$1p.$2')} from withdrawal_payment p join withdrawal w on w.id = p.withdrawal_id
   where p.network = $1 and p.txid is not null and w.end_transfer_id is null order by 1, 2`,
);

/** Signed payments that the books do not have yet: each may be in a block already. */
export async function readUnsettled(dbTx: DbTx, network: NetworkName): Promise<PaymentRow[]> {
  const rows = await many(dbTx, unsettled, [network]);
  return rows.map((row) => ({ ...row, unsigned: readUnsigned(row.unsigned) }));
}

const waiting = statement<{ coin: string; amount: bigint }>(
  'payments.waiting',
  `select coin, sum(amount - fee)::bigint as amount from withdrawal
   where status = 'SUCCESS' and third_status in ('WAITING', 'KYT_VERIFICATION', 'APPROVAL_TO_BE_SIGNED') group by coin`,
);

/** What approved withdrawals will take that are not signed yet. */
export async function readWaiting(dbTx: DbTx): Promise<Map<string, bigint>> {
  return new Map((await many(dbTx, waiting)).map(({ coin, amount }) => [coin, amount]));
}

const asking = statement<{ id: bigint }>(
  'payments.asking',
  `select id from withdrawal where end_transfer_id is null and third_status = 'KYT_VERIFICATION' and network = $1 and address_key = $2
   order by id limit 1`,
);

/** The withdrawal to this address that waits for the screening's answer, or null. */
export async function readAsking(dbTx: DbTx, network: NetworkName, addressKey: string): Promise<bigint | null> {
  return (await maybeOne(dbTx, asking, [network, addressKey]))?.id ?? null;
}
