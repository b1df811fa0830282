import type { Network } from '@lode/chain';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { DepositRow } from './deposits.store.ts';

const owner = query('deposits.owner', 'select network, customer_id as "customerId" from deposit where id = $1').as<{
  network: Network;
  customerId: bigint;
}>();

/** On which network, and whose it is: for good once it is credited. */
export function findOwner(db: Queryable, id: bigint): Promise<{ network: Network; customerId: bigint } | null> {
  return maybeOne(db, owner, [id]);
}

export interface RemovedDeposit extends DepositRow {
  /** Minor units of this removal that SUSPENSE still lacks: not clawed back and not written off. */
  lacking: bigint;
}

const removed = lockingQuery(
  'deposits.lock-to-claw-back',
  `select id, customer_id as "customerId", coin, amount, status, transfer_id as "transferId", removals,
     coalesce((select u.amount from deposit_to_claw_back u where u.id = deposit.id), 0) as lacking
   from deposit where id = $1 for update`,
).as<RemovedDeposit>();

/** To be read while its network and its customer's accounts are locked: then no other transaction claws it back or returns it. */
export function lockToClawBack(dbTx: Transaction, id: bigint): Promise<RemovedDeposit | null> {
  return maybeOne(dbTx, removed, [id]);
}

const countClawBacks = query(
  'deposits.count-claw-backs',
  'select count(*)::int as parts from deposit_claw_back where deposit_id = $1 and removal = $2',
).as<{ parts: number }>();

/** Number of the next part that is taken of this removal. */
export async function nextClawBackPart(db: Queryable, { id, removals }: DepositRow): Promise<number> {
  return (await one(db, countClawBacks, [id, removals])).parts + 1;
}

const insertClawBack = query(
  'deposits.claw-back',
  `insert into deposit_claw_back (deposit_id, removal, part, amount, transfer_id, clawed_back_at) values ($1, $2, $3, $4, $5, $6)`,
);

export async function writeClawedBack(
  db: Queryable,
  { id, removals }: DepositRow,
  { part, amount, transferId, at }: { part: number; amount: bigint; transferId: bigint; at: Date },
): Promise<void> {
  await execute(db, insertClawBack, [id, removals, part, amount, transferId, at]);
}

/** A part of a removal that is not returned to whom it came from. */
export interface OpenPart {
  depositId: bigint;
  removal: number;
  part: number;
  amount: bigint;
  transferId: bigint;
}

const openClawBacks = query(
  'deposits.open-claw-backs',
  `select deposit_id as "depositId", removal, part, amount, transfer_id as "transferId" from deposit_claw_back
   where deposit_id = any($1) and return_transfer_id is null order by deposit_id, removal, part`,
).as<OpenPart>();

/** What of these was clawed back and is not returned. */
export const readClawedBack = (db: Queryable, ids: readonly bigint[]): Promise<OpenPart[]> =>
  many(db, openClawBacks, [ids]);

const returned = query(
  'deposits.return-claw-back',
  `update deposit_claw_back set return_transfer_id = $4, returned_at = $5
   where deposit_id = $1 and removal = $2 and part = $3 and return_transfer_id is null`,
);

export async function writeReturned(
  db: Queryable,
  { depositId, removal, part }: OpenPart,
  transferId: bigint,
  now: Date,
): Promise<void> {
  await execute(db, returned, [depositId, removal, part, transferId, now]);
}
