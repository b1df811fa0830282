import type { Input } from '@lode/contract';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/context.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import type { MoneyCallPorts } from '../../platform/money-call/money-call.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { forgetAttempts, lockAttempts } from './attempt.store.ts';
import { forgetTokens } from './funds-password.store.ts';
import { isGuessable } from './guessable.ts';

export interface SetFundsPasswordDeps extends AnnouncePort {
  database: Database;
  passwords: Passwords;
  proveCode: MoneyCallPorts['proveCode'];
  readonly changeFundsPasswordHash: (db: Queryable, customerId: bigint, to: string, now: Date) => Promise<void>;
}

const sixDigits = /^[0-9]{6}$/;

/**
 * Sets a first or forgotten funds password with a one-time code. The holder of the code owns the account: a lock that
 * guesses caused ends here. The change starts a security hold on withdrawals.
 */
export async function setFundsPassword(
  { database, passwords, proveCode, changeFundsPasswordHash, announce }: SetFundsPasswordDeps,
  { session, now }: RequestContext,
  { password, code }: Input<'setFundsPassword'>,
): Promise<null | Refusal> {
  if (!sixDigits.test(password)) return refuse('badPasswordFormat');
  if (isGuessable(password)) return refuse('badPasswordFormat', { field: 'password', reason: 'TOO_COMMON' });
  const { customerId, account } = session;
  const proof = await proveCode({ account, scene: 'FUNDS_PASSWORD', code, now });
  if (isRefusal(proof)) return proof;
  // Between the two transactions, not inside one: hashing takes long and needs no connection.
  const hash = await passwords.hash(password, 'money');
  return database.transaction(async (dbTx) => {
    const refused = await proof.useUp(dbTx);
    if (refused) return refused;
    await lockAttempts(dbTx, customerId);
    await changeFundsPasswordHash(dbTx, customerId, hash, now);
    await forgetTokens(dbTx, customerId);
    await forgetAttempts(dbTx, customerId);
    await announce(dbTx, { kind: 'FUNDS_PASSWORD_SET', customerId, at: now });
    return null;
  });
}
