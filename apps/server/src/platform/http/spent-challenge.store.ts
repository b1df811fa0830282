import { execute, maybeOne, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';

const spend = query(
  'spent-challenge.spend',
  'insert into spent_challenge (nonce, expires_at) values ($1, $2) on conflict do nothing returning nonce',
);

/** False when it has been spent already, in whatever process. */
export async function spendChallenge(db: Queryable, nonce: Buffer, expiresAt: Date): Promise<boolean> {
  return (await maybeOne(db, spend, [nonce, expiresAt])) !== null;
}

const forget = query('spent-challenge.forget', 'delete from spent_challenge where expires_at < $1');

/** What has expired is refused by its date. */
export async function forgetSpentChallenges(db: Queryable, expiredBefore: Date): Promise<void> {
  await execute(db, forget, [expiredBefore]);
}
