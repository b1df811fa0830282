import type { Transaction } from '../../../platform/db/database.ts';
import { markUsed } from '../one-time-code.store.ts';
import { type CodeGuess, matchCode } from '../one-time-code.ts';

/** Null when one of them is wrong: that guess counts when the transaction commits, a right code beside it is not used up. */
export async function spendBoth(
  dbTx: Transaction,
  pepper: Buffer,
  { own, added }: { own: CodeGuess; added: CodeGuess },
): Promise<{ ownCodeId: bigint; newCodeId: bigint } | null> {
  const ownCodeId = await matchCode(dbTx, pepper, own);
  const newCodeId = await matchCode(dbTx, pepper, added);
  if (ownCodeId === null || newCodeId === null) return null;
  await markUsed(dbTx, ownCodeId, own.now);
  await markUsed(dbTx, newCodeId, added.now);
  return { ownCodeId, newCodeId };
}
