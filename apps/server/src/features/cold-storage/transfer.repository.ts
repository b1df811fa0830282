import type { Block, ChainAdapter, Network, SentPayment, Signed } from '@lode/chain';
import type { ColdTransferKind } from '@lode/contract/record-states';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

/** One transaction of a transfer; those after the first are fee bumps that spend the same inputs. */
export interface Attempt {
  transferId: bigint;
  attempt: number;
  payload: string;
  outpoints: string[];
  /** Null on ERC20 until it is signed. */
  txid: string | null;
  sinceHeight: number;
  bytes: string | null;
  signedAt: Date | null;
  /** House number of the hot wallet's address that it pays, or on ERC20 that pays it. */
  hotNumber: number;
}

/** What a transaction brings to which place. */
export interface Outputs {
  /** House number of the hot wallet's address. */
  hotNumber: number;
  hotIndex: number | null;
  hotAmount: bigint | null;
  coldIndex: number | null;
  coldAmount: bigint | null;
}

/** One that is under way, with its transactions, the newest first. */
export interface ColdTransfer {
  id: bigint;
  network: Network;
  kind: ColdTransferKind;
  amount: bigint;
  /** Null for a rotation, which goes to the hot wallet of the current generation of the seed. */
  coldNumber: number | null;
  /** Of the cold address that receives. */
  coldKey: string | null;
  isCancelled: boolean;
  /** Another wallet has taken the place of the one that receives. */
  isRetired: boolean;
  attempts: Attempt[];
}

/** Its lasting name, at the signer and in the books. */
export const nameOf = ({ id }: Pick<ColdTransfer, 'id'>): string => `cold:${id}`;

const transfers = query(
  'cold-storage.open-transfers',
  `select t.id, t.network, t.kind, t.amount, t.cold_number as "coldNumber", a.key as "coldKey", t.cancelled_at is not null as "isCancelled",
     exists (select from cold_wallet w join cold_wallet own on own.id = t.wallet_id
       where w.network = t.network and w.version > own.version) as "isRetired"
   from cold_transfer t left join cold_address a on (a.wallet_id, a.number) = (t.wallet_id, t.cold_number)
   where t.ended_at is null and t.network = $1 order by t.id`,
).as<Omit<ColdTransfer, 'attempts'>>();
const attemptColumns = `p.transfer_id as "transferId", p.attempt, p.payload, p.outpoints, p.txid, p.since_height as "sinceHeight",
  p.bytes, p.signed_at as "signedAt", p.hot_number as "hotNumber"`;
const attempts = query(
  'cold-storage.attempts',
  `select ${attemptColumns} from cold_payment p where p.transfer_id = any($1) order by p.transfer_id, p.attempt desc`,
).as<Attempt>();

export async function readOpen(db: Queryable, network: Network): Promise<ColdTransfer[]> {
  const open = await many(db, transfers, [network]);
  const all = open.length === 0 ? [] : await many(db, attempts, [open.map(({ id }) => id)]);
  return open.map((one) => ({ ...one, attempts: all.filter(({ transferId }) => transferId === one.id) }));
}

const ended = query(
  'cold-storage.ended-transfer',
  `select t.id, t.network, t.kind, t.amount, a.key as "coldKey", t.is_paid as "isPaid" from cold_transfer t
   left join cold_address a on (a.wallet_id, a.number) = (t.wallet_id, t.cold_number) where t.id = $1 and t.ended_at is not null`,
).as<Pick<ColdTransfer, 'id' | 'network' | 'kind' | 'amount' | 'coldKey'> & { isPaid: boolean | null }>();

/** One that is over, with its transactions. */
export async function findEnded(db: Queryable, id: bigint) {
  const found = await maybeOne(db, ended, [id]);
  return found && { ...found, attempts: await many(db, attempts, [[id]]) };
}

/** How the chain is asked about one of its transactions. */
export function sentPayment(
  chain: Pick<ChainAdapter, 'ownAddress'>,
  { network, kind, amount, coldKey }: Pick<ColdTransfer, 'network' | 'kind' | 'amount' | 'coldKey'>,
  { txid, outpoints, sinceHeight, hotNumber }: Attempt,
): SentPayment {
  const coin = network === 'BITCOIN' ? 'BTC' : 'USDT';
  const hotKey = chain.ownAddress('house', hotNumber).key;
  const to = (kind === 'OVERFLOW' && coldKey) || hotKey;
  return { txid: txid ?? '', outpoints, to, coin, amount, sinceHeight };
}

const lock = lockingQuery(
  'cold-storage.lock-transfer',
  'select id from cold_transfer where id = $1 and ended_at is null for update',
).as<{ id: bigint }>();

/** Locked until the transaction ends; false when it is over. */
export async function lockOpen(dbTx: Transaction, { id }: Pick<ColdTransfer, 'id'>): Promise<boolean> {
  return (await maybeOne(dbTx, lock, [id])) !== null;
}

const insert = query(
  'cold-storage.insert-transfer',
  `insert into cold_transfer (kind, network, wallet_id, cold_number, amount, begun_at) values ($1, $2, $3, $4, $5, $6) returning id`,
).as<{ id: bigint }>();

export interface NewTransfer {
  kind: 'OVERFLOW' | 'ROTATION';
  network: Network;
  walletId: bigint | null;
  coldNumber: number | null;
  amount: bigint;
  now: Date;
}

/** Throws (23505) while another overflow of the network is under way. */
export async function insertTransfer(dbTx: Transaction, transfer: NewTransfer): Promise<bigint> {
  const { kind, network, walletId, coldNumber, amount, now } = transfer;
  return (await one(dbTx, insert, [kind, network, walletId, coldNumber, amount, now])).id;
}

