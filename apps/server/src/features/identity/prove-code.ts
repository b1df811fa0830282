import type { Database } from '../../platform/db/database.ts';
import { type Refusal, refuse } from '../../platform/http/refusal.ts';
import type { Proof } from '../../platform/money-call/proof.ts';
import { markUsed } from './one-time-code.store.ts';
import { type CodeGuess, matchCode } from './one-time-code.ts';

/** Judges a one-time code now and uses it up later, in the transaction of what it allows. A wrong guess counts at once. */
export async function proveCode(
  { database, pepper }: { database: Database; pepper: Buffer },
  guess: CodeGuess,
): Promise<Proof | Refusal> {
  const id = await database.transaction((dbTx) => matchCode(dbTx, pepper, guess));
  if (id === null) return refuse('wrongCode');
  return { useUp: async (dbTx) => ((await markUsed(dbTx, id, guess.now)) ? null : refuse('wrongCode')) };
}
