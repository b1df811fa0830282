// An approval counts for some days from its date: one that is dated ahead would count for longer than that.
import { type Approval, type ApprovalRequest, approve, createApproverKey } from '@lode/signing';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { defaultPolicy } from './default-policy.ts';
import type { Policy } from './policy.ts';
import { Refused } from './refused.ts';
import { passphrase } from './testing/start-signer.ts';
import { verifyApprovals } from './verify-approvals.ts';

const now = new Date('2026-03-10T04:00:00.000Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

const request: ApprovalRequest = {
  paymentId: 'withdrawal:1-abc',
  network: 'BITCOIN',
  chain: 'main',
  coin: 'BTC',
  destination: `0014${'11'.repeat(20)}`,
  amount: '100000',
  feeCap: '1000',
};
let approvalsAt: (at: Date) => Promise<Approval[]>;
let approvers: Policy['approvers'];
beforeAll(async () => {
  const people = await Promise.all(
    (['FINANCE', 'APPROVER'] as const).map(async (role) => {
      const name = role.toLowerCase();
      return { name, role, ...(await createApproverKey(name, passphrase, 16)) };
    }),
  );
  approvers = people.map(({ name, role, publicKey }) => ({ name, role, publicKey }));
  approvalsAt = (at) => Promise.all(people.map((person) => approve(person, passphrase, request, at)));
});

const policyOf = (chain: string): Policy => {
  const policy = defaultPolicy(loadConfig({ DEMO: '1' }));
  return { ...policy, bitcoin: policy.bitcoin && { ...policy.bitcoin, chain }, erc20: null, approvers };
};

describe('on the public chain', () => {
  it.each([
    ['as old as they may be', -7 * 24, 'verified'],
    ['older', -7 * 24 - 1, 'EXPIRED'],
    ['of now', 0, 'verified'],
    ['by a clock that is fast by an hour', 1, 'verified'],
    ['dated ahead by more', 2, 'APPROVALS'],
    ['dated a year ahead', 365 * 24, 'APPROVALS'],
  ])('approvals %s', async (_what, offset, outcome) => {
    expect(outcomeOf('main', await approvalsAt(hours(offset)))).toBe(outcome);
  });

  it('one of the two dated ahead is enough to refuse', async () => {
    const [finance] = await approvalsAt(hours(0));
    const [, approver] = await approvalsAt(hours(48));
    expect(outcomeOf('main', [finance as Approval, approver as Approval])).toBe('APPROVALS');
  });
});

it('on a node of one’s own the clock may be shifted', async () => {
  expect(outcomeOf('regtest', await approvalsAt(hours(240)))).toBe('verified');
});

function outcomeOf(chain: string, approvals: Approval[]): string {
  try {
    verifyApprovals(request, approvals, policyOf(chain), now);
    return 'verified';
  } catch (error) {
    return error instanceof Refused ? error.code : String(error);
  }
}
