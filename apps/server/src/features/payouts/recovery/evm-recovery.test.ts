// A payment whose signature was lost goes on as it was signed; one that will never be signed is closed at the signer and returns.
// One that was signed and then abandoned at the signer returns only when the chain shows it conflicted.
// On a real anvil, with the real signer.
import { SignerUnavailable } from '@lode/signing';
import { afterEach, describe, expect, it } from 'vitest';
import { paymentFinaliser, paymentSigner } from '../../../platform/chains/payment-signer.ts';
import { fundedEvmTests } from '../../../testing/funded-evm-fixture.ts';
import { raiseFee } from '../../../testing/payout-deps.ts';
import type { Sign } from '../payout-ports.ts';

const world = fundedEvmTests({ paidIn: 1_000_000_000n });

afterEach(() => world.assertBooks());

async function fail(id: string): Promise<{ exit: number; failed: string }> {
  const names = '--by finance --approved-by approver --reason seen';
  const { exit, failed } = await world.ops('withdrawal:fail', `--id ${id} ${names}`);
  return { exit, failed: failed.join() };
}
const sign: Sign = (proof, unsigned) => paymentSigner(world.signer.client)(proof, unsigned);

/** Signed, and the response is lost: its id, and the bytes that may be elsewhere. */
async function signedUnheard(): Promise<{ id: string; signed: { txid: string; bytes: string } }> {
  const id = await world.approvedOne();
  let signed = { txid: '', bytes: '' };
  const unheard: Sign = async (proof, unsigned) => {
    const answer = await sign(proof, unsigned);
    if ('signed' in answer) signed = world.chain.finish(unsigned, answer.signed);
    throw new SignerUnavailable('no answer');
  };
  await world.payer({ sign: unheard }).tick(3);
  expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
  return { id, signed };
}

async function paymentIdOf(id: string): Promise<string> {
  const { rows } = await world.rows(
    'select approval_request as "approvalRequest" from withdrawal_review where withdrawal_id = $1 limit 1',
    id,
  );
  return (rows[0] as { approvalRequest: { paymentId: string } }).approvalRequest.paymentId;
}

/** A command at the signer's machine. */
async function release(id: string): Promise<void> {
  const args = ['--payment', await paymentIdOf(id), '--reason', 'it hangs'];
  expect(await world.signer.command('release', ...args)).toContain('is abandoned');
}

/** An older database knows nothing of its payment and its nonce. */
async function forget(id: string): Promise<void> {
  await world.rows('delete from withdrawal_payment where withdrawal_id = $1', id);
  await world.rows('delete from account_nonce where holder = $1', `withdrawal:${id}`);
}

async function paysAnother(): Promise<void> {
  const next = world.receiver();
  const id = await world.approved(world.payee, next, '20');
  await world.look(4);
  await world.mine(3);
  expect(await world.state(id)).toBe('SUCCESS');
  expect(await world.usdtOf(next)).toBe(17_000_000n);
}

/** Returned once, never paid, and the next payment is made. */
async function isReturned(id: string): Promise<void> {
  expect(await world.state(id)).toBe('FAILED');
  expect(await world.balance()).toBe(world.before);
  expect((await fail(id)).exit).toBe(1);
  await world.mine(2);
  expect(await world.balance()).toBe(world.before);
  expect(await world.usdtOf(world.address)).toBe(0n);
  await world.assertBooks();
  await paysAnother();
}

describe('signed, with the response lost', () => {
  it('while another party used its nonce: it is recorded as signed, and returns when it is conflicted', async () => {
    const { id } = await signedUnheard();
    await world.strange(await world.nonceNow());
    await world.payer().tick(1);
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await world.mine(4);
    expect(await world.state(id)).toBe('IN_PAYMENT');
    expect(await fail(id)).toMatchObject({ exit: 0 });
    await isReturned(id);
  });

  /** The signer has signed another payment of it than the one that is built now. */
  async function signedOtherwise(): Promise<string> {
    const { id } = await signedUnheard();
    const nonce = await world.nonceNow();
    await forget(id);
    await world.rows(
      `insert into account_nonce (address_key, nonce, holder, usdt, wei) values ($1, $2, 'withdrawal:999999', 0, 0)`,
      world.hot.key,
      nonce,
    );
    return id;
  }

  it('and missing from a restored database: the signed payment is made once', async () => {
    const id = await signedOtherwise();
    const nonce = await world.nonceNow();
    await world.look(3);
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await world.mine(3);
    await world.expectPaid(id);
    expect(await world.nonceNow()).toBe(nonce + 1);
    await world.assertBooks();
    await paysAnother();
  });

  it('and missing from a restored database: two people who end it learn that it was signed', async () => {
    const id = await signedOtherwise();
    expect(await fail(id)).toEqual({ exit: 1, failed: expect.stringContaining('was signed') });
    await world.look(2);
    await world.mine(3);
    await world.expectPaid(id);
  });

  it('would wait without end if the journal of the signer were not read (broken control)', async () => {
    const id = await signedOtherwise();
    await world.payer().tick(4);
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(world.alerts.at(-1)).toContain('signed with another input');
    await world.payer({ finalise: paymentFinaliser(world.signer.client) }).tick(2);
    await world.look();
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
  });
});

