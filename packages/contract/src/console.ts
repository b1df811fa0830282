import { type Static, type TNull, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { CodeName } from './codes.ts';
import { Id, Nullable, OneOf, Time } from './schemas/shapes.ts';

/** `begun`: a session that may still have to choose a password or set up a factor; `staff`: one that has all it needs. */
export type ConsoleAccess = 'open' | 'begun' | 'staff';

/** Requests of one network: `staffLogin` for what compares a secret, `staff` for the rest. */
export type ConsoleLimit = 'staff' | 'staffLogin';

export interface ConsoleRoute<I extends TSchema = TSchema, D extends TSchema = TSchema> {
  method: 'GET' | 'POST';
  path: string;
  access: ConsoleAccess;
  limit: ConsoleLimit;
  input: I;
  data: D;
  refusals: readonly CodeName[];
  summary: string;
}

function route<P extends TProperties, D extends TSchema = TNull>(
  methodAndPath: `${'GET' | 'POST'} /staff/${string}`,
  spec: {
    access: ConsoleAccess;
    limit?: ConsoleLimit;
    input?: P;
    data: D;
    refusals?: readonly CodeName[];
    summary: string;
  },
): ConsoleRoute<TObject<P>, D> {
  const [method, path] = methodAndPath.split(' ') as ['GET' | 'POST', string];
  const { limit = 'staff', input = {} as P, refusals = [], ...rest } = spec;
  return { ...rest, method, path, limit, refusals, input: Type.Object(input, { additionalProperties: false }) };
}

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const name = text(64);
const secret = text(128);

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

/** What a browser gives for `navigator.credentials`; binary parts as base64url. */
const assertion = Type.Object({
  id: text(1400),
  rawId: text(1400),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}),
  authenticatorAttachment: Type.Optional(text(32)),
  response: Type.Object({
    clientDataJSON: text(4000),
    authenticatorData: text(4000),
    signature: text(4000),
    userHandle: Type.Optional(Type.String({ maxLength: 200 })),
  }),
});
const registration = Type.Object({
  id: text(1400),
  rawId: text(1400),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}),
  authenticatorAttachment: Type.Optional(text(32)),
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

/** Every call of the console's own listener. */
export const consoleRoutes = {
  loginByPassword: route('POST /staff/login/password', {
    access: 'open',
    limit: 'staffLogin',
    input: { name, password: secret, code: Type.Optional(Type.String({ maxLength: 16 })) },
    data: session,
    refusals: ['wrongCredentials', 'wrongCode', 'accountLocked', 'accountDisabled', 'secondFactorNeeded'],
    summary: 'Logs in with a password, and a code of the app where one is set up',
  }),
  loginPasskeyOptions: route('POST /staff/login/passkey/options', {
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
  loginByPasskey: route('POST /staff/login/passkey/verify', {
    access: 'open',
    limit: 'staffLogin',
    input: { response: assertion },
    data: session,
    refusals: ['wrongCredentials', 'accountDisabled'],
    summary: 'Logs in with a passkey',
  }),
  session: route('GET /staff/session', { access: 'begun', data: session, summary: 'The own session' }),
  logout: route('POST /staff/logout', { access: 'begun', data: Type.Null(), summary: 'Ends the own session' }),
  changePassword: route('POST /staff/password', {
    access: 'begun',
    limit: 'staffLogin',
    input: { password: secret, newPassword: secret },
    data: session,
    refusals: ['wrongCredentials', 'accountLocked', 'badPasswordFormat', 'notOperable'],
    summary: 'Changes the own password; the other sessions end',
  }),
  totpBegin: route('POST /staff/totp/begin', {
    access: 'begun',
    limit: 'staffLogin',
    input: { password: secret },
    data: Type.Object({ secret: Type.String(), uri: Type.String() }),
    refusals: ['wrongCredentials', 'accountLocked', 'notOperable'],
    summary: 'A secret for an authenticator app',
  }),
  totpConfirm: route('POST /staff/totp/confirm', {
    access: 'begun',
    limit: 'staffLogin',
    input: { code: text(16) },
    data: session,
    refusals: ['wrongCode', 'accountLocked', 'notOperable'],
    summary: 'Sets the app up with a code of it; the other sessions end',
  }),
  passkeyOptions: route('POST /staff/passkey/options', {
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
  passkeyAdd: route('POST /staff/passkey/add', {
    access: 'begun',
    limit: 'staffLogin',
    input: { response: registration, label: text(40) },
    data: session,
    refusals: ['overLimit', 'notOperable'],
    summary: 'Adds a passkey; the other sessions end',
  }),
  sessions: route('GET /staff/sessions', {
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
  endSession: route('POST /staff/session/end', {
    access: 'staff',
    input: { id: Id },
    data: Type.Null(),
    summary: 'Ends one of the own sessions',
  }),
  endSessions: route('POST /staff/sessions/end', {
    access: 'staff',
    data: Type.Null(),
    summary: 'Ends all of the own sessions but this one',
  }),
} as const;

export type ConsoleCall = keyof typeof consoleRoutes;
export type ConsoleInput<Call extends ConsoleCall> = Static<(typeof consoleRoutes)[Call]['input']>;
export type ConsoleData<Call extends ConsoleCall> = Static<(typeof consoleRoutes)[Call]['data']>;
export type ConsoleSession = ConsoleData<'session'>;
