import { isOfStrangers } from '../../platform/code-scenes.ts';
import type { NoticeKind } from '../../platform/security-event.ts';

/**
 * What a notice is paid from. A stranger can cause those of the first; a holder of the password those of the second and third. None of
 * them can use up the fourth, which says that money, or access to it, changes. The last says what worker and staff did: a process for
 * customers announces none of them, so one that was taken over cannot use them up either.
 */
export type Budget = 'STRANGERS' | 'SESSIONS' | 'PASSWORDS' | 'MONEY' | 'HOUSE';

/** Notices of one customer in 24 hours. */
export const noticesOfCustomer: Record<Budget, number> = {
  STRANGERS: 5,
  SESSIONS: 10,
  PASSWORDS: 10,
  MONEY: 60,
  HOUSE: 60,
};

const ofTheHouse: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  'WITHDRAWAL_PAID',
  'WITHDRAWAL_RETURNED',
  'WITHDRAWAL_CANCELLED',
  'ACCOUNT_DISABLED',
  'ACCOUNT_ENABLED',
  'CONTACT_CHANGED',
  'UNFROZEN',
]);

export function budgetOf(kind: NoticeKind, scene: string | undefined): Budget {
  if (kind === 'CODE_SENT') return isOfStrangers(scene ?? '') ? 'STRANGERS' : 'MONEY';
  if (ofTheHouse.has(kind)) return 'HOUSE';
  if (kind === 'LOGIN_LOCKED') return 'STRANGERS';
  if (kind === 'PASSWORD_CHANGED' || kind === 'PASSWORD_SET') return 'PASSWORDS';
  return kind === 'SESSION_OPENED' || kind === 'SESSIONS_REVOKED' ? 'SESSIONS' : 'MONEY';
}
