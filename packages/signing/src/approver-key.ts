import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { type Approval, type ApprovalRequest, type ApproverRole, approvalText } from './approval-request.ts';
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
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    sealedKey: await seal(secret, passphrase, purpose(name), N),
  };
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
  { name, role, sealedKey }: Approver,
  passphrase: string,
  approvalRequest: ApprovalRequest,
  now: Date,
): Promise<Approval> {
  const secret = await unseal(sealedKey, passphrase, purpose(name));
  const key = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' });
  const by = { approver: name, role, approvedAt: now.toISOString() };
  const signature = sign(null, Buffer.from(approvalText(approvalRequest, by)), key);
  secret.fill(0);
  return { ...by, signature: signature.toString('base64') };
}

/** Whether the approval is a valid signature of this key over exactly this request. */
export function isValidApproval(publicKey: string, approvalRequest: ApprovalRequest, approval: Approval): boolean {
  const x = Buffer.from(publicKey, 'base64');
  if (x.length !== 32) return false;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' });
  return verify(
    null,
    Buffer.from(approvalText(approvalRequest, approval)),
    key,
    Buffer.from(approval.signature, 'base64'),
  );
}
