import type { Coin } from '@lode/money';
import { many, one, type Queryable, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';

const depositsToClawBack = query(
  'withdrawals.deposits-to-claw-back',
  'select id, coin, amount from deposit_to_claw_back where customer_id = $1 order by id limit 20',
).as<{ id: bigint; coin: Coin; amount: bigint }>();

/** Credited deposits that a reorganisation removed and that are not clawed back: the oldest of them. */
export function readDepositsToClawBack(
  db: Queryable,
  customerId: bigint,
): Promise<{ id: bigint; coin: Coin; amount: bigint }[]> {
  return many(db, depositsToClawBack, [customerId]);
}

const freezeReasons = query(
  'withdrawals.freeze-reasons',
  'select reason from customer_freeze where customer_id = $1 and lifted_at is null order by frozen_at, id limit 20',
).as<{ reason: string }>();

/** Why the customer is frozen, the oldest reason first. */
export async function readFreezeReasons(db: Queryable, customerId: bigint): Promise<string[]> {
  return (await many(db, freezeReasons, [customerId])).map(({ reason }) => reason);
}

const openFreezes = lockingQuery(
  'withdrawals.open-freezes',
  'select id from customer_freeze where customer_id = $1 and lifted_at is null order by id for update',
).as<{ id: bigint }>();

/** Which freezes stand, locked: what a proposal was made for, and whether it is the same now. */
export async function lockFreezes(dbTx: Transaction, customerId: bigint): Promise<string> {
  return (await many(dbTx, openFreezes, [customerId])).map(({ id }) => id).join(' ');
}

const unfreeze = query('withdrawals.unfreeze', 'select lift_freeze($1, $2) as "wasFrozen"').as<{
  wasFrozen: boolean;
}>();

/** False when the customer is not frozen, or has a deposit to claw back. */
export async function unfreezeCustomer(db: Queryable, customerId: bigint, now: Date): Promise<boolean> {
  return (await one(db, unfreeze, [customerId, now])).wasFrozen;
}
