import { ledgerError } from '../postgres/ledger-error.ts';
import type { Queryable } from '../postgres/queryable.ts';

export interface Hold {
  /** Idempotency key: the same hold placed again is the same hold. */
  key: string;
  account: bigint;
  amount: bigint;
  reason: string;
  at: Date;
}

/**
 * Sets money aside that stays in its account. True when it was placed now, false when it stood already (also when it
 * was released since). Throws `InsufficientFunds` when less is available, `KeyReused` for the same key with other input.
 */
export function placeHold(dbTx: Queryable, { key, account, amount, reason, at }: Hold): Promise<boolean> {
  return call(dbTx, 'ledger.place-hold', 'select ledger.place_hold($1, $2, $3, $4, $5) as done', [
    key,
    account,
    amount,
    reason,
    at,
  ]);
}

/** Gives what is held back to the available balance. True when it was released now, false when it was before. Throws `UnknownHold`. */
export function releaseHold(dbTx: Queryable, key: string, at: Date): Promise<boolean> {
  return call(dbTx, 'ledger.release-hold', 'select ledger.release_hold($1, $2) as done', [key, at]);
}

async function call(dbTx: Queryable, name: string, text: string, values: unknown[]): Promise<boolean> {
  try {
    const { rows } = await dbTx.query<{ done: boolean }>({ name, text, values });
    return rows[0]?.done === true;
  } catch (error) {
    throw ledgerError(error);
  }
}
