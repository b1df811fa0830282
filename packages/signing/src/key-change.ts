import { createHash } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import { ApproverRole, PersonName, Timestamp } from './approval-request.ts';
import { Passkey } from './passkey.ts';
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

const actions = { ENROL: 'enrol a key of', REPLACE: 'replace all keys of', REMOVE: 'remove' } as const;
const kinds = { SOFTWARE: 'software key', PASSKEY: 'passkey' } as const;

/** What a change says besides its signer. One line per field; no field can hold a line break, and no payment has this head. */
export function keyChangeLines(change: KeyChange): string[] {
  return ['Lode key change 1', `change ${change.id} asked at ${change.askedAt}`, ...linesOf(change)];
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
