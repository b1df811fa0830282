import type { OwnOutput, Receiver, Unsigned } from '@lode/chain';
import type { ApprovalRequest, BatchRequest } from '@lode/signing';
import { expect } from 'vitest';
import { localPayments } from './local-payments.ts';
import { receiver } from './payments.ts';

export const known = receiver.BITCOIN;
export const other = `0014${'d1'.repeat(20)}`;
export const stranger = `0014${'ee'.repeat(20)}`;
export const signed = { signed: expect.any(String), line: expect.any(Number) };
export const rate = (sat: bigint) => ({ unit: 'SAT_PER_KVB' as const, rate: sat * 1_000n });

type Limits = Parameters<typeof localPayments>[0];

/** A signer with a policy for approval without people, which two payments that people approved made two addresses known to. */
export async function batching(limits: NonNullable<Limits>['bitcoin'] = {}) {
  const autoApproval = { perPayment: '1000000', perDay: '5000000' };
  const { local, payments } = await localPayments({ bitcoin: { autoApproval, ...limits } });
  for (const [at, to] of [known, other].entries())
    expect(
      await local.signer.sign(
        await payments.approved(await payments.bitcoinPayment(`withdrawal:${900 + at}-a`, { to })),
      ),
    ).toMatchObject(signed);
  const { bitcoin } = payments;

  const build = async (
    paid: readonly Receiver[],
    { outputs = [payments.output(50_000_000n)], sat = 5n }: { outputs?: OwnOutput[]; sat?: bigint } = {},
  ): Promise<Unsigned> => {
    const [first, ...also] = paid;
    if (!first) throw new Error('it pays');
    const source = { kind: 'OUTPUTS' as const, outputs, change: bitcoin.ownAddress('house', 0) };
    const unsigned = await bitcoin.build({ ...first, also, coin: 'BTC', rate: rate(sat), source });
    if ('refused' in unsigned) throw new Error(unsigned.refused);
    return unsigned;
  };
  const claim = (paymentId: string, { to, amount }: Receiver): ApprovalRequest => ({
    paymentId,
    network: 'BITCOIN',
    chain: 'regtest',
    coin: 'BTC',
    destination: to,
    amount: `${amount}`,
    feeCap: '1000000',
  });
  const batch = (unsigned: Pick<Unsigned, 'payload'>, of: readonly [string, Receiver][]): BatchRequest => ({
    kind: 'BATCH',
    payments: of.map(([id, paid]) => claim(id, paid)),
    payload: unsigned.payload,
  });
  return { local, payments, build, claim, batch, ask: (request: BatchRequest) => local.signer.sign(request) };
}

export const a: Receiver = { to: known, amount: 100_000n };
export const b: Receiver = { to: other, amount: 200_000n };
export const ids = ['withdrawal:1-x', 'withdrawal:2-x', 'withdrawal:3-x'] as const;
