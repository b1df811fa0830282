import { Type } from '@sinclair/typebox';
import { passkeyRoutes } from './passkeys.ts';
import { route } from './route.ts';
import { CodeInput, Count, Id, Nullable, OneOf, PasswordInput, SecondFactorInput, Time } from './shapes.ts';

export const secondFactorRoutes = {
  ...passkeyRoutes,
  secondFactor: route('secondFactor', {
    summary: 'What withdrawals and new addresses ask for besides password and code; no methods: nothing.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Object({
      methods: Type.Array(OneOf(['PASSKEY', 'TOTP', 'RECOVERY'])),
      /** Of the authenticator app; null without one. */
      setAt: Nullable(Time),
      recoveryCodesLeft: Count,
      passkeys: Type.Array(Type.Object({ id: Id, name: Type.String(), addedAt: Time, lastUsedAt: Nullable(Time) })),
      /** The host that passkeys are tied to; null: this installation has none. */
      passkeyHost: Nullable(Type.String()),
    }),
  }),
  secondFactorBegin: route('secondFactorBegin', {
    summary:
      'A new secret for an authenticator app; it is asked for once it is confirmed, within 30 minutes. Who has a passkey shows it.',
    access: 'customer',
    limit: 'credential',
    input: { password: PasswordInput, secondFactor: Type.Optional(SecondFactorInput) },
    data: Type.Object({ secret: Type.String(), uri: Type.String() }),
    refusals: ['wrongCredentials', 'accountLocked', 'secondFactorNeeded', 'tooOften', 'notOperable'],
  }),
  secondFactorConfirm: route('secondFactorConfirm', {
    summary:
      'Sets the second factor by a code of the app and a one-time code of scene SECOND_FACTOR. A first one shows recovery codes once.',
    access: 'customer',
    limit: 'credential',
    input: { secondFactor: SecondFactorInput, code: CodeInput },
    data: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
    refusals: ['wrongCode', 'secondFactorNeeded', 'notOperable'],
  }),
  secondFactorRemove: route('secondFactorRemove', {
    summary:
      'Removes the app, with the login password and a one-time code of scene SECOND_FACTOR; holds withdrawals for 72 hours.',
    access: 'customer',
    limit: 'credential',
    input: { password: PasswordInput, code: CodeInput, secondFactor: SecondFactorInput },
    data: Type.Null(),
    refusals: ['wrongCredentials', 'accountLocked', 'wrongCode', 'secondFactorNeeded', 'tooOften', 'notOperable'],
  }),
  recoveryCodesRenew: route('recoveryCodesRenew', {
    summary:
      'Ten new recovery codes in place of all others, with a one-time code of scene SECOND_FACTOR and the factor.',
    access: 'customer',
    limit: 'credential',
    input: { code: CodeInput, secondFactor: SecondFactorInput },
    data: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
    refusals: ['wrongCode', 'secondFactorNeeded', 'tooOften', 'notOperable'],
  }),
};
