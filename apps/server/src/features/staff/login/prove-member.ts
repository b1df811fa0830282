import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Passwords } from '../../../platform/secrets/passwords.ts';
import type { Sealer } from '../../../platform/secrets/sealed.ts';
import { matchStep } from '../../../platform/secrets/totp.ts';
import { findStaff, type StaffRow } from '../staff.store.ts';
import { forgetGuesses } from './attempts.store.ts';
import type { CountedGuess, Locked } from './counted-guess.ts';
import { readFactors, spendTotpStep } from './factors.store.ts';

export interface ProveMemberDeps {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  sealer: Sealer;
  /** The machine's time: an authenticator app knows nothing of the demo's shifted clock. */
  readonly machineTime: () => Date;
  countGuess: CountedGuess;
}

export interface Guess {
  name: string;
  password: string;
  /** Of the app; null: none was given. */
  code: string | null;
  /** `terminal`, `stranger`, or the hash of a known device. */
  caller: string;
}

export type Factor = 'TOTP' | 'PASSKEY';

type Compared =
  | { outcome: 'proved'; member: StaffRow; factor: 'PASSWORD' | 'TOTP' }
  /** A code that is wrong, expired or used before: the password is right. It counts as a wrong guess too. */
  | { outcome: 'wrong'; part: 'PASSWORD' | 'CODE' }
  | { outcome: 'disabled' }
  /** The password is right, and another factor is needed. */
  | { outcome: 'factor-needed'; methods: Factor[] };
export type Proved = Compared | Locked;

export const sealPurpose = 'second factor of staff';
export const sealContext = (staffId: bigint) => `staff ${staffId}`;

/** Guesses of password and code together, made by callers who are locked out: few, for the member who has both. */
const lockedOut = 'locked out';

/**
 * Proves a member by password, and by a code of the app where one is set up. A lock-out refuses passwords, right ones included; a right
 * password with a right code ends it.
 */
export async function proveMember(deps: ProveMemberDeps, guess: Guess): Promise<Proved> {
  const { name, caller, code } = guess;
  const proved = await deps.countGuess({ name, caller }, () => compare(deps, guess));
  if (proved.outcome !== 'locked' || code === null) return proved;
  const again = await deps.countGuess({ name, caller: lockedOut }, () => compare(deps, guess));
  return again.outcome === 'proved' && again.factor === 'TOTP' ? again : proved;
}

async function compare(deps: ProveMemberDeps, { name, password, code, caller }: Guess): Promise<Compared> {
  const { database, passwords, clock } = deps;
  const member = await findStaff(database, name);
  const isRight = await passwords.verify(
    member?.passwordHash ?? null,
    password,
    caller === 'stranger' ? 'stranger' : 'known-device',
  );
  if (member === null || !isRight) return { outcome: 'wrong', part: 'PASSWORD' };
  if (member.initialUntil !== null && member.initialUntil <= clock.now()) return { outcome: 'wrong', part: 'PASSWORD' };
  if (member.status === 'DISABLED') return { outcome: 'disabled' };
  const { sealedSecret, lastStep, passkeys } = await readFactors(database, member.id);
  if (sealedSecret === null) {
    // A terminal has no passkeys: there the password is all that a member without an app has.
    if (passkeys > 0 && caller !== 'terminal') return { outcome: 'factor-needed', methods: ['PASSKEY'] };
    return { outcome: 'proved', member, factor: 'PASSWORD' };
  }
  if (code === null) return { outcome: 'factor-needed', methods: passkeys > 0 ? ['TOTP', 'PASSKEY'] : ['TOTP'] };
  const secret = deps.sealer.open(sealedSecret, sealContext(member.id));
  const step = matchStep(secret, code.replace(/\s/g, ''), { now: deps.machineTime(), lastStep });
  if (step === null || !(await spendTotpStep(database, member.id, step))) return { outcome: 'wrong', part: 'CODE' };
  await forgetGuesses(database, name);
  return { outcome: 'proved', member, factor: 'TOTP' };
}
