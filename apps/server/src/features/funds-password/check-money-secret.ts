import type { Data, Input } from '@lode/contract';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/context.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { hashToken, newToken } from '../../platform/http/session.ts';
import type { MoneyCallPorts } from '../../platform/money-call/money-call.ts';
import type { Proof } from '../../platform/money-call/proof.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import { countFailures } from './attempt.store.ts';
import {
  isGoodToken,
  isStillHash,
  keepToken,
  readHash,
  spendToken,
  type TokenGoodFor,
} from './funds-password.store.ts';
import type { GuardedGuess } from './guarded-guess.ts';
import { allowedFailures } from './guess-limit.ts';

export interface CheckSecretDeps {
  database: Database;
  passwords: Passwords;
  guardedGuess: GuardedGuess;
  /** Of identity: false when the password was reset since. */
  readonly rehashFundsPassword: (
    db: Queryable,
    hash: { customerId: bigint; from: string; to: string },
  ) => Promise<boolean>;
}

const tokenLivesSeconds = 120;

/** Exchanges a right funds password for a token: one use, two minutes, this purpose. Only its hash stays here. */
export async function checkFundsPassword(
  deps: CheckSecretDeps,
  { session, now }: RequestContext,
  { password, purpose }: Input<'checkFundsPassword'>,
): Promise<Data<'checkFundsPassword'> | Refusal> {
  const { customerId } = session;
  const compared = await compare(deps, customerId, password);
  if (isRefusal(compared)) return compared;
  const token = newToken();
  const expiresAt = new Date(now.getTime() + tokenLivesSeconds * 1000);
  const goodFor = { tokenHash: hashToken(token), customerId, purpose };
  const isKept = await deps.database.transaction((dbTx) => keepToken(dbTx, goodFor, compared.hash, expiresAt));
  if (!isKept) return wrongNow(deps.database, customerId);
  return { token, expiresIn: tokenLivesSeconds };
}

/** Judges the funds password, or the token in its place, of a money call. */
export async function checkMoneySecret(
  deps: CheckSecretDeps,
  { customerId, secret, purpose, now }: Parameters<MoneyCallPorts['checkMoneySecret']>[0],
): Promise<Proof | Refusal> {
  const { password, passwordToken } = secret;
  if (passwordToken === undefined) {
    const compared = await compare(deps, customerId, password ?? '');
    if (isRefusal(compared)) return compared;
    return {
      // It may have been reset since it was compared.
      useUp: async (dbTx) => ((await isStillHash(dbTx, customerId, compared.hash)) ? null : wrongNow(dbTx, customerId)),
    };
  }
  const goodFor = { tokenHash: hashToken(passwordToken), customerId, purpose };
  return checkToken(deps.database, goodFor, now);
}

/** The hash that the password is right for, as it was when it was compared. */
async function compare(
  { database, passwords, guardedGuess, rehashFundsPassword }: CheckSecretDeps,
  customerId: bigint,
  password: string,
): Promise<{ hash: string } | Refusal> {
  let hash = await readHash(database, customerId);
  if (hash === null) return refuse('fundsPasswordMissing');
  const refused = await guardedGuess(customerId, async () => {
    // Read again when its turn has come: the password may have been reset while the guess waited.
    hash = await readHash(database, customerId);
    return passwords.verify(hash, password, 'money');
  });
  if (refused !== null) return refused;
  const to = await passwords.rehash(hash, password, 'money');
  if (to === null) return { hash };
  // Reset meanwhile: the next comparison with the returned hash fails.
  return { hash: (await rehashFundsPassword(database, { customerId, from: hash, to })) ? to : hash };
}

async function checkToken(database: Database, goodFor: TokenGoodFor, now: Date): Promise<Proof | Refusal> {
  const { customerId } = goodFor;
  if (!(await isGoodToken(database, goodFor, now))) return wrongNow(database, customerId);
  return {
    // On the caller's own connection: waiting for a second connection while holding this one could deadlock the pool.
    useUp: async (dbTx) => ((await spendToken(dbTx, goodFor, now)) ? null : wrongNow(dbTx, customerId)),
  };
}

/** Of a token that is bad, or what was reset meanwhile: nothing was guessed and no try is lost, the password is asked for. */
async function wrongNow(db: Queryable, customerId: bigint): Promise<Refusal> {
  const failures = await countFailures(db, customerId);
  return refuse('wrongFundsPassword', { remaining: Math.max(0, allowedFailures - failures) });
}
