import type { NoticeKind } from '../../platform/security-event.ts';

/**
 * What a notice is paid from. A stranger can cause those of the first; a holder of the password those of the second. Neither
 * can use up the third, which says that money, or access to it, changes. The fourth says what worker and staff did: a process for
 * customers announces none of them, so one that was taken over cannot use them up either.
 */
export type Budget = 'STRANGERS' | 'SESSIONS' | 'MONEY' | 'HOUSE';

/** Notices of one customer in 24 hours. */
export const noticesOfCustomer: Record<Budget, number> = { STRANGERS: 5, SESSIONS: 10, MONEY: 60, HOUSE: 60 };

const ofTheHouse: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  'WITHDRAWAL_PAID',
  'WITHDRAWAL_RETURNED',
  'WITHDRAWAL_CANCELLED',
  'ACCOUNT_DISABLED',
  'ACCOUNT_ENABLED',
  'CONTACT_CHANGED',
  'UNFROZEN',
]);

const codesOfStrangers = new Set(['LOGIN', 'SET_PASSWORD']);

export function budgetOf(kind: NoticeKind, scene: string | undefined): Budget {
  if (kind === 'CODE_SENT') return codesOfStrangers.has(scene ?? '') ? 'STRANGERS' : 'MONEY';
  if (ofTheHouse.has(kind)) return 'HOUSE';
  if (kind === 'LOGIN_LOCKED') return 'STRANGERS';
  return kind === 'SESSION_OPENED' || kind === 'SESSIONS_REVOKED' ? 'SESSIONS' : 'MONEY';
}
