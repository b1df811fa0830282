import type { Transaction } from '../../../platform/db/database.ts';
import { markUsed } from '../one-time-code.store.ts';
import { type CodeGuess, type CodeGuessDeps, matchCode } from '../one-time-code.ts';

/** Null when one of them is wrong: that guess counts when the transaction commits, a right code beside it is not used up. */
export async function spendBoth(
  dbTx: Transaction,
  deps: CodeGuessDeps,
  { own, added }: { own: CodeGuess; added: CodeGuess },
): Promise<{ ownCodeId: bigint; newCodeId: bigint } | null> {
  const ownCodeId = await matchCode(dbTx, deps, own);
  const newCodeId = await matchCode(dbTx, deps, added);
  if (ownCodeId === null || newCodeId === null) return null;
  await markUsed(dbTx, ownCodeId, own.now);
  await markUsed(dbTx, newCodeId, added.now);
  return { ownCodeId, newCodeId };
}
