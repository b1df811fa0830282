import { type DbTx, many, statement } from '../../platform/db/database.ts';

const raise = statement<{ id: bigint }>(
  'deposits.raise-alarm',
  `insert into alarm (kind, subject, words, raised_at) values ($1, $2, $3, $4)
   on conflict (kind, subject) where settled_at is null do nothing returning id`,
);

/** Somebody has to look. The same trouble is told once, until it is settled. True when it is new. */
export async function raiseAlarm(
  dbTx: DbTx,
  { kind, subject, words, now }: { kind: string; subject: string; words: string; now: Date },
): Promise<boolean> {
  return (await many(dbTx, raise, [kind, subject, words.slice(0, 1000), now])).length > 0;
}

/** A credited deposit is in no block any more. */
export const removedAlarm = 'deposit-removed';

const settle = statement(
  'deposits.settle-alarm',
  'update alarm set settled_at = $3 where kind = $1 and subject = $2 and settled_at is null',
);

/** The trouble has passed by itself. */
export async function settleAlarm(dbTx: DbTx, kind: string, subject: string, now: Date): Promise<void> {
  await many(dbTx, settle, [kind, subject, now]);
}

const freeze = statement(
  'deposits.freeze-customer',
  'insert into customer_freeze (customer_id, reason, frozen_at) values ($1, $2, $3)',
);

/** Stops a customer's withdrawals until two of the staff lift it. */
export async function freezeCustomer(dbTx: DbTx, customerId: bigint, reason: string, now: Date): Promise<void> {
  await many(dbTx, freeze, [customerId, reason, now]);
}
