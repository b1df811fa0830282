import type { Database } from '../../platform/db/database.ts';
import { type Refusal, refuse } from '../../platform/http/refusal.ts';
import type { Proof } from '../../platform/money-call/proof.ts';
import { markUsed } from './one-time-code.store.ts';
import { type CodeGuess, type CodeGuessDeps, findGuessedCode } from './one-time-code.ts';

/**
 * Judges a one-time code now and uses it up later, in the transaction of what it allows. A wrong guess counts at once; a right code
 * that was sent for something other than `madeFor` is no wrong guess.
 */
export async function proveCode(
  deps: CodeGuessDeps & { database: Database },
  { madeFor, ...guess }: CodeGuess & { madeFor?: string },
): Promise<Proof | Refusal> {
  const code = await deps.database.transaction((dbTx) => findGuessedCode(dbTx, deps, guess));
  if (code === null) return refuse('wrongCode');
  return {
    useUp: async (dbTx) => ((await markUsed(dbTx, code.id, guess.now)) ? null : refuse('wrongCode')),
    fitsCall: madeFor === undefined || code.subject === madeFor,
  };
}
