import type { Transaction } from '../db/database.ts';
import type { Refusal } from '../http/refusal.ts';

/** Something that was shown to be right before a money transaction began, and is used up inside it. */
export interface Proof {
  /** A refusal when it was used up, or ran out, in between. */
  readonly useUp: (dbTx: Transaction) => Promise<null | Refusal>;
}
