import { Type } from '@sinclair/typebox';
import { route } from './route.ts';
import { CodeInput, Count, FundsPasswordInput, OneOf, PasswordInput, PasswordToken } from './shapes.ts';

/** What a funds password, or the token in its place, is asked for. */
const FundsPurpose = OneOf(['WITHDRAW', 'COIN_UP']);

/** Which of the two stands in a money call is judged there: exactly one must. */
export const fundsSecretInput = {
  password: Type.Optional(FundsPasswordInput),
  passwordToken: Type.Optional(PasswordToken),
};

/** Refusals that every money call can answer before its own rules are looked at. */
export const moneyRefusals = [
  'wrongFundsPassword',
  'fundsPasswordMissing',
  'fundsPasswordLocked',
  'keyReused',
  'riskNotConfirmed',
] as const;

const Version = Type.String({ minLength: 1, maxLength: 32 });

export const moneyGuardRoutes = {
  setFundsPassword: route('setFundsPassword', {
    summary: 'Sets or resets the funds password, with a one-time code of scene FUNDS_PASSWORD.',
    access: 'customer',
    limit: 'credential',
    input: { password: PasswordInput, code: CodeInput },
    data: Type.Null(),
    refusals: ['badPasswordFormat', 'wrongCode'],
  }),
  checkFundsPassword: route('checkFundsPassword', {
    summary: 'A token in place of a right funds password: one use, two minutes, that purpose.',
    access: 'customer',
    limit: 'credential',
    input: { password: FundsPasswordInput, purpose: FundsPurpose },
    data: Type.Object({ token: Type.String(), expiresIn: Count }),
    refusals: ['wrongFundsPassword', 'fundsPasswordMissing', 'fundsPasswordLocked'],
  }),
  riskDisclosure: route('riskDisclosure', {
    summary: 'The version of the risk disclosure in force, and whether the customer confirmed it.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Object({ version: Type.String(), confirmed: Type.Boolean() }),
  }),
  confirmRiskDisclosure: route('confirmRiskDisclosure', {
    summary: 'The customer has read this version; one that is not in force is refused and named.',
    access: 'customer',
    limit: 'write',
    input: { version: Version },
    data: Type.Null(),
    refusals: ['notOperable'],
  }),
};
