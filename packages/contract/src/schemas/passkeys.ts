import { Type } from '@sinclair/typebox';
import { route } from './route.ts';
import {
  AddressInput,
  CodeInput,
  Count,
  Id,
  NetworkName,
  OneOf,
  PasswordInput,
  SecondFactorInput,
  TypedAmount,
  WithdrawCoin,
} from './shapes.ts';

const base64url = (maxLength: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{1,${maxLength}}$` });
/** The id of a credential; this and what follows as the browser returns it, in base64url. */
const Credential = base64url(1400);
const ClientData = base64url(4000);
const Transports = Type.Array(Type.String({ maxLength: 20 }));

/** Passkeys (WebAuthn): the browser makes and uses them, the host of `rpId` alone may ask for them. */
export const passkeyRoutes = {
  passkeyBegin: route('passkeyBegin', {
    summary: 'What a browser makes a passkey of, for five minutes. Who has a second factor shows it.',
    access: 'customer',
    limit: 'credential',
    input: { password: PasswordInput, secondFactor: Type.Optional(SecondFactorInput) },
    data: Type.Object({
      challenge: Type.String(),
      rpId: Type.String(),
      /** Opaque: the same for all passkeys of the customer. */
      userId: Type.String(),
      userName: Type.String(),
      /** COSE algorithms, the best first. */
      algorithms: Type.Array(Type.Integer()),
      /** Credentials that are enrolled already. */
      exclude: Type.Array(Type.String()),
    }),
    refusals: ['wrongCredentials', 'accountLocked', 'secondFactorNeeded', 'tooOften', 'overLimit', 'notOperable'],
  }),
  passkeyConfirm: route('passkeyConfirm', {
    summary:
      'Enrols the passkey that the browser made, with a one-time code of scene SECOND_FACTOR. A first factor shows recovery codes once.',
    access: 'customer',
    limit: 'credential',
    input: {
      code: CodeInput,
      credential: Credential,
      clientDataJSON: ClientData,
      attestationObject: base64url(8000),
      /** Separated by commas, as the browser names them. */
      transports: Type.Optional(Type.String({ pattern: '^[a-z-]{1,20}(,[a-z-]{1,20}){0,7}$' })),
    },
    data: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
    refusals: ['wrongCode', 'secondFactorNeeded', 'overLimit', 'notOperable'],
  }),
  passkeyChallenge: route('passkeyChallenge', {
    summary: 'What a passkey signs: one payment, one new address (no amount), or one change of the second factor.',
    access: 'customer',
    limit: 'credential',
    input: {
      scene: OneOf(['WITHDRAW', 'SECOND_FACTOR']),
      coin: Type.Optional(WithdrawCoin),
      network: Type.Optional(NetworkName),
      address: Type.Optional(AddressInput),
      amount: Type.Optional(TypedAmount),
    },
    data: Type.Object({
      challenge: Type.String(),
      rpId: Type.String(),
      credentials: Type.Array(Type.Object({ id: Type.String(), transports: Transports })),
    }),
    refusals: ['notOperable'],
  }),
  passkeyProve: route('passkeyProve', {
    summary: 'A token in place of a right signature: the `secondFactor` of what the challenge was made for, once.',
    access: 'customer',
    limit: 'credential',
    input: {
      credential: Credential,
      clientDataJSON: ClientData,
      authenticatorData: base64url(1400),
      signature: base64url(700),
    },
    data: Type.Object({ token: Type.String(), expiresIn: Count }),
    refusals: ['secondFactorNeeded'],
  }),
  passkeyRemove: route('passkeyRemove', {
    summary:
      'Removes one, with the login password, a one-time code of scene SECOND_FACTOR and the factor; holds withdrawals for 72 hours.',
    access: 'customer',
    limit: 'credential',
    input: { id: Id, password: PasswordInput, code: CodeInput, secondFactor: SecondFactorInput },
    data: Type.Null(),
    refusals: ['wrongCredentials', 'accountLocked', 'wrongCode', 'secondFactorNeeded', 'tooOften', 'notOperable'],
  }),
};
