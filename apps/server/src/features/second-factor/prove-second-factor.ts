import { secondsUntil } from '../../platform/clock/seconds.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import type { SecondFactorGuess } from '../../platform/money-call/money-call.ts';
import type { Proof } from '../../platform/money-call/proof.ts';
import type { Sealer } from '../../platform/secrets/sealed.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { normaliseRecoveryCode, recoveryCodeHash } from './recovery-codes.ts';
import {
  isOpenRecoveryCode,
  keepFailures,
  lockSecondFactor,
  type SecondFactor,
  spendRecoveryCode,
  spendStep,
} from './second-factor.store.ts';
import { matchStep } from './totp.ts';

export interface ProveDeps extends AnnouncePort {
  database: Database;
  pepper: Buffer;
  sealer: Sealer;
  /** The machine's time: an authenticator app knows nothing of the demo's shifted clock. */
  readonly machineTime: () => Date;
}

/** As the funds password: so many wrong guesses in a row lock it for so long. */
const allowedFailures = 5;
const lockedForMs = 3 * 60 * 60_000;

export const sealContext = (customerId: bigint) => `customer ${customerId}`;

/** What a right guess uses up: the step of a code, or a recovery code. */
type Match = { step: number } | { hash: Buffer };

/**
 * Judges the second factor of a customer who has one; null for all others. A wrong guess counts at once, a right one is used up in
 * the transaction of what it allows.
 */
export async function proveSecondFactor(
  deps: ProveDeps,
  { customerId, given, now }: SecondFactorGuess,
): Promise<Proof | Refusal | null> {
  const match = await deps.database.transaction(async (dbTx) => {
    const factor = await lockSecondFactor(dbTx, customerId);
    if (factor === null || factor.confirmedAt === null) return null;
    return matchUnderLimit(dbTx, deps, factor, { customerId, given, now });
  });
  if (match === null || isRefusal(match)) return match;
  return {
    async useUp(dbTx) {
      const isUsed =
        'step' in match
          ? await spendStep(dbTx, customerId, match.step)
          : await spendRecoveryCode(dbTx, customerId, match.hash, now);
      return isUsed ? null : needed(null);
    },
  };
}

async function matchUnderLimit(
  dbTx: Transaction,
  deps: ProveDeps,
  factor: SecondFactor,
  { customerId, given, now }: SecondFactorGuess,
): Promise<Match | Refusal> {
  if (given === undefined || given === '') return needed(null);
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
  return needed(remaining);
}

async function matchGuess(
  dbTx: Transaction,
  { pepper, sealer, machineTime }: ProveDeps,
  { sealedSecret, lastStep }: SecondFactor,
  customerId: bigint,
  given: string,
): Promise<Match | null> {
  const digits = given.replace(/\s/g, '');
  const step = matchStep(sealer.open(sealedSecret, sealContext(customerId)), digits, { now: machineTime(), lastStep });
  if (step !== null) return { step };
  const code = normaliseRecoveryCode(given);
  if (code === null) return null;
  const hash = recoveryCodeHash(pepper, customerId, code);
  return (await isOpenRecoveryCode(dbTx, customerId, hash)) ? { hash } : null;
}

/** `remaining`: guesses left after a wrong one; null when none was given or it was used meanwhile. */
const needed = (remaining: number | null) => refuse('secondFactorNeeded', { methods: ['TOTP', 'RECOVERY'], remaining });
