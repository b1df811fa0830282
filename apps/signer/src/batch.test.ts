/**
 * Proves what the signer makes of a transaction that pays several withdrawals: each is judged from the bytes as if it came alone, and
 * whatever was signed for one of them, one transaction at most can be mined.
 */
import type { OwnOutput, Receiver, Unsigned } from '@lode/chain';
import type { ApprovalRequest, BatchRequest, SignResponse } from '@lode/signing';
import { describe, expect, it } from 'vitest';
import { localPayments } from './testing/local-payments.ts';
import { receiver } from './testing/payments.ts';

const known = receiver.BITCOIN;
const other = `0014${'d1'.repeat(20)}`;
const stranger = `0014${'ee'.repeat(20)}`;
const signed = { signed: expect.any(String), line: expect.any(Number) };
const rate = (sat: bigint) => ({ unit: 'SAT_PER_KVB' as const, rate: sat * 1_000n });

type Limits = Parameters<typeof localPayments>[0];

/** A signer with a policy for approval without people, which two payments that people approved made two addresses known to. */
async function batching(limits: NonNullable<Limits>['bitcoin'] = {}) {
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

const a: Receiver = { to: known, amount: 100_000n };
const b: Receiver = { to: other, amount: 200_000n };
const ids = ['withdrawal:1-x', 'withdrawal:2-x', 'withdrawal:3-x'] as const;
const [one, two, three] = ids;

describe('a batch', () => {
  it('is signed once, in one line that proves each payment; the same again gives the same bytes', async () => {
    const { local, build, batch, ask } = await batching();
    const twin = { ...a };
    const unsigned = await build([a, b, twin]);
    const request = batch(unsigned, [
      [one, a],
      [two, b],
      [three, twin],
    ]);
    const answer = await ask(request);
    expect(answer).toMatchObject(signed);
    expect(await ask(request)).toEqual(answer);
    await local.restart();
    expect(await ask(request)).toEqual(answer);
    const line = local.journal.lines.at(-1);
    expect(line).toMatchObject({ kind: 'SIGNED', request: 'BATCH', id: one, amount: '400000', isAutoApproved: true });
    const payments = (line as { payments?: { id: string; output: number }[] }).payments ?? [];
    expect(payments.map(({ id }) => id)).toEqual(ids);
    expect(new Set(payments.map(({ output }) => output)).size).toBe(3);
    for (const id of ids)
      expect(await local.signer.finalise(id)).toEqual({
        finalisedLine: null,
        signed: [{ payload: unsigned.payload, signed: (answer as { signed: string }).signed, batch: [...ids] }],
      });
  });

  it('of a hundred is signed', async () => {
    const { build, batch, ask } = await batching();
    const paid = Array.from({ length: 100 }, (_, at) => ({ to: known, amount: 10_000n + BigInt(at % 3) }));
    const unsigned = await build(paid);
    expect(
      await ask(
        batch(
          unsigned,
          paid.map((each, at) => [`withdrawal:${at + 1}-x`, each]),
        ),
      ),
    ).toMatchObject(signed);
  });

  it('whose transaction pays anything but its payments is refused', async () => {
    const { payments, build, batch, ask } = await batching();
    const both: [string, Receiver][] = [
      [one, a],
      [two, b],
    ];
    const swapped = await build([a, { ...b, to: stranger }]);
    expect(await ask(batch(swapped, both))).toMatchObject({ refused: 'TRANSACTION' });
    const more = await build([a, { ...b, amount: b.amount + 1n }]);
    expect(await ask(batch(more, both))).toMatchObject({ refused: 'TRANSACTION' });
    const extra = await build([a, b, { to: stranger, amount: 1_000n }]);
    expect(await ask(batch(extra, both))).toMatchObject({ refused: 'TRANSACTION' });
    const twice = await build([a, b, a]);
    expect(await ask(batch(twice, both))).toMatchObject({ refused: 'TRANSACTION' });
    const once = await build([a, b]);
    // Two claims of one output.
    expect(await ask(batch(once, [...both, [three, a]]))).toMatchObject({ refused: 'TRANSACTION' });
    expect(await ask(batch(once, [both[0] as [string, Receiver], [two, a]]))).toMatchObject({ refused: 'TRANSACTION' });
    // What leaves to an address that is not known, as one of a customer's is not, is refused for itself.
    const own = { to: payments.bitcoin.ownAddress('customer', 7).key, amount: b.amount };
    expect(await ask(batch(await build([a, own]), [both[0] as [string, Receiver], [two, own]]))).toMatchObject({
      refused: 'AUTO_APPROVAL_POLICY',
      of: [two],
    });
    expect(await ask(batch(once, both))).toMatchObject(signed);
  });

  it('with a payment twice, of the operator, or on another chain is refused', async () => {
    const { build, batch, ask, claim } = await batching();
    const unsigned = await build([a, a]);
    expect(
      await ask(
        batch(unsigned, [
          [one, a],
          [one, a],
        ]),
      ),
    ).toMatchObject({ refused: 'MALFORMED' });
    expect(
      await ask(
        batch(unsigned, [
          [one, a],
          ['treasury:2-x', a],
        ]),
      ),
    ).toMatchObject({
      refused: 'AUTO_APPROVAL_POLICY',
      of: ['treasury:2-x'],
    });
    const elsewhere = { ...claim(two, a), chain: 'main' as const };
    const request = batch(unsigned, [
      [one, a],
      [two, a],
    ]);
    expect(await ask({ ...request, payments: [claim(one, a), elsewhere] })).toMatchObject({ refused: 'NETWORK' });
    expect(await ask(request)).toMatchObject(signed);
  });

  it('names every payment that the policy does not allow, and signs nothing; without them it is signed', async () => {
    const { build, batch, ask, local } = await batching();
    const unknown: Receiver = { to: stranger, amount: 1_000n };
    const unsigned = await build([a, unknown, unknown]);
    const lines = local.journal.lines.length;
    expect(
      await ask(
        batch(unsigned, [
          [one, a],
          [two, unknown],
          [three, unknown],
        ]),
      ),
    ).toMatchObject({ refused: 'AUTO_APPROVAL_POLICY', of: [two, three] });
    expect(local.journal.lines).toHaveLength(lines);
    expect(
      await ask(
        batch(await build([a, b]), [
          [one, a],
          ['withdrawal:4-x', b],
        ]),
      ),
    ).toMatchObject(signed);
  });

  it('is refused without a policy', async () => {
    const { build, batch, ask } = await batching({ autoApproval: null });
    expect(
      await ask(
        batch(await build([a, b]), [
          [one, a],
          [two, b],
        ]),
      ),
    ).toMatchObject({
      refused: 'AUTO_APPROVAL_POLICY',
      of: [one, two],
    });
  });

  it('keeps to the cap of the fee as one transaction', async () => {
    const { build, batch, ask } = await batching({ feePerTransaction: '2000' });
    const dear = await build([a, b], { sat: 20n });
    expect(
      await ask(
        batch(dear, [
          [one, a],
          [two, b],
        ]),
      ),
    ).toMatchObject({ refused: 'FEE' });
    expect(
      await ask(
        batch(await build([a, b]), [
          [one, a],
          [two, b],
        ]),
      ),
    ).toMatchObject(signed);
  });
});

describe('limits', () => {
  const autoApproval = { perPayment: '150000', perDay: '500000' };

  it('of a payment hold for each of a batch', async () => {
    const { build, batch, ask } = await batching({ autoApproval });
    expect(
      await ask(
        batch(await build([a, b]), [
          [one, a],
          [two, b],
        ]),
      ),
    ).toMatchObject({
      refused: 'PAYMENT_LIMIT',
      of: [two],
    });
  });

  it('of the day hold one after another: what does not fit takes nothing from the next', async () => {
    const { build, batch, ask } = await batching({ autoApproval: { perPayment: '150000', perDay: '250000' } });
    const small: Receiver = { to: other, amount: 40_000n };
    const paid: [string, Receiver][] = [
      [one, a],
      [two, a],
      [three, a],
      ['withdrawal:4-x', small],
    ];
    expect(await ask(batch(await build(paid.map(([, each]) => each)), paid))).toMatchObject({
      refused: 'DAY_LIMIT',
      of: [three],
    });
    const fits = paid.filter(([id]) => id !== three);
    expect(await ask(batch(await build(fits.map(([, each]) => each)), fits))).toMatchObject(signed);
    // 240,000 of 250,000 are taken: to the last satoshi.
    const rest = (amount: bigint): [string, Receiver][] => [
      ['withdrawal:5-x', { to: known, amount: 5_000n }],
      ['withdrawal:6-x', { to: other, amount }],
    ];
    const over = rest(5_001n);
    expect(await ask(batch(await build(over.map(([, each]) => each)), over))).toMatchObject({
      refused: 'DAY_LIMIT',
      of: ['withdrawal:6-x'],
    });
    const exact = rest(5_000n);
    expect(await ask(batch(await build(exact.map(([, each]) => each)), exact))).toMatchObject(signed);
  });
});

describe('what was signed together', () => {
  async function both() {
    const made = await batching();
    const outputs = [made.payments.output(50_000_000n)];
    const unsigned = await made.build([a, b], { outputs });
    const request = made.batch(unsigned, [
      [one, a],
      [two, b],
    ]);
    expect(await made.ask(request)).toMatchObject(signed);
    return { ...made, outputs, unsigned, request };
  }
  const differently = (of?: readonly string[]): object => ({ refused: 'SIGNED_DIFFERENTLY', ...(of && { of }) });

  it('is signed again with a higher fee only: the same payments from the same inputs, in any order', async () => {
    const { payments, outputs, unsigned, batch, build, ask } = await both();
    const dearer = await payments.bitcoin.bump(unsigned, rate(9n));
    if ('refused' in dearer) throw new Error(dearer.refused);
    expect(dearer.receivers?.map(({ to, amount }) => ({ to, amount }))).toEqual([a, b]);
    const others = await build([a, b], { sat: 20n });
    expect(
      await ask(
        batch(others, [
          [one, a],
          [two, b],
        ]),
      ),
    ).toMatchObject(differently());
    const cheaper = await build([a, b], { outputs, sat: 2n });
    expect(
      await ask(
        batch(cheaper, [
          [one, a],
          [two, b],
        ]),
      ),
    ).toMatchObject(differently());
    const exchanged = await build(
      [
        { ...a, amount: b.amount },
        { ...b, amount: a.amount },
      ],
      { outputs, sat: 20n },
    );
    expect(
      await ask(
        batch(exchanged, [
          [one, { ...a, amount: b.amount }],
          [two, { ...b, amount: a.amount }],
        ]),
      ),
    ).toMatchObject(differently());
    expect(
      await ask(
        batch(dearer, [
          [two, b],
          [one, a],
        ]),
      ),
    ).toMatchObject(signed);
    expect(
      await ask(
        batch(dearer, [
          [one, a],
          [two, b],
        ]),
      ),
    ).toMatchObject(signed);
  });

  it('is signed neither alone, nor with others, nor in part, whatever it spends', async () => {
    const { local, payments, outputs, build, batch, claim, ask } = await both();
    const alone = await build([a], { outputs, sat: 20n });
    const approvals = await local.approvals(claim(one, a));
    for (const authorization of [{ kind: 'AUTO_APPROVAL_POLICY' }, { kind: 'APPROVALS', approvals }] as const)
      for (const unsigned of [alone, await build([a])])
        expect(
          await local.signer.sign({
            kind: 'PAYMENT',
            approvalRequest: claim(one, a),
            authorization,
            payload: unsigned.payload,
          }),
        ).toMatchObject(differently());
    const more = await build([a, b, b], { outputs, sat: 20n });
    expect(
      await ask(
        batch(more, [
          [one, a],
          [two, b],
          [three, b],
        ]),
      ),
    ).toMatchObject(differently([one, two]));
    const elsewhere = await build([b, b]);
    expect(
      await ask(
        batch(elsewhere, [
          [three, b],
          [two, b],
        ]),
      ),
    ).toMatchObject(differently([two]));
    expect(
      await ask(
        batch(elsewhere, [
          [three, b],
          ['withdrawal:4-x', b],
        ]),
      ),
    ).toMatchObject(signed);
    // Its inputs belong to it.
    const taker = await payments.approved(
      await payments.bitcoinPayment('withdrawal:5-x', {
        source: { kind: 'OUTPUTS', outputs, change: payments.bitcoin.ownAddress('house', 0) },
      }),
    );
    expect(await local.signer.sign(taker)).toMatchObject({ refused: 'OUTPOINT_RESERVED' });
  });

  it('and alone before, stays alone', async () => {
    const { local, build, batch, claim, ask } = await batching();
    const payload = (await build([a])).payload;
    const single = {
      kind: 'PAYMENT',
      approvalRequest: claim(one, a),
      authorization: { kind: 'AUTO_APPROVAL_POLICY' },
      payload,
    } as const;
    expect(await local.signer.sign(single)).toMatchObject(signed);
    expect(
      await ask(
        batch(await build([a, b]), [
          [one, a],
          [two, b],
        ]),
      ),
    ).toMatchObject(differently([one]));
  });

  it('gives its bytes for one of it that is asked for without approvals, and nothing new', async () => {
    const { local, unsigned, claim, request, ask } = await both();
    const answer = await ask(request);
    const without = (payload: string): Promise<SignResponse> =>
      local.signer.sign({
        kind: 'PAYMENT',
        approvalRequest: claim(two, b),
        authorization: { kind: 'APPROVALS', approvals: [] },
        payload,
      });
    expect(await without(unsigned.payload)).toEqual(answer);
  });

  it('is abandoned together, and its inputs are free', async () => {
    const { local, payments, outputs, request, ask } = await both();
    await local.signer.abandon(two, 'its inputs were spent');
    await local.restart();
    expect(await ask(request)).toMatchObject({ refused: 'ABANDONED' });
    for (const id of [one, two]) expect((await local.signer.finalise(id)).finalisedLine).toEqual(expect.any(Number));
    await expect(local.signer.abandon(one, 'again')).rejects.toThrow('abandoned already');
    const next = await payments.approved(
      await payments.bitcoinPayment('withdrawal:5-x', {
        source: { kind: 'OUTPUTS', outputs, change: payments.bitcoin.ownAddress('house', 0) },
      }),
    );
    expect(await local.signer.sign(next)).toMatchObject(signed);
  });

  it('without one that was ended unsigned is signed: that one is named', async () => {
    const { local, build, batch, ask } = await batching();
    expect(await local.signer.finalise(two)).toMatchObject({ signed: [] });
    expect(
      await ask(
        batch(await build([a, b]), [
          [one, a],
          [two, b],
        ]),
      ),
    ).toMatchObject({ refused: 'ABANDONED', of: [two] });
    expect(
      await ask(
        batch(await build([a, b]), [
          [one, a],
          [three, b],
        ]),
      ),
    ).toMatchObject(signed);
  });
});
