import { execute, maybeOne, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

export type ChallengePurpose = 'ENROL' | 'PROVE';

export interface NewChallenge {
  hash: Buffer;
  customerId: bigint;
  purpose: ChallengePurpose;
  /** What an answer is good for. */
  subject: string;
  expiresAt: Date;
}

const insert = query(
  'passkey-challenge.insert',
  `insert into passkey_challenge (challenge_hash, customer_id, purpose, subject, expires_at) values ($1, $2, $3, $4, $5)`,
);

const deleteOld = query('passkey-challenge.delete-old', 'delete from passkey_challenge where expires_at < $1');

/** Challenges that are over go with the next new one. */
export async function insertChallenge(db: Queryable, challenge: NewChallenge, now: Date): Promise<void> {
  const { hash, customerId, purpose, subject, expiresAt } = challenge;
  await execute(db, deleteOld, [now]);
  await execute(db, insert, [hash, customerId, purpose, subject, expiresAt]);
}

const answer = query(
  'passkey-challenge.answer',
  `update passkey_challenge set answered_at = $4
   where challenge_hash = $1 and purpose = $2 and customer_id = $3 and answered_at is null and expires_at > $4
   returning subject`,
).as<{ subject: string }>();

/** Ends the challenge, whatever comes of the answer; null for one that is unknown, over, answered or another customer's. */
export function answerChallenge(
  db: Queryable,
  { hash, purpose, customerId, now }: Pick<NewChallenge, 'hash' | 'purpose' | 'customerId'> & { now: Date },
): Promise<{ subject: string } | null> {
  return maybeOne(db, answer, [hash, purpose, customerId, now]);
}

const exchange = query(
  'passkey-challenge.exchange',
  'update passkey_challenge set passkey_id = $2, token_hash = $3 where challenge_hash = $1 returning expires_at as "expiresAt"',
).as<{ expiresAt: Date }>();

/** Stores the token that a right answer was exchanged for. */
export function exchangeChallenge(
  db: Queryable,
  { hash, passkeyId, tokenHash }: { hash: Buffer; passkeyId: bigint; tokenHash: Buffer },
): Promise<{ expiresAt: Date }> {
  return one(db, exchange, [hash, passkeyId, tokenHash]);
}

const openToken = query(
  'passkey-challenge.open-token',
  `select exists (select from passkey_challenge
     where token_hash = $1 and customer_id = $2 and subject = $3 and used_at is null and expires_at > $4) as "isOpen"`,
).as<{ isOpen: boolean }>();

export interface TokenUse {
  tokenHash: Buffer;
  customerId: bigint;
  subject: string;
  now: Date;
}

export async function isOpenToken(db: Queryable, { tokenHash, customerId, subject, now }: TokenUse): Promise<boolean> {
  return (await one(db, openToken, [tokenHash, customerId, subject, now])).isOpen;
}

const useToken = query(
  'passkey-challenge.use-token',
  `update passkey_challenge set used_at = $4
   where token_hash = $1 and customer_id = $2 and subject = $3 and used_at is null returning customer_id as "customerId"`,
).as<{ customerId: bigint }>();

/** False when it was used meanwhile. */
export async function spendToken(db: Queryable, { tokenHash, customerId, subject, now }: TokenUse): Promise<boolean> {
  return (await maybeOne(db, useToken, [tokenHash, customerId, subject, now])) !== null;
}
