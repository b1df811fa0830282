/** Proves the signer's limits to the last unit, per business date, and that each payment counts once. */
import { describe, expect, it } from 'vitest';
import { History } from './history.ts';
import { localPayments } from './testing/local-payments.ts';
import { receiver } from './testing/payments.ts';

const pay = async (
  { local, payments }: Awaited<ReturnType<typeof localPayments>>,
  id: string,
  amount: bigint,
  isAutoApproved = false,
  to = receiver.ERC20,
) => {
  const good = await payments.approved(payments.usdtPayment(id, { amount, to }));
  return local.signer.sign(isAutoApproved ? { ...good, authorization: { kind: 'AUTO_APPROVAL_POLICY' } } : good);
};
/** In wei, of each payment here. */
const usualFee = 60_000n * 10n ** 9n;
const signed = { signed: expect.any(String) };

describe('one payment', () => {
  it('may be as large as the limit, and not one unit larger', async () => {
    const made = await localPayments({ erc20: { perPayment: '1000' } });
    expect(await pay(made, 'w:1', 1001n)).toMatchObject({ refused: 'PAYMENT_LIMIT' });
    expect(await pay(made, 'w:1', 1000n)).toMatchObject(signed);
  });

  it('of zero is refused', async () => {
    expect(await pay(await localPayments({}), 'w:1', 0n)).toMatchObject({ refused: 'TRANSACTION' });
  });

  it('may cost as much as the cap, and not one wei more', async () => {
    const made = await localPayments({ erc20: { feePerTransaction: `${60_000n * 10n ** 9n}` } });
    const { local, payments } = made;
    const dear = await payments.approved(payments.usdtPayment('w:1', { maxFee: 10n ** 9n + 1n }));
    expect(await local.signer.sign(dear)).toMatchObject({ refused: 'FEE' });
    expect(await local.signer.sign(await payments.approved(payments.usdtPayment('w:1')))).toMatchObject(signed);
  });

  it('goes only to kinds of destinations that the policy allows', async () => {
    const { local, payments } = await localPayments({ bitcoin: { destinationKinds: ['P2WPKH'] } });
    const to = `5120${'ab'.repeat(32)}`;
    const taproot = await payments.approved(await payments.bitcoinPayment('w:1', { to }));
    expect(await local.signer.sign(taproot)).toMatchObject({ refused: 'DESTINATION', detail: 'P2TR' });
    const future = await payments.approved(await payments.bitcoinPayment('w:2', { to: `5220${'ab'.repeat(32)}` }));
    expect(await local.signer.sign(future)).toMatchObject({ refused: 'DESTINATION' });
    expect(await local.signer.sign(await payments.approved(await payments.bitcoinPayment('w:3')))).toMatchObject(
      signed,
    );
  });
});

describe("the operator's own money", () => {
  it('goes only to the list of the policy, whatever two people approved', async () => {
    const listed = await localPayments({
      treasuryDestinations: [
        { network: 'ERC20', destination: receiver.ERC20 },
        { network: 'BITCOIN', destination: '0014'.padEnd(44, 'd') },
      ],
    });
    expect(await pay(listed, 'treasury:1', 1n)).toMatchObject(signed);
    for (const to of ['dd'.repeat(20), receiver.BITCOIN.slice(4).replaceAll('c0', 'd0')])
      expect(await pay(listed, 'treasury:2', 1n, false, to)).toMatchObject({ refused: 'DESTINATION' });
    expect(await pay(listed, 'withdrawal:3', 1n, false, 'dd'.repeat(20))).toMatchObject(signed);
    expect(await pay(await localPayments({ treasuryDestinations: [] }), 'treasury:4', 1n)).toMatchObject({
      refused: 'DESTINATION',
    });
  });
});

