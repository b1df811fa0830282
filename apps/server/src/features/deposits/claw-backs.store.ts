import type { Network } from '@lode/chain';
import { execute, many, maybeOne, type Queryable, type Transaction } from '../../platform/db/database.ts';
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

export type RemovedDeposit = DepositRow & { isNotClawedBack: boolean };

const removed = lockingQuery(
  'deposits.lock-to-settle',
  `select id, customer_id as "customerId", coin, amount, status, transfer_id as "transferId", removals,
     exists (select from unsettled_deposit u where u.id = deposit.id) as "isNotClawedBack"
   from deposit where id = $1 for update`,
).as<RemovedDeposit>();

/** To be read while its network and its customer's accounts are locked: then no other transaction claws it back or returns it. */
export function lockToClawBack(dbTx: Transaction, id: bigint): Promise<RemovedDeposit | null> {
  return maybeOne(dbTx, removed, [id]);
}

const settled = query(
  'deposits.settled',
  'insert into deposit_settlement (deposit_id, removal, transfer_id, settled_at) values ($1, $2, $3, $4)',
);

export async function writeClawedBack(
  db: Queryable,
  { id, removals }: DepositRow,
  transferId: bigint,
  now: Date,
): Promise<void> {
  await execute(db, settled, [id, removals, transferId, now]);
}

const kept = query(
  'deposits.settlements-kept',
  `select deposit_id as id, transfer_id as "transferId" from deposit_settlement
   where deposit_id = any($1) and return_transfer_id is null`,
).as<{ id: bigint; transferId: bigint }>();

/** Which of these were settled and not given back, with the transfer that took the money. */
export async function readClawedBack(db: Queryable, ids: readonly bigint[]): Promise<Map<bigint, bigint>> {
  return new Map((await many(db, kept, [ids])).map(({ id, transferId }) => [id, transferId]));
}

const returned = query(
  'deposits.settlement-returned',
  `update deposit_settlement set return_transfer_id = $3, returned_at = $4
   where deposit_id = $1 and removal = $2 and return_transfer_id is null`,
);

export async function writeReturned(
  db: Queryable,
  { id, removals }: DepositRow,
  transferId: bigint,
  now: Date,
): Promise<void> {
  await execute(db, returned, [id, removals, transferId, now]);
}
