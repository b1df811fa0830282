/** Proves that whatever was signed for a withdrawal of a batch, one transaction of it at most can be mined. */
import type { SignResponse } from '@lode/signing';
import { describe, expect, it } from 'vitest';
import { a, b, batching, ids, rate, signed } from './testing/batching.ts';

const [one, two, three] = ids;

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

  it('is abandoned by one line, also where a signer of before was killed between those of two', async () => {
    const { local, claim, request, unsigned, ask } = await both();
    await ask(request);
    const lines = local.journal.lines.length;
    await local.journal.append({
      kind: 'ABANDONED',
      at: new Date().toISOString(),
      id: one,
      reason: 'its inputs were spent',
    });
    await local.restart();
    expect(local.journal.lines).toHaveLength(lines + 1);
    expect((await local.signer.finalise(two)).finalisedLine).toBe(lines + 1);
    const alone = { kind: 'APPROVALS' as const, approvals: [] };
    expect(
      await local.signer.sign({
        kind: 'PAYMENT',
        approvalRequest: claim(two, b),
        authorization: alone,
        payload: unsigned.payload,
      }),
    ).toMatchObject({ refused: 'ABANDONED' });
    await expect(local.signer.abandon(two, 'again')).rejects.toThrow('abandoned already');
    expect(local.journal.lines).toHaveLength(lines + 1);
  });

  it('and abandoned names those of another batch, which goes on without them, and not its own', async () => {
    const { local, build, batch, request, ask } = await both();
    await ask(request);
    await local.signer.abandon(one, 'its inputs were spent');
    const again = await ask(request);
    expect(again).toMatchObject({ refused: 'ABANDONED' });
    expect(again).not.toHaveProperty('of');
    const four = 'withdrawal:4-x';
    const paid = [a, b, a, b];
    const others = batch(
      await build(paid),
      [three, one, four, two].map((id, at) => [id, paid[at] ?? a]),
    );
    expect(await ask(others)).toMatchObject({ refused: 'ABANDONED', of: [one, two] });
    expect(
      await ask(
        batch(await build([a, a]), [
          [three, a],
          [four, a],
        ]),
      ),
    ).toMatchObject(signed);
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
