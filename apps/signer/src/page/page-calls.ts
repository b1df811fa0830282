import { type KeyObject, randomBytes } from 'node:crypto';
import {
  keyFingerprint,
  type NewKey,
  type PasskeyAssertion,
  publicKeyText,
  type Registration,
  registeredPasskey,
} from '@lode/signing';
import { Type } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import type { ApprovalDesk, Person, ShownText } from '../approvals/approval-desk.ts';
import type { Invited, Invites } from '../approvals/invites.ts';
import { viewOf } from '../approvals/review.ts';
import type { KeyDesk } from '../approvers/key-desk.ts';
import { createAttempts } from './attempts.ts';
import { CallRefused } from './call-refused.ts';
import { createChallenges } from './challenges.ts';
import { keyChangeCalls, type ShownChanges } from './key-change-calls.ts';

export interface PageParts {
  desk: ApprovalDesk;
  keys: KeyDesk;
  invites: Invites;
  origin: string;
  isDemo: boolean;
  readonly openDemoKey: (name: string, passphrase: string) => Promise<KeyObject | null>;
  readonly now: () => number;
  readonly log: (event: Record<string, string | number>) => void;
}

interface Session {
  person: Person;
  /** What the person logged in with: the session ends when it is enrolled no more. */
  keyId: string;
  /** Of the demo, whose software key stands in for a passkey. */
  key: KeyObject | null;
  until: number;
  shown: Map<string, ShownText>;
  changes: ShownChanges;
}

const sessionMs = 15 * 60_000;
const mostOpen = 100;
const mostPasskeys = 2;

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const encoded = Type.String({ minLength: 1, maxLength: 4000, pattern: '^[A-Za-z0-9_-]+$' });
const assertion = Type.Object({
  credentialId: encoded,
  authenticatorData: encoded,
  clientDataJSON: encoded,
  signature: encoded,
});
const registration = Type.Object({
  credentialId: encoded,
  publicKey: encoded,
  clientDataJSON: encoded,
  authenticatorData: encoded,
});
const inputs = {
  login: TypeCompiler.Compile(Type.Object({ challenge: text(100), assertion })),
  'demo-login': TypeCompiler.Compile(Type.Object({ name: text(40), passphrase: text(200) })),
  approve: TypeCompiler.Compile(Type.Object({ id: text(100), text: text(4000), assertion: Type.Optional(assertion) })),
  invite: TypeCompiler.Compile(Type.Object({ code: text(40) })),
  enrol: TypeCompiler.Compile(Type.Object({ code: text(40), challenge: text(100), registration })),
};

