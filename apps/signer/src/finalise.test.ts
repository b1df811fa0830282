/**
 * Proves that a finalised payment is either never signed or fully reported: a sign request still in flight changes nothing
 * afterwards.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { localPayments } from './testing/local-payments.ts';
import { prepareSigner, type TestSigner } from './testing/start-signer.ts';

describe('finalising a payment', () => {
  it('that is unsigned prevents its signature, also after a restart, and leaves its inputs free', async () => {
    const { local: made, payments } = await localPayments();
    const source = {
      kind: 'OUTPUTS' as const,
      outputs: [payments.output(400_000n)],
      change: payments.bitcoin.ownAddress('house', 3),
    };
    const request = await payments.approved(await payments.bitcoinPayment('w:1', { source }));
    expect(await made.signer.finalise('w:1')).toEqual({ finalisedLine: 2, signed: [] });
    expect(await made.signer.finalise('w:1')).toEqual({ finalisedLine: 2, signed: [] });
    await made.restart();
    expect(await made.signer.sign(request)).toMatchObject({ refused: 'ABANDONED' });
    const other = await payments.approved(await payments.bitcoinPayment('w:2', { source }));
    expect(await made.signer.sign(other)).toMatchObject({ line: 3 });
  });

  it('that is signed returns its signatures and changes nothing', async () => {
    const { local: made, payments } = await localPayments();
    const request = await payments.approved(payments.usdtPayment('w:1'));
    const answer = await made.signer.sign(request);
    if (!('signed' in answer)) throw new Error('not signed');
    const known = { finalisedLine: null, signed: [{ payload: request.payload, signed: answer.signed }] };
    expect(await made.signer.finalise('w:1')).toEqual(known);
    await made.restart();
    expect(await made.signer.finalise('w:1')).toEqual(known);
    expect(await made.signer.sign(request)).toEqual(answer);
    expect(made.journal.lines).toHaveLength(2);
  });

  it('that was abandoned reports that, with its signatures: they can still be broadcast', async () => {
    const { local: made, payments } = await localPayments();
    const request = await payments.approved(payments.usdtPayment('w:1'));
    const answer = await made.signer.sign(request);
    if (!('signed' in answer)) throw new Error('not signed');
    await made.signer.abandon('w:1', 'its nonce was used elsewhere');
    const known = { finalisedLine: 3, signed: [{ payload: request.payload, signed: answer.signed }] };
    expect(await made.signer.finalise('w:1')).toEqual(known);
    await made.restart();
    expect(await made.signer.finalise('w:1')).toEqual(known);
  });

  it.each([['before'], ['after']])(
    'while it is asked for, the close %s the request, is one of the two',
    async (order) => {
      const { local: made, payments } = await localPayments();
      const request = await payments.approved(payments.usdtPayment('w:1'));
      const sign = () => made.signer.sign(request);
      const close = () => made.signer.finalise('w:1');
      const answers = await Promise.all<object>(order === 'before' ? [close(), sign()] : [sign(), close()]);
      const [first] = answers;
      const expected = { finalisedLine: null, signed: [expect.anything()] };
      expect(answers[1]).toMatchObject(order === 'before' ? { refused: 'ABANDONED' } : expected);
      expect(first).toHaveProperty(order === 'before' ? 'finalisedLine' : 'line');
      expect(made.journal.lines).toHaveLength(2);
    },
  );
});

describe('finalising payments that no people approved', () => {
  const end = async ({ signer }: Awaited<ReturnType<typeof localPayments>>['local'], ids: string[]) => {
    for (const id of ids) await signer.finalise(id);
  };
  const coming = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `w:${from + index}`);

  it('ends so many a day and no more: who has the shared secret cannot end all that are still to come', async () => {
    const { local: made, payments } = await localPayments({ unapprovedEndsPerDay: 20 });
    await end(made, coming(20));
    await expect(made.signer.finalise('w:21')).rejects.toThrow('20 payments without approvals');
    await made.restart();
    await expect(made.signer.finalise('w:21')).rejects.toThrow('20 payments without approvals');
    expect(await made.signer.finalise('w:20')).toMatchObject({ finalisedLine: 21 });
    expect(await made.signer.sign(await payments.approved(payments.usdtPayment('w:21')))).toMatchObject({ line: 22 });
    expect(await made.signer.finalise('w:21')).toMatchObject({ signed: [expect.anything()] });
  });

  it('goes on with those that one person approved, and with no approvals of another payment', async () => {
    const { local: made, payments } = await localPayments({ unapprovedEndsPerDay: 20 });
    await end(made, coming(20));
    const { approvalRequest, authorization } = await payments.approved(payments.usdtPayment('w:30'));
    if (authorization.kind !== 'APPROVALS') throw new Error('not approved');
    const { approvals } = authorization;
    const refused = 'without approvals';
    await expect(made.signer.finalise('w:31', { approvalRequest, approvals })).rejects.toThrow(refused);
    const renamed = { ...approvalRequest, paymentId: 'w:31' };
    await expect(made.signer.finalise('w:31', { approvalRequest: renamed, approvals })).rejects.toThrow(refused);
    await expect(made.signer.finalise('w:30', { approvalRequest, approvals: [] })).rejects.toThrow(refused);
    const one = { approvalRequest, approvals: approvals.slice(0, 1) };
    expect(await made.signer.finalise('w:30', one)).toEqual({ finalisedLine: 22, signed: [] });
    await expect(made.signer.finalise('w:31')).rejects.toThrow(refused);
  });
});

describe('over the socket', () => {
  it('accepts a payment id and nothing else', async () => {
    const signer: TestSigner = await prepareSigner();
    onTestFinished(() => signer.close());
    await signer.start();
    expect(await signer.client.finalise('withdrawal:1-a')).toEqual({ finalisedLine: 3, signed: [] });
    await expect(signer.client.finalise('no id')).rejects.toThrow('HTTP 400');
  });
});
