import { type Static, type TNull, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { CodeName } from './codes.ts';
import { type ConsoleCall, consolePaths } from './console-paths.ts';
import { Amount, CoinName, Id, Nullable, OneOf, Time } from './schemas/shapes.ts';

export type { ConsoleCall } from './console-paths.ts';

/** `begun`: a session that may still have to choose a password or set up a factor; `staff`: one that has all it needs. */
export type ConsoleAccess = 'open' | 'begun' | 'staff';

/** Requests of one network: `staffLogin` for what compares a secret, `staff` for the rest. */
export type ConsoleLimit = 'staff' | 'staffLogin';

/** ADMIN keeps staff and settings and has no right over money by itself; AUDITOR reads everything and changes nothing. */
export type ConsoleRole = 'SUPPORT' | 'OPERATIONS' | 'FINANCE' | 'APPROVER' | 'ADMIN' | 'AUDITOR';

export interface ConsoleRoute<I extends TSchema = TSchema, D extends TSchema = TSchema> {
  method: 'GET' | 'POST';
  path: string;
  access: ConsoleAccess;
  /** Who may call it; null: every member. */
  roles: readonly ConsoleRole[] | null;
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
    roles?: readonly ConsoleRole[];
    limit?: ConsoleLimit;
    input?: P;
    data: D;
    refusals?: readonly CodeName[];
    summary: string;
  },
): ConsoleRoute<TObject<P>, D> {
  const [method, path] = methodAndPath.split(' ') as ['GET' | 'POST', string];
  const { limit = 'staff', roles = null, input = {} as P, refusals = [], ...rest } = spec;
  return { ...rest, method, path, roles, limit, refusals, input: Type.Object(input, { additionalProperties: false }) };
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

/** In a class of a pattern: other control characters than those of ASCII, marks of direction, separators of lines. */
const unsafe = '\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';
const reason = Type.String({ minLength: 1, maxLength: 500, pattern: `^(?=.*\\S)[^\\u0000-\\u001f${unsafe}]+$` });

const workKind = OneOf(['PROPOSE_WITHDRAWAL', 'APPROVE_WITHDRAWAL', 'PROPOSAL', 'ALERT', 'QUESTION']);

const workItem = Type.Object({
  kind: workKind,
  id: Id,
  /** The next step is one that this member may take. */
  isMine: Type.Boolean(),
  /** A withdrawal's number, a proposal's action, an alert's kind, a question's title. */
  title: Type.String(),
  /** What the second person will read; an alert's message. */
  detail: Nullable(Type.String()),
  account: Nullable(Type.String()),
  address: Nullable(Type.String()),
  coin: Nullable(CoinName),
  amount: Nullable(Amount),
  /** Who proposed it, or answers it. */
  by: Nullable(Type.String()),
  since: Time,
});

const thread = Type.Object({
  id: Id,
  account: Type.String(),
  title: Type.String(),
  about: Type.String(),
  record: Nullable(Type.String()),
  status: OneOf(['WAITING', 'ANSWERED', 'CLOSED']),
  assignee: Nullable(Type.String()),
  changedAt: Time,
});

/** Every call of the console's own listener. */
export const consoleRoutes = {
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
  workQueue: route(consolePaths.workQueue, {
    access: 'staff',
    data: Type.Object({
      items: Type.Array(workItem),
      /** Kinds of which only the oldest are among the items. */
      cut: Type.Array(workKind),
      readAt: Time,
    }),
    summary: 'What waits for the staff, the oldest first',
  }),
  resolveAlert: route(consolePaths.resolveAlert, {
    access: 'staff',
    roles: ['FINANCE', 'APPROVER'],
    input: { id: Id, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Resolves an alert that a person has looked at',
  }),
  threadList: route(consolePaths.threadList, {
    access: 'staff',
    input: { status: Type.Optional(OneOf(['WAITING', 'ANSWERED'])), assignee: Type.Optional(name) },
    data: Type.Object({ threads: Type.Array(thread), isCut: Type.Boolean() }),
    summary: 'Open questions of customers, the longest waiting first',
  }),
  thread: route(consolePaths.thread, {
    access: 'staff',
    input: { id: Id },
    data: Type.Object({
      thread,
      messages: Type.Array(Type.Object({ id: Id, staff: Nullable(Type.String()), text: Type.String(), at: Time })),
      /** Older messages are not among them. */
      isCut: Type.Boolean(),
    }),
    summary: 'One thread with its newest messages, the oldest of them first; it stands in the audit log',
  }),
  answerThread: route(consolePaths.answerThread, {
    access: 'staff',
    roles: ['SUPPORT'],
    input: {
      id: Id,
      /** The newest message that the answer knows of: another one since is a conflict. */
      after: Id,
      text: Type.String({
        minLength: 1,
        maxLength: 1000,
        pattern: `^(?=[\\s\\S]*\\S)[^\\u0000-\\u0009\\u000b-\\u001f${unsafe}]+$`,
      }),
    },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Answers a customer in a message; assigns a free thread',
  }),
  assignThread: route(consolePaths.assignThread, {
    access: 'staff',
    roles: ['SUPPORT'],
    input: { id: Id, to: name },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Gives a thread to one of SUPPORT',
  }),
  closeThread: route(consolePaths.closeThread, {
    access: 'staff',
    roles: ['SUPPORT'],
    input: { id: Id, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Closes a thread',
  }),
} as const satisfies Record<ConsoleCall, ConsoleRoute>;

export type ConsoleInput<Call extends ConsoleCall> = Static<(typeof consoleRoutes)[Call]['input']>;
export type ConsoleData<Call extends ConsoleCall> = Static<(typeof consoleRoutes)[Call]['data']>;
export type ConsoleSession = ConsoleData<'session'>;
