// A request names the signer that answers: its journal is the one that hears of the payment's end.
import { createApproverKey, type SignerInfo, SignerUnavailable } from '@lode/signing';
import { expect, it } from 'vitest';
import type { ChainNodes } from './chain-nodes.ts';
import { type ApprovalDeps, paymentApprovals } from './payment-approvals.ts';

const payment = {
  paymentId: 'withdrawal:1-abc',
  network: 'BITCOIN',
  coin: 'BTC',
  destination: `0014${'11'.repeat(20)}`,
  amount: 100_000n,
} as const;
const [own, other] = ['0123456789abcdef', 'fedcba9876543210'];

/** With a signer of this name; null: it does not answer; undefined: it has none, like those of before. */
function approvalsWith(id: string | null | undefined, approvers: SignerInfo['approvers'] = []) {
  const info = async () => {
    if (id === null) throw new SignerUnavailable('no response from the signer');
    return { bitcoin: null, erc20: null, approvers, isAutoApprovalEnabled: false, ...(id !== undefined && { id }) };
  };
  const nodes = { open: async () => ({ chain: 'main' }) } as unknown as Pick<ChainNodes, 'open'>;
  const signer: ApprovalDeps['signer'] = { info, reviewText: async () => ({ review: null, obstacle: null }) };
  return paymentApprovals({ nodes, demo: null, signer, ask: async () => 'a long passphrase' });
}

it('asks for approvals of the signer that answers, and for none while it does not', async () => {
  expect(await approvalsWith(own).approvalRequestFor(payment)).toMatchObject({ signer: own, chain: 'main' });
  expect(await approvalsWith(undefined).approvalRequestFor(payment)).not.toHaveProperty('signer');
  expect(await approvalsWith(null).approvalRequestFor(payment)).toEqual({ refused: 'no response from the signer' });
});

it('has no second person sign what was proposed for another signer', async () => {
  const proposed = await approvalsWith(own).approvalRequestFor(payment);
  if ('refused' in proposed) throw new Error(proposed.refused);
  expect(await approvalsWith(own).refusalOfRequest(proposed)).toBeNull();
  expect(await approvalsWith(other).refusalOfRequest(proposed)).toMatch(`for signer ${own}, and ${other} answers`);
  // Proposed before, or the signer is asked again when it signs.
  const { signer: _, ...unnamed } = proposed;
  expect(await approvalsWith(own).refusalOfRequest(unnamed)).toBeNull();
  expect(await approvalsWith(null).refusalOfRequest(proposed)).toBeNull();
});

it('signs with the key that is enrolled at the signer, and with no other that still lies here', async () => {
  const [kept, replaced] = await Promise.all([
    createApproverKey('finance', 'a long passphrase'),
    createApproverKey('finance', 'a long passphrase'),
  ]);
  const request = await approvalsWith(own).approvalRequestFor(payment);
  if ('refused' in request) throw new Error(request.refused);
  const sign = (publicKey: string | null, role: 'FINANCE' | 'APPROVER' = 'FINANCE') => {
    const approvers = publicKey === null ? [] : [{ name: 'finance', role, publicKey }];
    const who = { name: 'finance', role: 'FINANCE', sealedKey: kept.sealedKey } as const;
    return approvalsWith(own, approvers).approve(who, request, new Date());
  };
  expect(await sign(kept.publicKey)).toMatchObject({ approver: 'finance', signature: expect.any(String) });
  const refused = { refused: expect.stringContaining('no approval by the key of finance that is enrolled') };
  expect(await sign(replaced.publicKey)).toEqual(refused);
  // Its passkeys have taken the place of a key of software.
  expect(await sign('')).toEqual(refused);
  expect(await sign(null)).toEqual(refused);
  expect(await sign(kept.publicKey, 'APPROVER')).toEqual(refused);
  // The signer is asked again when it signs.
  const who = { name: 'finance', role: 'FINANCE', sealedKey: kept.sealedKey } as const;
  expect(await approvalsWith(null).approve(who, request, new Date())).toHaveProperty('signature');
});
