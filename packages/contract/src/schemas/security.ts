import { Type } from '@sinclair/typebox';
import { route } from './route.ts';
import { Nullable, OneOf, Time } from './shapes.ts';

/** Events of which a customer gets a notice with a link that freezes withdrawals. */
export const noticeKinds = [
  'CODE_SENT',
  'SESSION_OPENED',
  'SESSIONS_REVOKED',
  'LOGIN_LOCKED',
  'FUNDS_PASSWORD_LOCKED',
  'PASSWORD_SET',
  'PASSWORD_CHANGED',
  'FUNDS_PASSWORD_SET',
  'ADDRESS_ADDED',
  'ADDRESS_REMOVED',
  'WITHDRAWAL_SUBMITTED',
  'WITHDRAWAL_CANCELLED',
  'WITHDRAWAL_RETURNED',
  'WITHDRAWAL_PAID',
  'ACCOUNT_DISABLED',
  'ACCOUNT_ENABLED',
  'CONTACT_LOST',
  'CONTACT_CHANGED',
  'SECOND_FACTOR_SET',
  'SECOND_FACTOR_LOST',
  'SECOND_FACTOR_REMOVED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'RECOVERY_CODES_RENEWED',
  'FROZEN',
  'UNFROZEN',
] as const;

/** From the link of a notice: 256 random bits. */
const NoticeToken = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });

export const securityRoutes = {
  securityNotice: route('securityNotice', {
    summary: 'What a notice was about, by the token of its link; changes nothing.',
    access: 'open',
    limit: 'credential',
    input: { token: NoticeToken },
    data: Type.Object({
      kind: OneOf(noticeKinds),
      time: Time,
      maskedAccount: Type.String(),
      /** Device, purpose of a code, contact, key, or coin, amount and the end of an address, where the event has them. */
      subject: Nullable(Type.String()),
      isFrozen: Type.Boolean(),
      isUsed: Type.Boolean(),
    }),
    refusals: ['badLink'],
  }),
  reportEvent: route('reportEvent', {
    summary: 'The customer did not do it: freezes withdrawals and ends every session. Again, it changes nothing.',
    access: 'open',
    limit: 'credential',
    input: { token: NoticeToken },
    data: Type.Object({ isFrozen: Type.Boolean() }),
    refusals: ['badLink'],
  }),
};
