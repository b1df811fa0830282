import type { NoticeKind } from '../../platform/security-event.ts';

/**
 * What a notice is paid from. A stranger can cause those of the first; a holder of the password those of the second. Neither
 * can use up the third, which says that money, or access to it, changes.
 */
export type Budget = 'STRANGERS' | 'SESSIONS' | 'MONEY';

/** Notices of one customer in 24 hours. */
export const noticesOfCustomer: Record<Budget, number> = { STRANGERS: 5, SESSIONS: 10, MONEY: 60 };

const codesOfStrangers = new Set(['LOGIN', 'SET_PASSWORD']);

export function budgetOf(kind: NoticeKind, scene: string | undefined): Budget {
  if (kind === 'CODE_SENT') return codesOfStrangers.has(scene ?? '') ? 'STRANGERS' : 'MONEY';
  if (kind === 'LOGIN_LOCKED') return 'STRANGERS';
  return kind === 'SESSION_OPENED' || kind === 'SESSIONS_REVOKED' ? 'SESSIONS' : 'MONEY';
}
