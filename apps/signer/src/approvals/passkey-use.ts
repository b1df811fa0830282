import { type ApproverRole, assertionCounter, isNewCounter, type Passkey, type PasskeyAssertion } from '@lode/signing';
import type { PolicyContext } from '../policy-engine.ts';

export interface PasskeyUse {
  person: { name: string; role: ApproverRole };
  passkey: { credentialId: string; counter: number };
}

/** Of a new assertion of an enrolled person's own key; null otherwise. */
export function countedUse(
  { policy, history }: Pick<PolicyContext, 'policy' | 'history'>,
  challenge: string,
  assertion: PasskeyAssertion,
): PasskeyUse | null {
  const owner = ownerOf(policy.approvers, assertion.credentialId);
  const counter = owner && assertionCounter(owner.key, challenge, assertion);
  if (owner === null || counter === null) return null;
  const { credentialId } = owner.key;
  if (!isNewCounter(counter, history.counterOf(credentialId))) return null;
  return { person: owner.person, passkey: { credentialId, counter } };
}

function ownerOf(approvers: PolicyContext['policy']['approvers'], credentialId: string) {
  for (const { name, role, passkeys = [] } of approvers) {
    const key: Passkey | undefined = passkeys.find((one) => one.credentialId === credentialId);
    if (key) return { person: { name, role }, key };
  }
  return null;
}
