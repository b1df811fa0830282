import type { Input } from '@lode/contract';
import type { Transaction } from '../db/database.ts';
import type { Refusal } from '../http/refusal.ts';

/** Something that was shown to be right before a money transaction began, and is used up inside it. */
export interface Proof {
  /** A refusal when it was used up, or ran out, in between. */
  readonly useUp: (dbTx: Transaction) => Promise<null | Refusal>;
  /** False for a code that was sent for another payment: the call is refused once its rules are satisfied. */
  readonly fitsCall?: boolean;
}

export type FundsPurpose = Input<'checkFundsPassword'>['purpose'];

export interface CodeToProve {
  account: string;
  scene: Input<'sendCode'>['scene'];
  code: string;
  /** What the code must have been sent for. */
  madeFor?: string;
  now: Date;
}
