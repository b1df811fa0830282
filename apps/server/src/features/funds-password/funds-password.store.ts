import { type DbTx, many, maybeOne, one, statement } from '../../platform/db/database.ts';

const hash = statement<{ hash: string | null }>(
  'funds-password.hash',
  'select funds_password_hash as hash from customer where id = $1',
);

/** Null when none was set yet. */
export async function readHash(dbTx: DbTx, customerId: bigint): Promise<string | null> {
  return (await one(dbTx, hash, [customerId])).hash;
}

const replace = statement<{ id: bigint }>(
  'funds-password.replace',
  `update customer
   set funds_password_hash = $2,
     funds_password_changed_at = case when funds_password_hash is null then funds_password_changed_at else $3 end
   where id = $1
   returning id`,
);

/** A first setting is no change and leaves the time of the last one as it is. */
export async function replaceHash(dbTx: DbTx, customerId: bigint, newHash: string, now: Date): Promise<void> {
  await one(dbTx, replace, [customerId, newHash, now]);
}

const changed = statement<{ changedAt: Date | null }>(
  'funds-password.changed-at',
  'select funds_password_changed_at as "changedAt" from customer where id = $1',
);

export async function readChangedAt(dbTx: DbTx, customerId: bigint): Promise<Date | null> {
  return (await one(dbTx, changed, [customerId])).changedAt;
}

export interface TokenGoodFor {
  tokenHash: Buffer;
  customerId: bigint;
  purpose: string;
}

const insertToken = statement<{ expiresAt: Date }>(
  'funds-password.insert-token',
  `insert into funds_password_token (token_hash, customer_id, purpose, expires_at) values ($1, $2, $3, $4)
   returning expires_at as "expiresAt"`,
);

export async function keepToken(
  dbTx: DbTx,
  { tokenHash, customerId, purpose }: TokenGoodFor,
  expiresAt: Date,
): Promise<void> {
  await one(dbTx, insertToken, [tokenHash, customerId, purpose, expiresAt]);
}

const goodToken = `token_hash = $1 and customer_id = $2 and purpose = $3 and expires_at > $4 and used_at is null`;

const findToken = statement<{ expiresAt: Date }>(
  'funds-password.find-token',
  `select expires_at as "expiresAt" from funds_password_token where ${goodToken}`,
);

export async function isGoodToken(
  dbTx: DbTx,
  { tokenHash, customerId, purpose }: TokenGoodFor,
  now: Date,
): Promise<boolean> {
  return (await maybeOne(dbTx, findToken, [tokenHash, customerId, purpose, now])) !== null;
}

const useToken = statement<{ expiresAt: Date }>(
  'funds-password.use-token',
  `update funds_password_token set used_at = $4 where ${goodToken} returning expires_at as "expiresAt"`,
);

/** False when it was used, ran out, or never was good for this. */
export async function spendToken(
  dbTx: DbTx,
  { tokenHash, customerId, purpose }: TokenGoodFor,
  now: Date,
): Promise<boolean> {
  return (await maybeOne(dbTx, useToken, [tokenHash, customerId, purpose, now])) !== null;
}

const endTokens = statement('funds-password.end-tokens', 'delete from funds_password_token where customer_id = $1');

/** What the old password was exchanged for is good no longer. */
export async function forgetTokens(dbTx: DbTx, customerId: bigint): Promise<void> {
  await many(dbTx, endTokens, [customerId]);
}

const oldTokens = statement('funds-password.old-tokens', 'delete from funds_password_token where expires_at < $1');

export async function deleteTokensBefore(dbTx: DbTx, time: Date): Promise<void> {
  await many(dbTx, oldTokens, [time]);
}