describe('signed with the response lost, and abandoned at the signer', () => {
  /** Its signature stays valid, and anyone who has its bytes can broadcast them. */
  async function signedAndReleased(): ReturnType<typeof signedUnheard> {
    const payment = await signedUnheard();
    await release(payment.id);
    expect(await world.state(payment.id)).toBe('APPROVAL_TO_BE_SIGNED');
    return payment;
  }

  async function isPaid(id: string): Promise<void> {
    await world.look();
    await world.mine(4);
    await world.expectPaid(id);
    expect((await fail(id)).exit).toBe(1);
  }

  it('is confirmed, not returned, when it is in a block', async () => {
    const { id, signed } = await signedAndReleased();
    expect(await world.chain.broadcast(signed)).toMatchObject({ accepted: true });
    await world.mine(4);
    expect(await fail(id)).toEqual({ exit: 1, failed: expect.stringContaining('was signed') });
    await isPaid(id);
    expect(await world.record(world.payee, id)).toMatchObject({ txid: signed.txid });
  });

  it('is broadcast, not returned, while its bytes are valid', async () => {
    const { id } = await signedAndReleased();
    expect(await fail(id)).toEqual({ exit: 1, failed: expect.stringContaining('was signed') });
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await isPaid(id);
  });

  it('returns once when its nonce was used elsewhere for good', async () => {
    const { id } = await signedAndReleased();
    await world.strange(await world.nonceNow());
    expect((await fail(id)).exit).toBe(1);
    expect(await fail(id)).toMatchObject({ exit: 1, failed: expect.stringContaining('can still be paid') });
    await world.mine(4);
    expect((await fail(id)).exit).toBe(0);
    expect(await world.state(id)).toBe('FAILED');
    expect(await world.balance()).toBe(world.before);
    expect(await world.usdtOf(world.address)).toBe(0n);
  });

  it('and its nonce signed for another payment: it returns when that one is final, and never before', async () => {
    const { id } = await signedAndReleased();
    // Its nonce is given on.
    await forget(id);
    const next = world.receiver();
    const other = await world.approved(world.payee, next, '20');
    let looks = 0;
    // The first payment of a round is the abandoned one: its signature comes too late.
    const { tick } = world.payer({
      openChain: async (network) => (looks++ === 0 ? { closed: 'not now' } : world.nodes.open(network)),
    });
    for (let round = 0; round < 4; round += 1) {
      looks = 0;
      await tick();
    }
    const owner = await world.rows('select holder from account_nonce where nonce = $1', await world.nonceNow());
    expect(owner.rows).toEqual([{ holder: `withdrawal:${other}` }]);
    expect(await fail(id)).toMatchObject({ exit: 1, failed: expect.stringContaining('belong to another payment') });
    // Blocks come faster here than on any chain: a search goes back no further than what can have been mined since.
    world.app.clock.advance({ minutes: 1 });
    await world.mine(4);
    expect(await world.state(other)).toBe('SUCCESS');
    expect((await fail(id)).exit).toBe(0);
    expect(await world.state(id)).toBe('FAILED');
    expect(await world.usdtOf(world.address)).toBe(0n);
  });
});

it.each([
  ['known to the signer', async () => undefined],
  ['abandoned at the signer', release],
])('a fee bump %s and missing from a restored database may be what paid: nothing returns', async (_where, disturb) => {
  const id = await world.approvedOne();
  await world.look(4);
  const restoreFee = raiseFee(world.chain);
  world.app.clock.advance({ minutes: 10 });
  await world.look();
  restoreFee();
  const { txid } = await world.record(world.payee, id);
  await disturb(id);
  await world.rows('alter table withdrawal_payment disable trigger withdrawal_payment_kept');
  await world.rows('delete from withdrawal_payment where withdrawal_id = $1 and attempt = 1', id);
  await world.rows('alter table withdrawal_payment enable trigger withdrawal_payment_kept');
  await world.mine(4);
  expect(await world.state(id)).toBe('IN_PAYMENT');
  expect(await fail(id)).toEqual({ exit: 1, failed: expect.stringContaining('more of withdrawal') });
  await world.look();
  expect(await world.record(world.payee, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid });
  expect(await world.usdtOf(world.address)).toBe(47_000_000n);
});

