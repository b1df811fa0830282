import { inOrder } from '../../platform/db/asked-rows.ts';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

const hash = query('funds-password.hash', 'select funds_password_hash as hash from customer where id = $1').as<{
  hash: string | null;
}>();

/** Null when none was set yet. */
export async function readHash(db: Queryable, customerId: bigint): Promise<string | null> {
  return (await one(db, hash, [customerId])).hash;
}

const stillIs = lockingQuery(
  'funds-password.still-is',
  'select id from customer where id = $1 and funds_password_hash = $2 for share',
).as<{ id: bigint }>();

/** Whether the password was not reset since. A reset waits for the end of this transaction. */
export async function isStillHash(dbTx: Transaction, customerId: bigint, compared: string): Promise<boolean> {
  return (await maybeOne(dbTx, stillIs, [customerId, compared])) !== null;
}

const changed = query(
  'funds-password.changed-at',
  'select funds_password_changed_at as "changedAt" from customer where id = $1',
).as<{ changedAt: Date | null }>();

export async function readChangedAt(db: Queryable, customerId: bigint): Promise<Date | null> {
  return (await one(db, changed, [customerId])).changedAt;
}

export interface TokenGoodFor {
  tokenHash: Buffer;
  customerId: bigint;
  purpose: string;
}

const insertToken = lockingQuery(
  'funds-password.insert-token',
  `insert into funds_password_token (token_hash, customer_id, purpose, expires_at)
   select $1, id, $3, $5 from customer where id = $2 and funds_password_hash = $4 for share
   returning expires_at as "expiresAt"`,
).as<{ expiresAt: Date }>();

/**
 * False when the password that it is exchanged for was reset since it was compared. The row is locked, so that a reset
 * under way is waited for, and one that comes next finds this token.
 */
export async function keepToken(
  dbTx: Transaction,
  { tokenHash, customerId, purpose }: TokenGoodFor,
  compared: string,
  expiresAt: Date,
): Promise<boolean> {
  return (await maybeOne(dbTx, insertToken, [tokenHash, customerId, purpose, compared, expiresAt])) !== null;
}

const askedTokens = `unnest((select $1::bytea[]), (select $2::bigint[]), (select $3::text[]), (select $4::timestamptz[]))
  with ordinality asked (token, customer, wanted, now, place)`;
const isGoodFor = `token_hash = token and customer_id = customer and purpose = wanted and expires_at > now and used_at is null`;
const tokenColumns = (tokens: readonly AskedToken[]): unknown[] => [
  tokens.map(({ tokenHash }) => tokenHash),
  tokens.map(({ customerId }) => customerId),
  tokens.map(({ purpose }) => purpose),
  tokens.map(({ now }) => now),
];

/** A token, and when it is used. */
export interface AskedToken extends TokenGoodFor {
  now: Date;
}

const goodTokens = query(
  'funds-password.good-tokens',
  `select place::int as place, exists (select from funds_password_token where ${isGoodFor}) as "isGood" from ${askedTokens}`,
).as<{ place: number; isGood: boolean }>();

/** In their order. */
export async function areGoodTokens(db: Queryable, tokens: readonly AskedToken[]): Promise<boolean[]> {
  return inOrder(tokens.length, await many(db, goodTokens, tokenColumns(tokens))).map(({ isGood }) => isGood);
}

export async function isGoodToken(db: Queryable, goodFor: TokenGoodFor, now: Date): Promise<boolean> {
  const [isGood = false] = await areGoodTokens(db, [{ ...goodFor, now }]);
  return isGood;
}

const useTokens = lockingQuery(
  'funds-password.use-tokens',
  `with good as (
     select token_hash, now from funds_password_token join ${askedTokens} on ${isGoodFor} order by token_hash for update of funds_password_token
   )
   update funds_password_token spent set used_at = now from good where spent.token_hash = good.token_hash`,
);

/** How many of them were still good, and are used now. */
export function spendTokens(dbTx: Transaction, tokens: readonly AskedToken[]): Promise<number> {
  return execute(dbTx, useTokens, tokenColumns(tokens));
}

/** False when it was used, ran out, or never was good for this. */
export const spendToken = async (dbTx: Transaction, goodFor: TokenGoodFor, now: Date): Promise<boolean> =>
  (await spendTokens(dbTx, [{ ...goodFor, now }])) === 1;

const endTokens = query('funds-password.end-tokens', 'delete from funds_password_token where customer_id = $1');

/** What the old password was exchanged for is good no longer. */
export async function forgetTokens(db: Queryable, customerId: bigint): Promise<void> {
  await execute(db, endTokens, [customerId]);
}

const oldTokens = query('funds-password.old-tokens', 'delete from funds_password_token where expires_at < $1');

export async function deleteTokensBefore(db: Queryable, time: Date): Promise<void> {
  await execute(db, oldTokens, [time]);
}
