import type { Sealed } from '@lode/signing';
import { maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

const key = query(
  'withdrawals.approver-key',
  'select sealed_key as "sealedKey" from approver_key where staff_id = $1',
).as<{ sealedKey: Sealed }>();

/** The sealed key that a person approves with; null without one. */
export async function readApproverKey(db: Queryable, staffId: bigint): Promise<Sealed | null> {
  return (await maybeOne(db, key, [staffId]))?.sealedKey ?? null;
}

const keepKey = query(
  'withdrawals.keep-approver-key',
  `insert into approver_key (staff_id, public_key, sealed_key, created_at) values ($1, $2, $3::jsonb, $4)
   on conflict do nothing returning staff_id as "staffId"`,
).as<{ staffId: bigint }>();

/** False when the person has a key: a second one is enrolled at the signer first. */
export async function keepApproverKey(
  db: Queryable,
  { staffId, publicKey, sealedKey, now }: { staffId: bigint; publicKey: string; sealedKey: Sealed; now: Date },
): Promise<boolean> {
  return (await maybeOne(db, keepKey, [staffId, publicKey, JSON.stringify(sealedKey), now])) !== null;
}
