import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import {
  type ApprovalRequest,
  type ApprovedBy,
  type ApproverRole,
  approvalText,
  type KeyApproval,
  type PasskeyApproval,
} from './approval-request.ts';
import { assertionCounter, challengeOf, type Passkey } from './passkey.ts';
import { isReviewOf } from './review-text.ts';
import { type Sealed, seal, unseal } from './sealed.ts';

/** Shorter passphrases fall to an offline attack on the sealed key. */
export const minPassphraseLength = 12;

/** The public key is enrolled with the signer; the sealed private key is stored in the database. */
export interface ApproverKey {
  /** Raw Ed25519, 32 bytes in base64. */
  publicKey: string;
  sealedKey: Sealed;
}

const purpose = (name: string): string => `approver ${name}`;

/** Creates a key sealed with a passphrase. `N` lowers the scrypt cost, for tests and the demo. */
export async function createApproverKey(name: string, passphrase: string, N?: number): Promise<ApproverKey> {
  if ([...passphrase].length < minPassphraseLength) {
    throw new RangeError(`the passphrase needs ${minPassphraseLength} characters or more`);
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    publicKey: publicKeyText(publicKey),
    sealedKey: await seal(secret, passphrase, purpose(name), N),
  };
}

/** As it is enrolled, of the pair's public or private key. */
export function publicKeyText(key: KeyObject): string {
  const { x = '' } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('base64');
}

export interface Approver {
  name: string;
  role: ApproverRole;
  sealedKey: Sealed;
}

/**
 * Signs an approval of one payment. Runs at the approver's terminal, never in a process that serves requests: the passphrase is
 * the approver's identity. Throws `WrongPassphrase`.
 */
export async function approve(
  approver: Approver,
  passphrase: string,
  approvalRequest: ApprovalRequest,
  now: Date,
): Promise<KeyApproval> {
  const key = await openApproverKey(approver, passphrase);
  const by = { approver: approver.name, role: approver.role, approvedAt: now.toISOString() };
  return signApproval(key, by, approvalRequest);
}

/** Throws `WrongPassphrase`. */
export async function openApproverKey(
  { name, sealedKey }: Pick<Approver, 'name' | 'sealedKey'>,
  passphrase: string,
): Promise<KeyObject> {
  const secret = await unseal(sealedKey, passphrase, purpose(name));
  const key = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' });
  secret.fill(0);
  return key;
}

/** `text`: the review that the person was shown. */
export function signApproval(
  key: KeyObject,
  by: ApprovedBy,
  approvalRequest: ApprovalRequest,
  text?: string,
): KeyApproval {
  const signature = sign(null, Buffer.from(text ?? approvalText(approvalRequest, by)), key).toString('base64');
  return { ...by, signature, ...(text !== undefined && { text }) };
}

/** Whether the approval is a valid signature of this key over exactly this request. */
export function isValidApproval(publicKey: string, approvalRequest: ApprovalRequest, approval: KeyApproval): boolean {
  const x = Buffer.from(publicKey, 'base64');
  if (x.length !== 32) return false;
  const { text = approvalText(approvalRequest, approval), signature } = approval;
  if (!isReviewOf(text, approvalRequest, approval)) return false;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

/** Whether one of these passkeys asserted a review of exactly this request. Its counter is the journal's matter. */
export function isValidPasskeyApproval(
  passkeys: readonly Passkey[],
  approvalRequest: ApprovalRequest,
  approval: PasskeyApproval,
): boolean {
  const { passkey: assertion, text } = approval;
  const key = passkeys.find(({ credentialId }) => credentialId === assertion.credentialId);
  if (!key || !isReviewOf(text, approvalRequest, approval)) return false;
  return assertionCounter(key, challengeOf(text), assertion) !== null;
}
