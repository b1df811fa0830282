import type { Data, Input } from '@lode/contract';
import type { Database } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/context.ts';
import { type Refusal, refuse } from '../../platform/http/refusal.ts';
import { hashToken, newToken } from '../../platform/http/session.ts';
import type { MoneyCallPorts } from '../../platform/money-call/money-call.ts';
import type { Proof } from '../../platform/money-call/proof.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import { countFailures } from './attempt.store.ts';
import { isGoodToken, keepToken, readHash, spendToken, type TokenGoodFor } from './funds-password.store.ts';
import type { GuardedGuess } from './guarded-guess.ts';
import { allowedFailures } from './guess-limit.ts';

export interface CheckSecretDeps {
  database: Database;
  passwords: Passwords;
  guardedGuess: GuardedGuess;
}

const tokenLivesSeconds = 120;

/** Exchanges a right funds password for a token: one use, two minutes, this purpose. Only its hash stays here. */
export async function checkFundsPassword(
  deps: CheckSecretDeps,
  { session, now }: RequestContext,
  { password, purpose }: Input<'checkFundsPassword'>,
): Promise<Data<'checkFundsPassword'> | Refusal> {
  const { customerId } = session;
  const refused = await compare(deps, customerId, password);
  if (refused) return refused;
  const token = newToken();
  const expiresAt = new Date(now.getTime() + tokenLivesSeconds * 1000);
  await keepToken(deps.database, { tokenHash: hashToken(token), customerId, purpose }, expiresAt);
  return { token, expiresIn: tokenLivesSeconds };
}

/** Judges the funds password, or the token in its place, of a money call. */
export async function checkMoneySecret(
  deps: CheckSecretDeps,
  { customerId, secret, purpose, now }: Parameters<MoneyCallPorts['checkMoneySecret']>[0],
): Promise<Proof | Refusal> {
  const { password, passwordToken } = secret;
  if (passwordToken === undefined) {
    const refused = await compare(deps, customerId, password ?? '');
    return refused ?? { useUp: async () => null };
  }
  const goodFor = { tokenHash: hashToken(passwordToken), customerId, purpose };
  return judgeToken(deps.database, goodFor, now);
}

async function compare(
  { database, passwords, guardedGuess }: CheckSecretDeps,
  customerId: bigint,
  password: string,
): Promise<null | Refusal> {
  if ((await readHash(database, customerId)) === null) return refuse('fundsPasswordMissing');
  // Read again when its turn has come: the password may have been reset while the guess waited.
  return guardedGuess(customerId, async () => passwords.verify(await readHash(database, customerId), password));
}

async function judgeToken(database: Database, goodFor: TokenGoodFor, now: Date): Promise<Proof | Refusal> {
  const refusal = async () => {
    // A token cannot be guessed: a bad one costs no try, the password is asked for again.
    const failures = await countFailures(database, goodFor.customerId);
    return refuse('wrongFundsPassword', { remaining: Math.max(0, allowedFailures - failures) });
  };
  if (!(await isGoodToken(database, goodFor, now))) return refusal();
  return { useUp: async (dbTx) => ((await spendToken(dbTx, goodFor, now)) ? null : refusal()) };
}
