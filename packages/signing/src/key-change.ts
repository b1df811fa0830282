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

/** A change of one person's keys. `REPLACE` removes all that the person had; `REMOVE` has no new key. */
export const KeyChange = Type.Object(
  {
    /** Random: a signature counts for one change. */
    id: Type.String({ pattern: '^[0-9a-f]{16}$' }),
    askedAt: Timestamp,
    action: Type.Union([Type.Literal('ENROL'), Type.Literal('REPLACE'), Type.Literal('REMOVE')]),
    name: PersonName,
    role: ApproverRole,
    key: Type.Union([NewKey, Type.Null()]),
  },
  closed,
);
export type KeyChange = Static<typeof KeyChange>;

/** SHA-256 of all that makes the key, in groups that people compare by voice. */
export function keyFingerprint(key: NewKey): string {
  const parts =
    key.kind === 'SOFTWARE'
      ? [key.kind, key.publicKey]
      : [key.kind, key.passkey.credentialId, key.passkey.publicKey, key.passkey.origin];
  return inGroups(createHash('sha256').update(parts.join('\n')).digest('hex'));
}

const actions = { ENROL: 'enrol a key of', REPLACE: 'replace all keys of', REMOVE: 'remove' } as const;
const kinds = { SOFTWARE: 'software key', PASSKEY: 'passkey' } as const;

/** What a change says besides its signer. One line per field; no field can hold a line break, and no payment has this head. */
export function keyChangeLines({ id, askedAt, action, name, role, key }: KeyChange): string[] {
  return [
    'Lode key change 1',
    `change ${id} asked at ${askedAt}`,
    `${actions[action]} ${name}`,
    `role ${role}`,
    key === null ? 'new key none' : `new key ${kinds[key.kind]} ${keyFingerprint(key)}`,
  ];
}
