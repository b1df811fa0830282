import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { hashToken } from '../../platform/http/session.ts';
import type { GroupPorts, PlainToken } from '../../platform/money-call/group.ts';
import type { MoneyCallPorts } from '../../platform/money-call/money-call.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { type CheckSecretDeps, checkFundsPassword, checkMoneySecret } from './check-money-secret.ts';
import { cleanUp, cleanUpCrontab, cleanUpJob } from './funds-password.jobs.ts';
import { type AskedToken, areGoodTokens, readChangedAt, spendTokens } from './funds-password.store.ts';
import { guardedGuesses } from './guarded-guess.ts';
import { setFundsPassword } from './set-funds-password.ts';

export interface FundsPasswordDeps extends AnnouncePort {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  /** Of identity: checks a one-time code now, uses it up later. */
  proveCode: MoneyCallPorts['proveCode'];
  /** Of identity, whose table it is. */
  readonly changeFundsPasswordHash: (db: Queryable, customerId: bigint, to: string, now: Date) => Promise<void>;
  readonly rehashFundsPassword: CheckSecretDeps['rehashFundsPassword'];
}

const askedToken = ({ passwordToken, ...goodFor }: PlainToken): AskedToken => ({
  ...goodFor,
  tokenHash: hashToken(passwordToken),
});

export function fundsPasswordSlice(deps: FundsPasswordDeps) {
  const { database, clock } = deps;
  const checking = { ...deps, guardedGuess: guardedGuesses(deps) };

  return {
    handlers: {
      setFundsPassword: (context, input) => setFundsPassword(deps, context, input),
      checkFundsPassword: (context, input) => checkFundsPassword(checking, context, input),
    } satisfies Handlers,
    /** For every money call: the password or its token, checked before the balance. */
    checkMoneySecret: ((request) => checkMoneySecret(checking, request)) satisfies MoneyCallPorts['checkMoneySecret'],
    /** For money calls that are carried out in groups. */
    plainTokens: {
      areGood: (db, tokens) => areGoodTokens(db, tokens.map(askedToken)),
      spend: (dbTx, tokens) => spendTokens(dbTx, tokens.map(askedToken)),
    } satisfies GroupPorts['plainTokens'],
    /** For withdrawals, which are held for a while after it; null when it was never changed. */
    fundsPasswordChangedAt: (db: Queryable, customerId: bigint): Promise<Date | null> => readChangedAt(db, customerId),
    jobs: { [cleanUpJob]: cleanUp(database, clock) },
    crontab: cleanUpCrontab,
  };
}
