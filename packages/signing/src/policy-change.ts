import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import { PersonName, Timestamp } from './approval-request.ts';
import { ColdChange, coldChangeLines, descriptorFingerprint } from './cold-change.ts';
import { type EnrolledApprover, KeyChange, keyChangeLines, keyFingerprint, seedFingerprint } from './key-change.ts';
import { assertionCounter, challengeOf, PasskeyAssertion } from './passkey.ts';

const closed = { additionalProperties: false };

/** What two approvers sign besides payments: changes of approvers' keys, of the seed and of cold wallets. */
const PolicyChange = Type.Union([KeyChange, ColdChange]);
export type PolicyChange = Static<typeof PolicyChange>;

export const isColdChange = (change: PolicyChange): change is ColdChange => change.action === 'SET_COLD';

/** Whose keys change, which others sign; null where it is the seed or a cold wallet. */
export const concernedBy = (change: PolicyChange): string | null => ('name' in change ? change.name : null);

/** What people compare of a change; null for a removal. */
export function changeFingerprint(change: PolicyChange): string | null {
  if (isColdChange(change)) return change.descriptor && descriptorFingerprint(change.descriptor);
  if (change.action === 'ROTATE') return seedFingerprint(change.publicKeys);
  return change.key && keyFingerprint(change.key);
}

/** Who signs a change, and when. */
const SignedBy = Type.Object({ approver: PersonName, signedAt: Timestamp }, closed);
export type SignedBy = Static<typeof SignedBy>;

/** With the person's Ed25519 key in base64, or with a passkey whose challenge is the SHA-256 of the text. */
const ChangeSignature = Type.Object(
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
export type ChangeSignature = Static<typeof ChangeSignature>;

/** What a person of the change and of the key is asked to sign. */
export const ChangeRequest = Type.Object({ change: PolicyChange, by: SignedBy }, closed);
export type ChangeRequest = Static<typeof ChangeRequest>;
export const SignedChange = Type.Object({ id: Type.String(), signature: ChangeSignature }, closed);
export type SignedChange = Static<typeof SignedChange>;

/** All that a person signs of a change. */
export function policyChangeText(change: PolicyChange, by: SignedBy): string {
  const lines = isColdChange(change) ? coldChangeLines(change) : keyChangeLines(change);
  return [...lines, `signed by ${by.approver} at ${by.signedAt}`, ''].join('\n');
}

export function signPolicyChange(key: KeyObject, by: SignedBy, change: PolicyChange): ChangeSignature {
  const signature = sign(null, Buffer.from(policyChangeText(change, by)), key).toString('base64');
  return { ...by, proof: { signature } };
}

/** Whether this person signed exactly this change with a key of their own. A passkey's counter is the journal's matter. */
export function isValidChangeSignature(
  { name, publicKey, passkeys = [] }: EnrolledApprover,
  change: PolicyChange,
  { proof, ...by }: ChangeSignature,
): boolean {
  if (by.approver !== name) return false;
  const text = policyChangeText(change, by);
  if ('passkey' in proof) {
    const key = passkeys.find(({ credentialId }) => credentialId === proof.passkey.credentialId);
    return key !== undefined && assertionCounter(key, challengeOf(text), proof.passkey) !== null;
  }
  const x = Buffer.from(publicKey ?? '', 'base64');
  if (x.length !== 32) return false;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(proof.signature, 'base64'));
}
