import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { hashCode, sameHash } from '../../platform/secrets/one-time-secret.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { findCustomer } from './customer.store.ts';
import {
  type CodePurpose,
  countWrongGuess,
  type LatestCode,
  lockLatestCode,
  markUsed,
  readLatestCodes,
} from './one-time-code.store.ts';

const minute = 60_000;
export const codeLives = 10 * minute;
export const allowedGuesses = 5;

/** Ties a hash to its account, scene and subject: it proves nothing anywhere else. */
export function codeContext({ account, scene, subject }: CodePurpose): string {
  return subject === undefined ? `${scene} ${account}` : `${scene} ${account} ${subject}`;
}

export interface CodeGuess extends CodePurpose {
  code: string;
  now: Date;
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
  if (latest === null || !isOpen(latest, guess.now)) return null;
  if (isRight(latest, guess, pepper)) return latest;
  await countWrongGuess(dbTx, latest.id);
  const { account, scene, now } = guess;
  // A login says so by its own event.
  if (scene === 'LOGIN') return null;
  const customerId = (await findCustomer(dbTx, account))?.id ?? null;
  await announce(dbTx, { kind: 'CODE_FAILED', customerId, at: now, detail: { scene } });
  return null;
}

const isOpen = ({ usedAt, expiresAt, wrongGuesses }: LatestCode, now: Date): boolean =>
  usedAt === null && expiresAt > now && wrongGuesses < allowedGuesses;

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
    return code !== null && isOpen(code, guess.now) && isRight(code, guess, pepper) ? code : null;
  });
}

/** False when the code was used in the meantime. */
export function useUpCode(db: Queryable, id: bigint, now: Date): Promise<boolean> {
  return markUsed(db, id, now);
}