/** The calls of the page by name, and whether a token is of a session. A token lives in the page's memory only: no cookie that another port of the host would get. */
export function pageCalls({ desk, keys, invites, origin, isDemo, openDemoKey, now, log }: PageParts) {
  const sessions = new Map<string, Session>();
  const challenges = createChallenges(now);
  const attempts = createAttempts(now);
  const changes = keyChangeCalls(keys, now);

  const newChallenge = challenges.make;
  const takeChallenge = (challenge: string): void => {
    if (!challenges.spend(challenge)) throw new CallRefused('CHALLENGE');
  };
  const begin = (person: Person, keyId: string, key: KeyObject | null) => {
    const token = randomBytes(32).toString('base64url');
    keepYoung(sessions, ({ until }) => until, now());
    sessions.set(token, { person, keyId, key, until: now() + sessionMs, shown: new Map(), changes: new Map() });
    log({ event: 'page.login', name: person.name });
    const own = (desk.person(person.name)?.passkeys ?? []).map(({ credentialId }) => credentialId);
    return { token, ...person, isSoftware: key !== null, keys: own };
  };
  const accepted = <T>(subject: string, proved: T | null): T => {
    if (proved !== null) return proved;
    log({ event: 'page.refused', subject: subject.slice(0, 60) });
    throw new CallRefused('PROOF');
  };
  /** Runs a proof; one that fails makes the next of its subject wait. */
  const proving = async <T>(subject: string, prove: () => Promise<T | null>): Promise<T> => {
    if (attempts.isBlocked(subject)) throw new CallRefused('WAIT', 429);
    const proved = await prove();
    if (proved === null) attempts.fail(subject);
    else attempts.succeed(subject);
    return accepted(subject, proved);
  };
  /** A code has 60 random bits: a wait after wrong ones would only keep the right one out. */
  const invited = async (found: Promise<Invited | null>): Promise<Invited> => accepted('code', await found);
  const sessionOf = (token: string): Session => {
    const session = sessions.get(token);
    if (!session || session.until < now() || !desk.isEnrolled(session.person, session.keyId))
      throw new CallRefused('LOGIN', 401);
    return session;
  };
  const keysLeft = (person: Invited): string[] => {
    const known = desk.person(person.name);
    if (known && known.role !== person.role) throw new CallRefused('ROLE');
    const passkeys = known?.passkeys ?? [];
    if (passkeys.length >= mostPasskeys && !person.isReplacement) throw new CallRefused('FULL');
    return passkeys.map(({ credentialId }) => credentialId);
  };

  const isSession = (token: string): boolean => (sessions.get(token)?.until ?? 0) >= now();
  const calls = {
    hello: async () => ({ isDemo, challenge: newChallenge() }),

    async login(body: unknown) {
      const { challenge, assertion: given } = read(inputs.login, body) as {
        challenge: string;
        assertion: PasskeyAssertion;
      };
      takeChallenge(challenge);
      // A signature cannot be guessed: a wait after wrong ones would only keep the right one out.
      const person = accepted('passkey', await desk.prove(challenge, given));
      return begin(person, given.credentialId, null);
    },

    async 'demo-login'(body: unknown) {
      const { name, passphrase } = read(inputs['demo-login'], body);
      const known = desk.person(name);
      const key = await proving(known ? `name ${name}` : 'name', () => openDemoKey(name, passphrase));
      const keyId = publicKeyText(key);
      if (!known || !desk.isEnrolled(known, keyId)) throw new CallRefused('PROOF');
      return begin({ name, role: known.role }, keyId, key);
    },

    async reviews(_body: unknown, token: string) {
      const { person, key, shown } = sessionOf(token);
      const isBarred = key !== null && desk.takesPasskeysOnly();
      const reviews = desk.reviews(person, shown);
      shown.clear();
      return reviews.map(({ review, obstacle, shownText }) => {
        const view = viewOf(review);
        if (shownText) shown.set(view.id, shownText);
        return { ...view, obstacle: obstacle ?? (isBarred ? 'PASSKEYS_ONLY' : null), text: shownText?.text ?? null };
      });
    },

    async approve(body: unknown, token: string) {
      const { id, text: signed, assertion: given } = read(inputs.approve, body);
      const { person, key, shown } = sessionOf(token);
      const shownText = shown.get(id);
      if (shownText?.text !== signed) throw new CallRefused('STALE');
      const proof = given ? { assertion: given } : key && { key };
      if (!proof) throw new CallRefused('PROOF');
      const result = await desk.approve(person, shownText, proof);
      log({ event: 'page.approve', id, name: person.name, result });
      if (result !== 'APPROVED') throw new CallRefused(result);
      return {};
    },

    async invite(body: unknown) {
      const { code } = read(inputs.invite, body);
      const person = await invited(invites.find(code));
      const { name, role } = person;
      return { name, role, keys: keysLeft(person), challenge: newChallenge() };
    },

    async enrol(body: unknown) {
      const {
        code,
        challenge,
        registration: made,
      } = read(inputs.enrol, body) as {
        code: string;
        challenge: string;
        registration: Registration;
      };
      takeChallenge(challenge);
      const passkey = registeredPasskey(made, challenge, origin);
      if (passkey === null) throw new CallRefused('PROOF');
      const person = await invited(invites.take(code));
      keysLeft(person);
      const { name, role, isReplacement } = person;
      const key: NewKey = { kind: 'PASSKEY', passkey };
      const result = await keys.ask({ action: isReplacement ? 'REPLACE' : 'ENROL', name, role, key });
      if ('refused' in result) throw new CallRefused(result.refused);
      log({ event: 'page.key-made', name, outcome: result.outcome });
      return { name, role, outcome: result.outcome, fingerprint: keyFingerprint(key) };
    },

    async 'key-changes'(_body: unknown, token: string) {
      const { person, changes: shown } = sessionOf(token);
      return changes.list(person.name, shown);
    },

    async 'sign-key-change'(body: unknown, token: string) {
      const { id, text: signed, assertion: given } = read(inputs.approve, body);
      const { person, key, changes: shown } = sessionOf(token);
      const proof = given ? { assertion: given } : key && { key };
      if (!proof) throw new CallRefused('PROOF');
      const made = await changes.sign({ id, text: signed }, shown, proof);
      log({ event: 'page.key-change-signed', id, name: person.name, isMade: `${made.isMade}` });
      return made;
    },
  };
  return { calls, isSession };
}
export type PageCalls = ReturnType<typeof pageCalls>;

function read<T extends Parameters<typeof TypeCompiler.Compile>[0]>(checker: TypeCheck<T>, body: unknown) {
  if (checker.Check(body)) return body;
  throw new CallRefused('MALFORMED', 400);
}

/** Removes what is over, and the oldest when there are too many. */
function keepYoung<T>(all: Map<string, T>, untilOf: (one: T) => number, now: number): void {
  for (const [name, one] of all) if (untilOf(one) < now) all.delete(name);
  const [oldest] = all.keys();
  if (all.size >= mostOpen && oldest !== undefined) all.delete(oldest);
}