describe('a day', () => {
  it('is full at its limit, also after a restart, and starts again at midnight in Shanghai', async () => {
    const made = await localPayments({ erc20: { perDay: '1000' } });
    const { local } = made;
    local.setTime('2026-03-01T15:59:59.999Z');
    expect(await pay(made, 'w:1', 600n)).toMatchObject(signed);
    await local.restart();
    expect(await pay(made, 'w:2', 401n)).toMatchObject({ refused: 'DAY_LIMIT' });
    expect(await pay(made, 'w:2', 400n)).toMatchObject(signed);
    expect(await pay(made, 'w:3', 1n)).toMatchObject({ refused: 'DAY_LIMIT' });
    local.setTime('2026-03-01T16:00:00.000Z');
    expect(await pay(made, 'w:3', 1000n)).toMatchObject(signed);
  });

  it('counts neither refused payments nor repeated or replaced ones', async () => {
    const made = await localPayments({ erc20: { perDay: '1000', perPayment: '900' } });
    const { local, payments } = made;
    expect(await pay(made, 'w:1', 901n)).toMatchObject({ refused: 'PAYMENT_LIMIT' });
    const first = payments.usdtPayment('w:2', { amount: 900n, nonce: 50 });
    const good = await payments.approved(first);
    const answer = await local.signer.sign(good);
    expect(await local.signer.sign(good)).toEqual(answer);
    const dearer = payments.usdtPayment('w:2', { amount: 900n, nonce: 50, maxFee: 2n * 10n ** 9n });
    expect(await local.signer.sign({ ...good, payload: dearer.payload })).toMatchObject({ line: 3 });
    expect(await pay(made, 'w:3', 100n)).toMatchObject(signed);
    expect(await pay(made, 'w:4', 1n)).toMatchObject({ refused: 'DAY_LIMIT' });
  });

  it('limits the cost of internal transfers, top-ups of gas included', async () => {
    const gas = 21_000n * 10n ** 9n;
    const { local, payments } = await localPayments({ erc20: { internalCostPerDay: `${2n * (gas + 5000n)}` } });
    // The first deposit address of the seed that every in-process signer has.
    const { about } = payments;
    const { evmKeys } = await import('@lode/chain-evm/keys');
    const keys = evmKeys(local.secrets.seed);
    expect(about.erc20?.extendedPublicKey).toBe(keys.extendedPublicKey);
    const topUp = (id: string, nonce: number, amount: bigint) =>
      local.signer.sign({
        kind: 'TOP_UP',
        id,
        network: 'ERC20',
        to: { branch: 'customer', index: 3 },
        payload: payments.usdtPayment('x:1', { usdt: undefined, nonce, amount, to: keys.ownAddress('customer', 3).key })
          .payload,
      });
    expect(await topUp('t:1', 1, 5000n)).toMatchObject(signed);
    expect(await topUp('t:2', 2, 5001n)).toMatchObject({ refused: 'DAY_LIMIT' });
    expect(await topUp('t:2', 2, 5000n)).toMatchObject(signed);
    local.setTime('2026-03-02T04:00:00.000Z');
    const sweep = {
      kind: 'SWEEP' as const,
      id: 's:1',
      network: 'ERC20' as const,
      from: { branch: 'customer' as const, index: 3 },
      payload: payments.usdtPayment('x:1', { nonce: 0, to: keys.ownAddress('house', 0).key, maxFee: 10n ** 8n })
        .payload,
    };
    expect(await local.signer.sign(sweep)).toMatchObject(signed);
  });
});