const insertPayment = query(
  'cold-storage.insert-payment',
  `insert into cold_payment (transfer_id, attempt, payload, outpoints, txid, since_height, built_at, hot_index, hot_amount, cold_index, cold_amount, hot_number)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

export async function insertAttempt(
  dbTx: Transaction,
  attempt: Omit<Attempt, 'bytes' | 'signedAt'> & Outputs,
  now: Date,
): Promise<void> {
  const { transferId, attempt: number, payload, outpoints, txid, sinceHeight } = attempt;
  const { hotIndex, hotAmount, coldIndex, coldAmount, hotNumber } = attempt;
  const outputs = [hotIndex, hotAmount, coldIndex, coldAmount, hotNumber];
  await execute(dbTx, insertPayment, [transferId, number, payload, outpoints, txid, sinceHeight, now, ...outputs]);
}

const keep = query(
  'cold-storage.keep-signed',
  'update cold_payment set bytes = $3, signed_at = $4 where transfer_id = $1 and attempt = $2 and bytes is null',
);

export async function keepSigned(dbTx: Transaction, attempt: Attempt, bytes: string, now: Date): Promise<void> {
  await execute(dbTx, keep, [attempt.transferId, attempt.attempt, bytes, now]);
}

const nameSigned = query(
  'cold-storage.keep-signed-with-txid',
  `update cold_payment set bytes = $3, signed_at = $4, txid = $5 where transfer_id = $1 and attempt = $2 and bytes is null`,
);

/** Where the signature decides the txid. */
export async function keepSignedWithTxid(
  dbTx: Transaction,
  { transferId, attempt }: Attempt,
  { bytes, txid }: Signed,
  now: Date,
): Promise<void> {
  await execute(dbTx, nameSigned, [transferId, attempt, bytes, now, txid]);
}

const finish = query(
  'cold-storage.finish',
  'update cold_payment set final_at = $3, fee_paid = $4, block_height = $5, block_hash = $6 where transfer_id = $1 and attempt = $2',
);
const end = query('cold-storage.end', 'update cold_transfer set ended_at = $2, is_paid = $3 where id = $1');

type BlockOf = Pick<Block, 'height' | 'hash'>;

export async function finishTransfer(
  dbTx: Transaction,
  { transferId, attempt }: Attempt,
  { feePaid, isPaid, block, now }: { feePaid: bigint; isPaid: boolean; block: BlockOf; now: Date },
): Promise<void> {
  await execute(dbTx, finish, [transferId, attempt, now, feePaid, block.height, block.hash]);
  await execute(dbTx, end, [transferId, now, isPaid]);
}

const discard = query('cold-storage.discard', 'delete from cold_payment where transfer_id = $1 and bytes is null');

/** The same inputs may be built into the same transaction again. */
export async function discardUnsigned(dbTx: Transaction, { id }: Pick<ColdTransfer, 'id'>): Promise<void> {
  await execute(dbTx, discard, [id]);
}

/** Over without having moved anything. */
export async function giveUp(dbTx: Transaction, { id }: Pick<ColdTransfer, 'id'>, now: Date): Promise<void> {
  await execute(dbTx, end, [id, now, false]);
}

const reorged = query(
  'cold-storage.reorged',
  `select ${attemptColumns}, t.network, t.kind, t.amount, a.key as "coldKey" from cold_payment p
   join cold_transfer t on t.id = p.transfer_id left join cold_address a on (a.wallet_id, a.number) = (t.wallet_id, t.cold_number)
   join chain_block b on b.network = t.network and b.height = p.block_height and b.hash <> p.block_hash
   where p.final_at is not null and t.network = $1`,
).as<ReorgedPayment>();

export type ReorgedPayment = Attempt & Pick<ColdTransfer, 'network' | 'kind' | 'amount' | 'coldKey'>;

/** Posted ones whose block is not the chain's any more. */
export function readReorged(db: Queryable, network: Network): Promise<ReorgedPayment[]> {
  return many(db, reorged, [network]);
}

const moveBlock = query(
  'cold-storage.move-block',
  'update cold_payment set block_height = $3, block_hash = $4 where transfer_id = $1 and attempt = $2',
);

export async function recordBlock(db: Queryable, { transferId, attempt }: Attempt, block: BlockOf): Promise<void> {
  await execute(db, moveBlock, [transferId, attempt, block.height, block.hash]);
}

const earlier = query(
  'cold-storage.overflow-of-day',
  `select coalesce(sum(amount) filter (where is_paid is not false and begun_at >= $2), 0)::bigint as sent,
     coalesce(bool_or(ended_at is null or is_paid = false and ended_at > $3), false) as "mustWait"
   from cold_transfer where kind = 'OVERFLOW' and network = $1`,
).as<{ sent: bigint; mustWait: boolean }>();

/** What was sent since a day began; and whether one is under way, or was given up since `pausedSince`. */
export function readOverflow(
  db: Queryable,
  { network, dayBegan, pausedSince }: { network: Network; dayBegan: Date; pausedSince: Date },
): Promise<{ sent: bigint; mustWait: boolean }> {
  return one(db, earlier, [network, dayBegan, pausedSince]);
}

const refusedMoves = query(
  'cold-storage.refused-moves',
  `select exists (select from cold_transfer t where t.kind = 'ROTATION' and t.is_paid = false and t.ended_at > $1
     and not exists (select from cold_payment p where p.transfer_id = t.id)) as "wasRefused"`,
).as<{ wasRefused: boolean }>();

/** Whether a move of a rotation was given up unsigned since then. */
export async function wasRefusedSince(db: Queryable, since: Date): Promise<boolean> {
  return (await one(db, refusedMoves, [since])).wasRefused;
}
