import type { ApproverChange, EnrolledApprover } from '@lode/signing';

/** Why a change cannot be made. */
export type ChangeRefusal = 'GENERATION' | 'UNKNOWN' | 'ROLE' | 'HAS_KEY' | 'FULL' | 'KEY_IN_USE' | 'MALFORMED';
type Wanted = Omit<ApproverChange, 'id' | 'askedAt'>;

const mostPasskeys = 2;

/** The approvers after a change; an approver keeps the place in the list. Pure. */
export function changeApprovers(
  approvers: readonly EnrolledApprover[],
  { action, name, role, key }: Wanted,
): EnrolledApprover[] | ChangeRefusal {
  const known = approvers.find((one) => one.name === name);
  const others = approvers.filter((one) => one !== known);
  if (!known && action !== 'ENROL') return 'UNKNOWN';
  if (known && known.role !== role) return 'ROLE';
  if (action === 'REMOVE') return key === null ? others : 'MALFORMED';
  if (key === null) return 'MALFORMED';
  const kept = action === 'ENROL' && known ? known : { name, role };
  if (key.kind === 'SOFTWARE' && kept.publicKey !== undefined) return 'HAS_KEY';
  const { passkeys = [] } = kept;
  if (key.kind === 'PASSKEY' && passkeys.length >= mostPasskeys) return 'FULL';
  if (approvers.some((one) => hasKey(one, key))) return 'KEY_IN_USE';
  const changed: EnrolledApprover =
    key.kind === 'SOFTWARE' ? { ...kept, publicKey: key.publicKey } : { ...kept, passkeys: [...passkeys, key.passkey] };
  return known ? approvers.map((one) => (one === known ? changed : one)) : [...approvers, changed];
}

function hasKey({ publicKey, passkeys = [] }: EnrolledApprover, key: NonNullable<ApproverChange['key']>): boolean {
  if (key.kind === 'SOFTWARE') return publicKey === key.publicKey;
  return passkeys.some(
    (one) => one.credentialId === key.passkey.credentialId || one.publicKey === key.passkey.publicKey,
  );
}
