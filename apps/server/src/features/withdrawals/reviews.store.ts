import { type DbTx, maybeOne, one, statement } from '../../platform/db/database.ts';

const proposal = statement<{ staffId: bigint; staffName: string }>(
  'withdrawals.proposal',
  `select staff_id as "staffId", s.name as "staffName"
   from withdrawal_review join staff s on s.id = staff_id where withdrawal_id = $1 and part = 'PROPOSED'`,
);

/** Who proposed it; null when nobody has. */
export function readProposal(dbTx: DbTx, withdrawalId: bigint): Promise<{ staffId: bigint; staffName: string } | null> {
  return maybeOne(dbTx, proposal, [withdrawalId]);
}

const insert = statement<{ at: Date }>(
  'withdrawals.review',
  `insert into withdrawal_review (withdrawal_id, part, staff_id, reason, at) values ($1, $2, $3, $4, $5) returning at`,
);

/** The database refuses one person for both parts, whatever the program believes. */
export async function insertReview(
  dbTx: DbTx,
  review: { withdrawalId: bigint; part: 'PROPOSED' | 'APPROVED'; staffId: bigint; reason: string; now: Date },
): Promise<void> {
  const { withdrawalId, part, staffId, reason, now } = review;
  await one(dbTx, insert, [withdrawalId, part, staffId, reason, now]);
}

const unfreeze = statement<{ wasFrozen: boolean }>('withdrawals.unfreeze', 'select lift_freeze($1, $2) as "wasFrozen"');

/** False when nothing was frozen. */
export async function unfreezeCustomer(dbTx: DbTx, customerId: bigint, now: Date): Promise<boolean> {
  return (await one(dbTx, unfreeze, [customerId, now])).wasFrozen;
}
