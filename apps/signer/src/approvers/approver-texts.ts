import type { SignatureRefusal } from './approver-history.ts';
import type { ChangeRefusal } from './change-approvers.ts';

const change: Record<ChangeRefusal, string> = {
  GENERATION: 'the seed has another generation meanwhile',
  UNKNOWN: 'this person is not enrolled',
  ROLE: 'this person has another role',
  HAS_KEY: 'this person has a software key: replace it',
  FULL: 'this person has two passkeys',
  KEY_IN_USE: 'this key is enrolled already',
  MALFORMED: 'a key is missing, or one too many is given',
};

const signature: Record<SignatureRefusal, string> = {
  ...change,
  NOT_OPEN: 'the change is made already, or was never asked for',
  EXPIRED: 'the change was asked for more than seven days ago',
  CONCERNED: 'a change of one’s own keys is signed by others',
  SIGNED_BEFORE: 'this person has signed the change',
  PROOF: 'it is not a signature of this change by an enrolled key',
};

/** For the terminal. */
export const approverTexts = { change, signature };
