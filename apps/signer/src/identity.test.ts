// Two people's approvals are good at the signer that they name and at no other: only that one hears that a payment has ended.
import type { ApprovalRequest } from '@lode/signing';
import { describe, expect, it } from 'vitest';
import { identify } from './identity.ts';
import { Journal } from './journal.ts';
import { createSigner } from './signer.ts';
import { localPayments } from './testing/local-payments.ts';

const day = 24 * 3_600_000;
const start = Date.parse('2026-03-01T04:00:00.000Z');

/** A second signer with the same seed, policy and approvers, and a journal of its own. */
async function secondSigner({ secrets, policy, journalFile }: Awaited<ReturnType<typeof localPayments>>['local']) {
  const journal = await Journal.open(`${journalFile}-second`, secrets.journalKey);
  await identify(journal, new Date(start));
  return createSigner({ secrets, policy, journal, now: () => new Date(start) });
}

describe('approvals that name a signer', () => {
  it('are worth nothing at a second one, which did not hear that the payment has ended', async () => {
    const { local, payments } = await localPayments();
    const second = await secondSigner(local);
    const request = await payments.approved(payments.usdtPayment('withdrawal:1'));
    await local.signer.finalise('withdrawal:1');
    expect(await local.signer.sign(request)).toMatchObject({ refused: 'ABANDONED' });
    expect(await second.sign(request)).toMatchObject({
      refused: 'APPROVALS',
      detail: expect.stringContaining(`approved for signer ${local.signer.info().id}`),
    });
    // Broken control: the second signer refuses nothing else of it.
    const named = { ...request.approvalRequest, signer: second.info().id as string };
    const approvals = await local.approvals(named);
    expect(
      await second.sign({ ...request, approvalRequest: named, authorization: { kind: 'APPROVALS', approvals } }),
    ).toMatchObject({ signed: expect.any(String) });
  });

  it('do not count for another one whose name the server writes over theirs', async () => {
    const { local, payments } = await localPayments();
    const second = await secondSigner(local);
    const request = await payments.approved(payments.usdtPayment('withdrawal:1'));
    const renamed = { ...request, approvalRequest: { ...request.approvalRequest, signer: second.info().id as string } };
    expect(await second.sign(renamed)).toMatchObject({ refused: 'APPROVALS' });
  });

  it('are not asked for on the page of another one', async () => {
    const { local, payments } = await localPayments();
    const { approvalRequest, payload } = payments.usdtPayment('withdrawal:1');
    const claims = {
      withdrawalId: '1',
      customer: null,
      address: payments.evm.addressOf(approvalRequest.destination),
      amount: approvalRequest.amount,
      fee: '0',
      addressSince: null,
      earlier: { count: 0, total: '0' },
      proposedBy: null,
      hold: null,
    };
    const obstacleAt = (signer: string) => {
      const from = { branch: 'house' as const, index: 0 };
      local.signer.desk.show({ approvalRequest: { ...approvalRequest, signer }, draft: { payload, from }, claims });
      return local.signer.desk.textFor('withdrawal:1', { name: 'finance', role: 'FINANCE' }).obstacle;
    };
    expect(obstacleAt('0123456789abcdef')).toBe('REFUSED');
    expect(obstacleAt(approvalRequest.signer ?? '')).toBeNull();
  });
});

describe('approvals of before, which name none', () => {
  const unnamed = ({ signer: _, ...request }: ApprovalRequest): ApprovalRequest => request;

  it('count at no new signer', async () => {
    const { local, payments } = await localPayments();
    const request = await payments.approved({
      ...payments.usdtPayment('withdrawal:1'),
      approvalRequest: unnamed(payments.usdtPayment('withdrawal:1').approvalRequest),
    });
    expect(await local.signer.sign(request)).toMatchObject({
      refused: 'APPROVALS',
      detail: expect.stringContaining('name no signer'),
    });
  });

  it.each([
    ['as long as one that was given before its name may count', 7 * day, 'signed'],
    ['and no longer', 7 * day + 1, 'APPROVALS'],
  ])('count at the signer of a journal of before %s', async (_what, age, outcome) => {
    const { local, payments } = await localPayments();
    const journal = await Journal.open(`${local.journalFile}-before`, local.secrets.journalKey);
    await journal.append({ kind: 'POLICY', at: new Date(start).toISOString(), version: 1, hash: 'a' });
    await identify(journal, new Date(start));
    const later = new Date(start + age);
    const signer = createSigner({ ...local, journal, now: () => later });
    const { approvalRequest, payload } = payments.usdtPayment('withdrawal:1');
    local.setTime(later.toISOString());
    const approvals = await local.approvals(unnamed(approvalRequest));
    const response = await signer.sign({
      kind: 'PAYMENT',
      approvalRequest: unnamed(approvalRequest),
      authorization: { kind: 'APPROVALS', approvals },
      payload,
      from: { branch: 'house', index: 0 },
    });
    expect('signed' in response ? 'signed' : response.refused).toBe(outcome);
  });
});

it('names a signer once: a journal that is opened again keeps its name, another one has another', async () => {
  const { local } = await localPayments();
  const { id } = local.signer.info();
  await local.restart();
  expect(local.signer.info().id).toBe(id);
  expect(local.journal.lines.filter(({ kind }) => kind === 'SIGNER')).toHaveLength(1);
  expect((await secondSigner(local)).info().id).not.toBe(id);
});
