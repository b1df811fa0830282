/**
 * Proves that a payment is either closed for good or known as it was signed, and never something between: what was asked for
 * before and is still on its way changes nothing any more.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { type LocalSigner, localSigner } from './testing/in-process.ts';
import { type TestPayments, testPayments } from './testing/payments.ts';
import { prepareSigner, type TestSigner } from './testing/start-signer.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function local(): Promise<{ local: LocalSigner; payments: TestPayments }> {
  const made = await localSigner();
  const payments = await testPayments(made);
  payments.bitcoin.close();
  open.push(made);
  return { local: made, payments };
}

describe('a payment that is closed', () => {
  it('before it was signed is never signed, also after a restart, and what it wanted to spend is free', async () => {
    const { local: made, payments } = await local();
    const source = {
      kind: 'OUTPUTS' as const,
      outputs: [payments.output(400_000n)],
      change: payments.bitcoin.ownAddress('house', 3),
    };
    const request = await payments.approved(await payments.bitcoinPayment('w:1', { source }));
    expect(await made.signer.close('w:1')).toEqual({ closed: 1, wasSigned: false });
    expect(await made.signer.close('w:1')).toEqual({ closed: 1, wasSigned: false });
    await made.restart();
    expect(await made.signer.sign(request)).toMatchObject({ refused: 'RELEASED' });
    const other = await payments.approved(await payments.bitcoinPayment('w:2', { source }));
    expect(await made.signer.sign(other)).toMatchObject({ line: 2 });
  });

  it('after it was signed is told as it was signed, and nothing changes', async () => {
    const { local: made, payments } = await local();
    const request = await payments.approved(payments.usdtPayment('w:1'));
    const answer = await made.signer.sign(request);
    if (!('signed' in answer)) throw new Error('not signed');
    const known = { signed: [{ payload: request.payload, signed: answer.signed }] };
    expect(await made.signer.close('w:1')).toEqual(known);
    await made.restart();
    expect(await made.signer.close('w:1')).toEqual(known);
    expect(await made.signer.sign(request)).toEqual(answer);
    expect(made.journal.lines).toHaveLength(1);
  });

  it('and was given up by a person says so, without its bytes', async () => {
    const { local: made, payments } = await local();
    await made.signer.sign(await payments.approved(payments.usdtPayment('w:1')));
    await made.signer.release('w:1', 'its nonce was used elsewhere');
    expect(await made.signer.close('w:1')).toEqual({ closed: 2, wasSigned: true });
  });

  it.each([['before'], ['after']])(
    'while it is asked for, the close %s the request, is one of the two',
    async (order) => {
      const { local: made, payments } = await local();
      const request = await payments.approved(payments.usdtPayment('w:1'));
      const sign = () => made.signer.sign(request);
      const close = () => made.signer.close('w:1');
      const answers = await Promise.all<object>(order === 'before' ? [close(), sign()] : [sign(), close()]);
      const [first] = answers;
      expect(answers[1]).toMatchObject(order === 'before' ? { refused: 'RELEASED' } : { signed: [expect.anything()] });
      expect(first).toHaveProperty(order === 'before' ? 'closed' : 'line');
      expect(made.journal.lines).toHaveLength(1);
    },
  );
});

describe('over the wire', () => {
  it('a payment is asked for by name alone, and nothing else is taken', async () => {
    const signer: TestSigner = await prepareSigner();
    open.push(signer);
    await signer.start();
    expect(await signer.client.close('withdrawal:1-a')).toEqual({ closed: 1, wasSigned: false });
    await expect(signer.client.close('no id')).rejects.toThrow('HTTP 400');
  });
});
