import { codeScenes } from '../../platform/code-scenes.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { hashCode, sameHash } from '../../platform/secrets/one-time-secret.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { findCustomer } from './customer.store.ts';
import {
  type CodePurpose,
  countGuessesSince,
  countWrongGuess,
  type LatestCode,
  lockLatestCode,
  markUsed,
  readLatestCodes,
} from './one-time-code.store.ts';

const minute = 60_000;
export const codeLives = 10 * minute;
/** Of the device that asked for a code, and as many of all others together: a stranger's leave the owner's. */
export const allowedGuesses = 5;
/**
 * Wrong guesses in a day, over all accounts, at codes that another device asked for. Beyond it a code is good for the device that
 * asked alone. Who asks is bounded by `CODES_PER_DAY`.
 */
export const allowedGuessesElsewhere = 1000;
const day = 24 * 60 * minute;

/** Ties a hash to its account, scene and subject: it proves nothing anywhere else. */
export function codeContext({ account, scene, subject }: CodePurpose): string {
  return subject === undefined ? `${scene} ${account}` : `${scene} ${account} ${subject}`;
}

export interface CodeGuess extends CodePurpose {
  code: string;
  now: Date;
  /** Of scenes at which strangers may guess: the device that guesses, null when it names none. */
  deviceId?: string | null;
}

export interface CodeGuessDeps extends AnnouncePort {
  pepper: Buffer;
}

/** The id of `findGuessedCode`. */
export async function matchCode(dbTx: Transaction, deps: CodeGuessDeps, guess: CodeGuess): Promise<bigint | null> {
  return (await findGuessedCode(dbTx, deps, guess))?.id ?? null;
}

/**
 * The code that was guessed right, null otherwise. Only the newest code of an account and scene is good. A
 * wrong guess is counted in this transaction, so commit it also when refusing. The code is not used up yet: that is
 * `useUpCode`, in the transaction of what it allows.
 */
export async function findGuessedCode(
  dbTx: Transaction,
  { pepper, announce }: CodeGuessDeps,
  guess: CodeGuess,
): Promise<Pick<LatestCode, 'id' | 'subject'> | null> {
  const latest = await lockLatestCode(dbTx, guess);
  if (latest === null || !isOpen(latest, guess)) return null;
  const { account, scene, now } = guess;
  const isElsewhere = isFromElsewhere(latest, guess);
  if (isElsewhere && (await areUsedUpElsewhere(dbTx, now))) return null;
  if (isRight(latest, guess, pepper)) return latest;
  await countWrongGuess(dbTx, latest.id, { isElsewhere });
  // A login says so by its own event.
  if (scene === 'LOGIN') return null;
  const customerId = (await findCustomer(dbTx, account))?.id ?? null;
  await announce(dbTx, { kind: 'CODE_FAILED', customerId, at: now, detail: { scene } });
  return null;
}

/** A code that was asked for without a device has one count for everybody. */
const isFromElsewhere = (code: LatestCode, { deviceId }: CodeGuess): boolean =>
  deviceId !== undefined && code.deviceId !== null && code.deviceId !== deviceId;

function isOpen(code: LatestCode, guess: CodeGuess): boolean {
  const wrong = isFromElsewhere(code, guess) ? code.wrongGuessesElsewhere : code.wrongGuesses;
  return code.usedAt === null && code.expiresAt > guess.now && wrong < allowedGuesses;
}

async function areUsedUpElsewhere(db: Queryable, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - day);
  return (await countGuessesSince(db, since, codeScenes.strangers)).elsewhere >= allowedGuessesElsewhere;
}

const isRight = ({ codeHash }: LatestCode, guess: CodeGuess, pepper: Buffer): boolean =>
  codeHash !== null && sameHash(codeHash, hashCode(pepper, codeContext(guess), guess.code));

/** The codes that are guessed right as they stand; null for all others. Counts nothing: a wrong guess is for `findGuessedCode`. */
export async function findRightCodes(
  db: Queryable,
  { pepper }: Pick<CodeGuessDeps, 'pepper'>,
  guesses: readonly CodeGuess[],
): Promise<(Pick<LatestCode, 'id' | 'subject'> | null)[]> {
  const codes = await readLatestCodes(db, guesses);
  return guesses.map((guess, i) => {
    const code = codes[i] ?? null;
    return code !== null && isOpen(code, guess) && isRight(code, guess, pepper) ? code : null;
  });
}

/** False when the code was used in the meantime. */
export function useUpCode(db: Queryable, id: bigint, now: Date): Promise<boolean> {
  return markUsed(db, id, now);
}