describe('never signed', () => {
  const refusing: Sign = async () => ({ outcome: 'DENIED_FOR_NOW', reason: 'above the limit of the day' });

  it('a payment is ended by two people, and everything returns once', async () => {
    const id = await world.approvedOne();
    await world.payer({ sign: refusing }).tick(3);
    const alone = await world.ops('withdrawal:fail', `--id ${id} --by finance --reason seen`);
    expect(alone.printed.join()).toMatch(/^proposed as \d+: .* if the signer has signed nothing of it/);
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(await fail(id)).toMatchObject({ exit: 0 });
    await isReturned(id);
  });

  it('a request that is on its way while two people end it gets no signature', async () => {
    const id = await world.approvedOne();
    await world.payer({ sign: refusing }).tick(2);
    const answers: unknown[] = [];
    const { tick } = world.payer({
      async sign(proof, unsigned) {
        expect(await fail(id)).toMatchObject({ exit: 0 });
        const answer = await sign(proof, unsigned);
        answers.push(answer);
        return answer;
      },
    });
    await tick();
    expect(answers).toEqual([
      expect.objectContaining({ outcome: 'UNDETERMINED', reason: expect.stringContaining('abandoned or finalised') }),
    ]);
    await isReturned(id);
  });

  it('a request that is answered while two people end it is paid, and they learn that', async () => {
    const id = await world.approvedOne();
    await world.payer({ sign: refusing }).tick(2);
    const { tick } = world.payer({
      async sign(proof, unsigned) {
        const answer = await sign(proof, unsigned);
        expect((await fail(id)).failed).toContain('was signed');
        return answer;
      },
    });
    await tick();
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await world.look();
    await world.mine(3);
    await world.expectPaid(id);
  });

  it('ends nothing while the signer is unavailable', async () => {
    const id = await world.approvedOne();
    await world.payer({ sign: refusing }).tick(3);
    await world.signer.pause(async () => {
      expect(await fail(id)).toEqual({ exit: 1, failed: expect.stringContaining('no response') });
    });
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(await fail(id)).toMatchObject({ exit: 0 });
    await isReturned(id);
  });

  it('that two people end while it is built keeps nothing that others wait for', async () => {
    const id = await world.approvedOne();
    const build = world.chain.build.bind(world.chain);
    world.chain.build = async (order) => {
      world.chain.build = build;
      const unsigned = await build(order);
      expect(await fail(id)).toMatchObject({ exit: 0 });
      return unsigned;
    };
    await world.payer().tick(3);
    expect((await world.rows('select holder from account_nonce where holder = $1', `withdrawal:${id}`)).rows).toEqual(
      [],
    );
    await isReturned(id);
  });

  it('a payment abandoned at the signer is not ended by the worker alone', async () => {
    const id = await world.approvedOne();
    await world.payer({ sign: refusing }).tick(3);
    await world.signer.client.finalise(await paymentIdOf(id));
    await world.look(3);
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(await fail(id)).toMatchObject({ exit: 0 });
    await isReturned(id);
  });
});

it('waits while the fee is above the approved cap, and requests no signature', async () => {
  const { feeRate } = world.chain;
  const asked: string[] = [];
  world.chain.feeRate = async () => ({
    unit: 'WEI_PER_GAS',
    maxFee: 300n * 10n ** 9n,
    maxPriorityFee: 10n ** 9n,
  });
  const build = world.chain.build.bind(world.chain);
  const caps: (bigint | undefined)[] = [];
  world.chain.build = (order) => {
    caps.push(order.maxFee);
    return build({ ...order, ...(order.maxFee !== undefined && { maxFee: order.maxFee / 10n }) });
  };
  const id = await world.approvedOne();
  const { tick } = world.payer({
    sign: (proof, unsigned) => {
      asked.push(unsigned.payload);
      return sign(proof, unsigned);
    },
  });
  for (let round = 0; round < 4; round += 1) await tick();
  world.chain.build = build;
  expect(caps.at(-1)).toBe(45_000_000_000_000_000n);
  expect(asked).toEqual([]);
  expect(world.alerts.at(-1)).toContain("the network's fee is above what was approved");
  expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
  world.chain.feeRate = feeRate;
  await world.look(3);
  await world.mine(3);
  expect(await world.state(id)).toBe('SUCCESS');
});

it('requests no fee above the approved cap, and the payment keeps waiting', async () => {
  const id = await world.approvedOne();
  await world.look(4);
  const restoreFee = raiseFee(world.chain);
  const bump = world.chain.bump.bind(world.chain);
  world.chain.bump = (previous, rate, maxFee) => bump(previous, rate, maxFee && maxFee / 100n);
  world.app.clock.advance({ minutes: 10 });
  const asked: string[] = [];
  const { tick } = world.payer({
    sign: (proof, unsigned) => {
      asked.push(unsigned.payload);
      return sign(proof, unsigned);
    },
  });
  await tick();
  await tick();
  expect(asked).toEqual([]);
  world.chain.bump = bump;
  await tick();
  expect(asked).toHaveLength(1);
  restoreFee();
  await world.mine(3);
  await world.expectPaid(id);
});
