import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import { ApproverRole, PersonName, Timestamp } from './approval-request.ts';
import { assertionCounter, challengeOf, Passkey, PasskeyAssertion } from './passkey.ts';
import { inGroups } from './review-text.ts';

const closed = { additionalProperties: false };
const SoftwareKey = Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' });

/** A person who signs at the signer, with the keys that count. */
export const EnrolledApprover = Type.Object(
  {
    name: PersonName,
    role: ApproverRole,
    /** Of the software key that signs at a terminal. */
    publicKey: Type.Optional(SoftwareKey),
    /** Made on the signer's page; a second one for the day that the first is lost. */
    passkeys: Type.Optional(Type.Array(Passkey, { maxItems: 2 })),
  },
  closed,
);
export type EnrolledApprover = Static<typeof EnrolledApprover>;

const NewKey = Type.Union([
  Type.Object({ kind: Type.Literal('SOFTWARE'), publicKey: SoftwareKey }, closed),
  Type.Object({ kind: Type.Literal('PASSKEY'), passkey: Passkey }, closed),
]);
export type NewKey = Static<typeof NewKey>;

/** Random: a signature counts for one change. */
const asked = { id: Type.String({ pattern: '^[0-9a-f]{16}$' }), askedAt: Timestamp };

/** A change of one person's keys. `REPLACE` removes all that the person had; `REMOVE` has no new key. */
const ApproverChange = Type.Object(
  {
    ...asked,
    action: Type.Union([Type.Literal('ENROL'), Type.Literal('REPLACE'), Type.Literal('REMOVE')]),
    name: PersonName,
    role: ApproverRole,
    key: Type.Union([NewKey, Type.Null()]),
  },
  closed,
);
export type ApproverChange = Static<typeof ApproverChange>;

/** Those after it would have no address numbers: see `numbersPerGeneration`. */
export const lastGeneration = 20;

/** The next generation of the seed becomes the current one. */
const SeedChange = Type.Object(
  {
    ...asked,
    action: Type.Literal('ROTATE'),
    generation: Type.Integer({ minimum: 1, maximum: lastGeneration }),
    /** Extended public keys of its accounts: Bitcoin, its test chains, EVM. */
    publicKeys: Type.Array(Type.String({ pattern: '^[a-z]pub[1-9A-HJ-NP-Za-km-z]{100,120}$' }), {
      minItems: 3,
      maxItems: 3,
    }),
  },
  closed,
);
export type SeedChange = Static<typeof SeedChange>;

export const KeyChange = Type.Union([ApproverChange, SeedChange]);
export type KeyChange = Static<typeof KeyChange>;

/** Whose keys change, which others sign; null where it is the seed. */
export const concernedBy = (change: KeyChange): string | null => (change.action === 'ROTATE' ? null : change.name);

/** Who signs a change, and when. */
const SignedBy = Type.Object({ approver: PersonName, signedAt: Timestamp }, closed);
export type SignedBy = Static<typeof SignedBy>;

/** With the person's Ed25519 key in base64, or with a passkey whose challenge is the SHA-256 of the text. */
export const KeyChangeSignature = Type.Object(
  {
    approver: PersonName,
    signedAt: Timestamp,
    proof: Type.Union([
      Type.Object({ signature: Type.String({ pattern: '^[A-Za-z0-9+/]{86}==$' }) }, closed),
      Type.Object({ passkey: PasskeyAssertion }, closed),
    ]),
  },
  closed,
);
export type KeyChangeSignature = Static<typeof KeyChangeSignature>;

/** What a person of the change and of the key is asked to sign. */
export const KeyChangeRequest = Type.Object({ change: KeyChange, by: SignedBy }, closed);
export type KeyChangeRequest = Static<typeof KeyChangeRequest>;
export const SignedKeyChange = Type.Object({ id: Type.String(), signature: KeyChangeSignature }, closed);
export type SignedKeyChange = Static<typeof SignedKeyChange>;

/** SHA-256 of all that makes the key, in groups that people compare by voice. */
export function keyFingerprint(key: NewKey): string {
  const parts =
    key.kind === 'SOFTWARE'
      ? [key.kind, key.publicKey]
      : [key.kind, key.passkey.credentialId, key.passkey.publicKey, key.passkey.origin];
  return inGroups(createHash('sha256').update(parts.join('\n')).digest('hex'));
}

/** SHA-256 of the extended public keys of a seed, in groups that people compare by voice. */
export function seedFingerprint(publicKeys: readonly string[]): string {
  return inGroups(
    createHash('sha256')
      .update(['SEED', ...publicKeys].join('\n'))
      .digest('hex'),
  );
}

/** What people compare of a change; null for a removal. */
export function changeFingerprint(change: KeyChange): string | null {
  if (change.action === 'ROTATE') return seedFingerprint(change.publicKeys);
  return change.key && keyFingerprint(change.key);
}

const actions = { ENROL: 'enrol a key of', REPLACE: 'replace all keys of', REMOVE: 'remove' } as const;
const kinds = { SOFTWARE: 'software key', PASSKEY: 'passkey' } as const;

/** One line per field, in this order; no field can hold a line break, and no payment has this head. */
export function keyChangeText(change: KeyChange, by: SignedBy): string {
  return [
    'Lode key change 1',
    `change ${change.id} asked at ${change.askedAt}`,
    ...linesOf(change),
    `signed by ${by.approver} at ${by.signedAt}`,
    '',
  ].join('\n');
}

function linesOf(change: KeyChange): string[] {
  if (change.action === 'ROTATE')
    return [`rotate the seed to generation ${change.generation}`, `new seed ${seedFingerprint(change.publicKeys)}`];
  const { action, name, role, key } = change;
  return [
    `${actions[action]} ${name}`,
    `role ${role}`,
    key === null ? 'new key none' : `new key ${kinds[key.kind]} ${keyFingerprint(key)}`,
  ];
}

export function signKeyChange(key: KeyObject, by: SignedBy, change: KeyChange): KeyChangeSignature {
  const signature = sign(null, Buffer.from(keyChangeText(change, by)), key).toString('base64');
  return { ...by, proof: { signature } };
}

/** Whether this person signed exactly this change with a key of their own. A passkey's counter is the journal's matter. */
export function isValidKeyChangeSignature(
  { name, publicKey, passkeys = [] }: EnrolledApprover,
  change: KeyChange,
  { proof, ...by }: KeyChangeSignature,
): boolean {
  if (by.approver !== name) return false;
  const text = keyChangeText(change, by);
  if ('passkey' in proof) {
    const key = passkeys.find(({ credentialId }) => credentialId === proof.passkey.credentialId);
    return key !== undefined && assertionCounter(key, challengeOf(text), proof.passkey) !== null;
  }
  const x = Buffer.from(publicKey ?? '', 'base64');
  if (x.length !== 32) return false;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(proof.signature, 'base64'));
}
