import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Id, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { importActions } from './imports.ts';
import { proposableActions } from './proposing.ts';
import { route } from './route.ts';
import { name, secret, text } from './shapes.ts';

const session = Type.Object({
  id: Id,
  name: Type.String(),
  role: Type.String(),
  /** What has to be done before anything else. */
  stage: OneOf(['CHOOSE_PASSWORD', 'SET_UP_FACTOR', 'OPEN']),
  /** What was proved at the login. */
  factor: OneOf(['PASSWORD', 'TOTP', 'PASSKEY']),
  /** Only a password stands before the account: the demo lets that be. */
  hasNoFactor: Type.Boolean(),
  idleUntil: Time,
  expiresAt: Time,
});

/** What a browser gives for `navigator.credentials`, old or new; binary parts as base64url. */
const credential = {
  id: text(1400),
  rawId: text(1400),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}),
  authenticatorAttachment: Type.Optional(text(32)),
};
const assertion = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: text(4000),
    authenticatorData: text(4000),
    signature: text(4000),
    userHandle: Type.Optional(Type.String({ maxLength: 200 })),
  }),
});
const registration = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: text(4000),
    attestationObject: text(16_000),
    transports: Type.Optional(Type.Array(text(32), { maxItems: 8 })),
    publicKeyAlgorithm: Type.Optional(Type.Integer()),
    publicKey: Type.Optional(text(4000)),
    authenticatorData: Type.Optional(text(4000)),
  }),
});
const keyName = Type.Object({ id: Type.String(), type: Type.String() });

/** A member's own login, factors and sessions. */
export const ownLoginRoutes = {
  loginByPassword: route(consolePaths.loginByPassword, {
    access: 'open',
    limit: 'staffLogin',
    input: { name, password: secret, code: Type.Optional(Type.String({ maxLength: 16 })) },
    data: session,
    refusals: ['wrongCredentials', 'wrongCode', 'accountLocked', 'accountDisabled', 'secondFactorNeeded'],
    summary: 'Logs in with a password, and a code of the app where one is set up',
  }),
  loginPasskeyOptions: route(consolePaths.loginPasskeyOptions, {
    access: 'open',
    limit: 'staffLogin',
    data: Type.Object({
      challenge: Type.String(),
      rpId: Type.String(),
      timeout: Type.Integer(),
      userVerification: Type.String(),
    }),
    summary: 'What a passkey signs at a login',
  }),
  loginByPasskey: route(consolePaths.loginByPasskey, {
    access: 'open',
    limit: 'staffLogin',
    input: { response: assertion },
    data: session,
    refusals: ['wrongCredentials', 'accountDisabled'],
    summary: 'Logs in with a passkey',
  }),
  session: route(consolePaths.session, { access: 'begun', data: session, summary: 'The own session' }),
  permissions: route(consolePaths.permissions, {
    access: 'staff',
    data: Type.Object({
      /** Names of calls. */
      calls: Type.Array(Type.String()),
      /** Names of commands: what may be proposed, and which files may be brought in. */
      actions: Type.Array(OneOf([...proposableActions, ...importActions])),
    }),
    summary: 'What the own role may do: the console offers that and nothing else',
  }),
  logout: route(consolePaths.logout, { access: 'begun', data: Type.Null(), summary: 'Ends the own session' }),
  changePassword: route(consolePaths.changePassword, {
    access: 'begun',
    limit: 'staffLogin',
    input: { password: secret, newPassword: secret },
    data: session,
    refusals: ['wrongCredentials', 'accountLocked', 'badPasswordFormat', 'notOperable'],
    summary: 'Changes the own password; the other sessions end',
  }),
  totpBegin: route(consolePaths.totpBegin, {
    access: 'begun',
    limit: 'staffLogin',
    input: { password: secret },
    data: Type.Object({ secret: Type.String(), uri: Type.String() }),
    refusals: ['wrongCredentials', 'accountLocked', 'notOperable'],
    summary: 'A secret for an authenticator app',
  }),
  totpConfirm: route(consolePaths.totpConfirm, {
    access: 'begun',
    limit: 'staffLogin',
    input: { code: text(16) },
    data: session,
    refusals: ['wrongCode', 'accountLocked', 'notOperable'],
    summary: 'Sets the app up with a code of it; the other sessions end',
  }),
  passkeyOptions: route(consolePaths.passkeyOptions, {
    access: 'begun',
    limit: 'staffLogin',
    input: { password: secret },
    data: Type.Object({
      challenge: Type.String(),
      rp: Type.Object({ id: Type.String(), name: Type.String() }),
      user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
      pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.String() })),
      timeout: Type.Integer(),
      attestation: Type.String(),
      excludeCredentials: Type.Array(keyName),
      authenticatorSelection: Type.Object({ residentKey: Type.String(), userVerification: Type.String() }),
    }),
    refusals: ['wrongCredentials', 'accountLocked', 'overLimit', 'notOperable'],
    summary: 'What a new passkey is made for',
  }),
  passkeyAdd: route(consolePaths.passkeyAdd, {
    access: 'begun',
    limit: 'staffLogin',
    input: { response: registration, label: text(40) },
    data: session,
    refusals: ['overLimit', 'notOperable'],
    summary: 'Adds a passkey; the other sessions end',
  }),
  sessions: route(consolePaths.sessions, {
    access: 'staff',
    data: Type.Array(
      Type.Object({
        id: Id,
        isCurrent: Type.Boolean(),
        factor: Type.String(),
        model: Nullable(Type.String()),
        system: Nullable(Type.String()),
        browser: Nullable(Type.String()),
        network: Nullable(Type.String()),
        createdAt: Time,
        lastUsedAt: Time,
      }),
    ),
    summary: 'The own sessions that are open',
  }),
  endSession: route(consolePaths.endSession, {
    access: 'staff',
    input: { id: Id },
    data: Type.Null(),
    summary: 'Ends one of the own sessions',
  }),
  endSessions: route(consolePaths.endSessions, {
    access: 'staff',
    data: Type.Null(),
    summary: 'Ends all of the own sessions but this one',
  }),
} as const;
