import { Type } from '@sinclair/typebox';
import { route } from './route.ts';
import { CodeInput, Count, Nullable, OneOf, PasswordInput, SecondFactorInput, Time } from './shapes.ts';

export const secondFactorRoutes = {
  secondFactor: route('secondFactor', {
    summary: 'What withdrawals and new addresses ask for besides password and code; no methods: nothing.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Object({
      methods: Type.Array(OneOf(['TOTP', 'RECOVERY'])),
      setAt: Nullable(Time),
      recoveryCodesLeft: Count,
    }),
  }),
  secondFactorBegin: route('secondFactorBegin', {
    summary: 'A new secret for an authenticator app; it is asked for once it is confirmed, within 30 minutes.',
    access: 'customer',
    limit: 'credential',
    input: { password: PasswordInput },
    data: Type.Object({ secret: Type.String(), uri: Type.String() }),
    refusals: ['wrongCredentials', 'accountLocked', 'notOperable'],
  }),
  secondFactorConfirm: route('secondFactorConfirm', {
    summary:
      'Sets the second factor by a code of the app and a one-time code of scene SECOND_FACTOR. Shows the recovery codes once.',
    access: 'customer',
    limit: 'credential',
    input: { secondFactor: SecondFactorInput, code: CodeInput },
    data: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
    refusals: ['wrongCode', 'secondFactorNeeded', 'notOperable'],
  }),
  secondFactorRemove: route('secondFactorRemove', {
    summary:
      'Removes it, with the login password and a one-time code of scene SECOND_FACTOR; holds withdrawals for 72 hours.',
    access: 'customer',
    limit: 'credential',
    input: { password: PasswordInput, code: CodeInput, secondFactor: SecondFactorInput },
    data: Type.Null(),
    refusals: ['wrongCredentials', 'accountLocked', 'wrongCode', 'secondFactorNeeded', 'tooOften', 'notOperable'],
  }),
};
