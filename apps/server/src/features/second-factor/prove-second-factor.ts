import type { Data } from '@lode/contract';
import { secondsUntil } from '../../platform/clock/seconds.ts';
import type { PasskeySite } from '../../platform/config/passkey-site.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { hashToken } from '../../platform/http/session.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { SecondFactorGuess } from '../../platform/money-call/money-call.ts';
import type { Proof } from '../../platform/money-call/proof.ts';
import type { Sealer } from '../../platform/secrets/sealed.ts';
import { matchStep } from '../../platform/secrets/totp.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { isOpenToken, spendToken } from './passkeys/challenge.store.ts';
import { normaliseRecoveryCode, recoveryCodeHash } from './recovery-codes.ts';
import {
  isOpenRecoveryCode,
  keepFailures,
  lockSecondFactor,
  type SecondFactor,
  spendRecoveryCode,
  spendStep,
} from './second-factor.store.ts';

export interface ProveDeps extends AnnouncePort {
  database: Database;
  pepper: Buffer;
  /** While the pepper is being replaced: recovery codes of before. */
  previousPepper?: Buffer | null;
  sealer: Sealer;
  log: EventLog;
  /** Null: this installation has no name that a passkey can be tied to. */
  site: PasskeySite | null;
  /** The machine's time: an authenticator app knows nothing of the demo's shifted clock. */
  readonly machineTime: () => Date;
}

/** As the funds password: so many wrong guesses in a row lock it for so long. */
const allowedFailures = 5;
const lockedForMs = 3 * 60 * 60_000;

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

export const sealPurpose = 'second factor';
export const sealContext = (customerId: bigint) => `customer ${customerId}`;

/** What a passkey signs when the second factor itself is changed. */
export const factorChange = 'SECOND_FACTOR';

/** What a right guess uses up: the step of a code, a recovery code, or the token of a passkey's signature. */
type Match = { step: number } | { hash: Buffer } | { tokenHash: Buffer };

type Method = Data<'secondFactor'>['methods'][number];

export const methodsOf = ({ hasPasskey, confirmedAt }: Pick<SecondFactor, 'hasPasskey' | 'confirmedAt'>): Method[] => [
  ...(hasPasskey ? (['PASSKEY'] as const) : []),
  ...(confirmedAt === null ? [] : (['TOTP'] as const)),
  'RECOVERY',
];

/**
 * Judges the second factor of a customer who has one; null for all others. A wrong guess counts at once, a right one is used up in
 * the transaction of what it allows.
 */
export async function proveSecondFactor(deps: ProveDeps, guess: SecondFactorGuess): Promise<Proof | Refusal | null> {
  const result = await deps.database.transaction(async (dbTx) => {
    const factor = await lockSecondFactor(dbTx, guess.customerId);
    if (factor === null || !factor.isSet) return null;
    const match = await matchUnderLimit(dbTx, deps, factor, guess);
    return isRefusal(match) ? match : { match, methods: methodsOf(factor) };
  });
  if (result === null || isRefusal(result)) return result;
  const { match, methods } = result;
  return { useUp: async (dbTx) => ((await spend(dbTx, guess, match)) ? null : needed(methods, null)) };
}

function spend(dbTx: Transaction, guess: SecondFactorGuess, match: Match): Promise<boolean> {
  const { customerId, now } = guess;
  if ('step' in match) return spendStep(dbTx, customerId, match.step);
  if ('hash' in match) return spendRecoveryCode(dbTx, customerId, match.hash, now);
  return spendToken(dbTx, { tokenHash: match.tokenHash, customerId, subject: guess.madeFor, now });
}

async function matchUnderLimit(
  dbTx: Transaction,
  deps: ProveDeps,
  factor: SecondFactor,
  { customerId, given, madeFor, now }: SecondFactorGuess,
): Promise<Match | Refusal> {
  const methods = methodsOf(factor);
  if (given === undefined || given === '') return needed(methods, null);
  // 256 random bits cannot be guessed: a token is neither counted nor locked.
  if (tokenForm.test(given)) {
    const tokenHash = hashToken(given);
    const isOpen = await isOpenToken(dbTx, { tokenHash, customerId, subject: madeFor, now });
    return isOpen ? { tokenHash } : needed(methods, null);
  }
  const { failures, failedAt } = factor;
  const lockedUntil =
    failedAt === null || failures < allowedFailures ? now : new Date(failedAt.getTime() + lockedForMs);
  if (lockedUntil > now) return refuse('tooOften', { retryAfter: secondsUntil(lockedUntil, now) });
  const match = await matchGuess(dbTx, deps, factor, customerId, given);
  if (match !== null) {
    if (failures > 0) await keepFailures(dbTx, customerId, 0, null);
    return match;
  }
  // A lock that is over begins a new row of guesses.
  const counted = failures < allowedFailures ? failures + 1 : 1;
  await keepFailures(dbTx, customerId, counted, now);
  const remaining = allowedFailures - counted;
  const detail = { remaining: String(remaining) };
  await deps.announce(dbTx, { kind: 'SECOND_FACTOR_FAILED', customerId, at: now, detail });
  return needed(methods, remaining);
}

async function matchGuess(
  dbTx: Transaction,
  { pepper, previousPepper, sealer, machineTime }: ProveDeps,
  { sealedSecret, confirmedAt, lastStep }: SecondFactor,
  customerId: bigint,
  given: string,
): Promise<Match | null> {
  // The secret of an app that is only being set up proves nothing.
  if (sealedSecret !== null && confirmedAt !== null) {
    const digits = given.replace(/\s/g, '');
    const secret = sealer.open(sealedSecret, sealContext(customerId));
    const step = matchStep(secret, digits, { now: machineTime(), lastStep });
    if (step !== null) return { step };
  }
  const code = normaliseRecoveryCode(given);
  if (code === null) return null;
  for (const own of [pepper, previousPepper ?? null]) {
    const hash = own && recoveryCodeHash(own, customerId, code);
    if (hash !== null && (await isOpenRecoveryCode(dbTx, customerId, hash))) return { hash };
  }
  return null;
}

/** `remaining`: guesses left after a wrong one; null when none was given or it was used meanwhile. */
export const needed = (methods: readonly Method[], remaining: number | null): Refusal =>
  refuse('secondFactorNeeded', { methods, remaining });
