/** Proves what the signer makes of a transaction that pays several withdrawals: each is judged from the bytes as if it came alone. */
import type { Receiver } from '@lode/chain';
import { describe, expect, it } from 'vitest';
import { a, b, batching, ids, known, other, signed, stranger } from './testing/batching.ts';

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
    expect(await ask({ ...request, payments: [claim(one, a), elsewhere] })).toMatchObject({
      refused: 'NETWORK',
      of: [two],
    });
    expect(await ask({ ...request, payments: [claim(one, a), { ...claim(two, a), feeCap: '1' }] })).toMatchObject({
      refused: 'FEE',
      of: [two],
    });
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