describe('the auto-approval policy', () => {
  it('signs small payments to known destinations, within its own daily limit', async () => {
    const made = await localPayments({ erc20: { autoApproval: { perPayment: '100', perDay: '150' } } });
    expect(await pay(made, 'withdrawal:1', 50n, true)).toMatchObject({ refused: 'AUTO_APPROVAL_POLICY' });
    expect(await pay(made, 'withdrawal:2', 5000n)).toMatchObject(signed);
    expect(await pay(made, 'withdrawal:3', 101n, true)).toMatchObject({ refused: 'PAYMENT_LIMIT' });
    expect(await pay(made, 'withdrawal:3', 100n, true)).toMatchObject(signed);
    expect(await pay(made, 'withdrawal:4', 51n, true)).toMatchObject({ refused: 'DAY_LIMIT' });
    expect(await pay(made, 'withdrawal:4', 50n, true)).toMatchObject(signed);
    // An auto-approved payment makes no destination known.
    expect(await pay(made, 'withdrawal:5', 1n, true, 'dd'.repeat(20))).toMatchObject({
      refused: 'AUTO_APPROVAL_POLICY',
    });
    expect(await pay(made, 'withdrawal:6', 5000n)).toMatchObject(signed);
  });

  it('knows no destination whose payments were all abandoned, also after a restart', async () => {
    const made = await localPayments({ erc20: { autoApproval: { perPayment: '100', perDay: '150' } } });
    const { local } = made;
    const unknown = { refused: 'AUTO_APPROVAL_POLICY', detail: expect.stringContaining('this destination') };
    for (const id of ['withdrawal:1', 'withdrawal:2']) expect(await pay(made, id, 5000n)).toMatchObject(signed);
    const shown = () => new History(local.journal.lines).paidTo('ERC20', receiver.ERC20);
    expect(shown()).toMatchObject({ count: 2, total: 10_000n });
    await local.signer.abandon('withdrawal:1', 'its nonce was used elsewhere');
    expect(shown()).toMatchObject({ count: 1, total: 5_000n });
    expect(await pay(made, 'withdrawal:3', 10n, true)).toMatchObject(signed);
    await local.signer.abandon('withdrawal:2', 'its nonce was used elsewhere');
    expect(await pay(made, 'withdrawal:4', 10n, true)).toMatchObject(unknown);
    await local.restart();
    expect(await pay(made, 'withdrawal:4', 10n, true)).toMatchObject(unknown);
    expect(await pay(made, 'withdrawal:5', 5000n)).toMatchObject(signed);
    expect(await pay(made, 'withdrawal:4', 10n, true)).toMatchObject(signed);
  });

  it('pays no other payment than a withdrawal, whatever it is named', async () => {
    const made = await localPayments({ erc20: { autoApproval: { perPayment: '100', perDay: '150' } } });
    expect(await pay(made, 'withdrawal:1', 5000n)).toMatchObject(signed);
    for (const id of ['treasury:1', 'w:2', 'withdrawals:2'])
      expect(await pay(made, id, 50n, true)).toMatchObject({ refused: 'AUTO_APPROVAL_POLICY' });
    expect(await pay(made, 'withdrawal:2', 50n, true)).toMatchObject(signed);
  });

  it.each([
    ['its own bound', { feesPerDay: `${2n * usualFee}` }, {}],
    ['that of internal transfers, where it has none', {}, { internalCostPerDay: `${2n * usualFee}` }],
  ])('spends on network fees of a day no more than %s', async (_bound, own, limits) => {
    const autoApproval = { perPayment: '100', perDay: '1000000', ...own };
    const made = await localPayments({ erc20: { autoApproval, ...limits } });
    // Of those that people approved, none counts.
    expect(await pay(made, 'withdrawal:1', 5000n)).toMatchObject(signed);
    expect(await pay(made, 'withdrawal:2', 1n, true)).toMatchObject(signed);
    expect(await pay(made, 'withdrawal:3', 1n, true)).toMatchObject(signed);
    expect(await pay(made, 'withdrawal:4', 1n, true)).toMatchObject({ refused: 'DAY_LIMIT' });
    expect(await pay(made, 'withdrawal:4', 1n)).toMatchObject(signed);
  });

  it('reports an earlier signature also when it is off or approvals are missing', async () => {
    const made = await localPayments({});
    expect(await pay(made, 'withdrawal:1', 50n)).toMatchObject(signed);
    expect(await pay(made, 'withdrawal:1', 51n, true)).toMatchObject({ refused: 'SIGNED_DIFFERENTLY' });
    const other = await made.payments.approved(made.payments.usdtPayment('withdrawal:1', { amount: 51n }));
    const unapproved = { ...other, authorization: { kind: 'APPROVALS' as const, approvals: [] } };
    expect(await made.local.signer.sign(unapproved)).toMatchObject({ refused: 'SIGNED_DIFFERENTLY' });
    expect(
      await made.local.signer.sign({
        ...unapproved,
        approvalRequest: { ...unapproved.approvalRequest, paymentId: 'withdrawal:2' },
      }),
    ).toMatchObject({
      refused: 'APPROVALS',
    });
  });
});
