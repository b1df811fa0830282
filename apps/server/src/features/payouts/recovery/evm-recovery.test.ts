// A payment whose signature was lost goes on as it was signed; one that will never be signed is closed at the signer and returns.
// On a real anvil, with the real signer.
import { SignerUnavailable } from '@lode/signing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentFinaliser, paymentSigner } from '../../../platform/chains/payment-signer.ts';
import { type FundedEvmWorld, startFundedEvmWorld } from '../../../testing/funded-evm-fixture.ts';
import type { PayoutOverrides } from '../../../testing/payout-deps.ts';
import type { Sign } from '../payout-ports.ts';

const start = 120_000;
let world: FundedEvmWorld;
let address: string;
let before: string | undefined;

beforeAll(async () => {
  world = await startFundedEvmWorld({ paidIn: 1_000_000_000n });
}, start);
afterAll(() => world?.stop(), start);
beforeEach(async () => {
  address = world.receiver();
  before = await world.balance();
});

const fail = (id: string) =>
  world.ops('withdrawal:fail', `--id ${id} --by finance --approved-by approver --reason seen`);
const sign: Sign = (proof, unsigned) => paymentSigner(world.signer.client)(proof, unsigned);
/** Signs, and the response is lost. */
const unheard: Sign = async (proof, unsigned) => {
  await sign(proof, unsigned);
  throw new SignerUnavailable('no answer');
};

async function ticked(rounds: number, broken: Partial<PayoutOverrides>): Promise<void> {
  const { tick } = world.payer(broken);
  for (let round = 0; round < rounds; round += 1) await tick();
}

async function paysAnother(): Promise<void> {
  const next = world.receiver();
  const id = await world.approved(world.payee, next, '20');
  for (let round = 0; round < 4; round += 1) await world.look();
  await world.mine(3);
  expect(await world.state(id)).toBe('SUCCESS');
  expect(await world.usdtOf(next)).toBe(17_000_000n);
}

/** Returned once, never paid, and the next payment is made. */
async function isReturned(id: string): Promise<void> {
  expect(await world.state(id)).toBe('FAILED');
  expect(await world.balance()).toBe(before);
  expect((await fail(id)).exit).toBe(1);
  await world.mine(2);
  expect(await world.balance()).toBe(before);
  expect(await world.usdtOf(address)).toBe(0n);
  await world.assertBooks();
  await paysAnother();
  await world.assertBooks();
}

describe('signed, with the response lost', () => {
  it('while a stranger used its nonce: it is known as signed, and returns when it is lost for good', {
    timeout: start,
  }, async () => {
    const id = await world.approved(world.payee, address, '50');
    await ticked(3, { sign: unheard });
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    await world.strange(await world.nonceNow());
    await ticked(1, {});
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await world.mine(4);
    expect(await world.state(id)).toBe('IN_PAYMENT');
    expect(await fail(id)).toMatchObject({ exit: 0 });
    await isReturned(id);
  });

  /** The signer has signed another payment of it than the one that is built now. */
  async function signedOtherwise(): Promise<string> {
    const id = await world.approved(world.payee, address, '50');
    await ticked(3, { sign: unheard });
    const nonce = await world.nonceNow();
    await world.rows('delete from withdrawal_payment where withdrawal_id = $1', id);
    await world.rows('delete from account_nonce where holder = $1', `withdrawal:${id}`);
    await world.rows(
      `insert into account_nonce (address_key, nonce, holder, usdt, wei) values ($1, $2, 'withdrawal:999999', 0, 0)`,
      world.hot.key,
      nonce,
    );
    return id;
  }

  it('and an older database knows nothing of it: what was signed is paid, once', { timeout: start }, async () => {
    const id = await signedOtherwise();
    const nonce = await world.nonceNow();
    for (let round = 0; round < 3; round += 1) await world.look();
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
    expect(await world.usdtOf(address)).toBe(47_000_000n);
    expect(await world.nonceNow()).toBe(nonce + 1);
    await world.assertBooks();
    await paysAnother();
  });

  it('and an older database knows nothing of it: people who end it learn that it was signed', {
    timeout: start,
  }, async () => {
    const id = await signedOtherwise();
    const { exit, failed } = await fail(id);
    expect([exit, failed.join()]).toEqual([1, expect.stringContaining('was signed')]);
    for (let round = 0; round < 2; round += 1) await world.look();
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
    expect(await world.usdtOf(address)).toBe(47_000_000n);
    await world.assertBooks();
  });

  it('would wait without end if the journal of the signer were not read (broken control)', {
    timeout: start,
  }, async () => {
    const id = await signedOtherwise();
    await ticked(4, {});
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(world.alerts.at(-1)).toContain('signed with another input');
    await ticked(2, { close: paymentFinaliser(world.signer.client) });
    await world.look();
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
    await world.assertBooks();
  });
});

it('a higher fee that an older database knows nothing of may be what paid: nothing returns', {
  timeout: start,
}, async () => {
  const id = await world.approved(world.payee, address, '50');
  for (let round = 0; round < 4; round += 1) await world.look();
  const { feeRate } = world.chain;
  world.chain.feeRate = async () => ({ unit: 'WEI_PER_GAS', maxFee: 40n * 10n ** 9n, maxPriorityFee: 4n * 10n ** 9n });
  world.app.clock.advance({ minutes: 10 });
  await world.look();
  world.chain.feeRate = feeRate;
  const { txid } = await world.record(world.payee, id);
  await world.rows('alter table withdrawal_payment disable trigger withdrawal_payment_kept');
  await world.rows('delete from withdrawal_payment where withdrawal_id = $1 and attempt = 1', id);
  await world.rows('alter table withdrawal_payment enable trigger withdrawal_payment_kept');
  await world.mine(4);
  expect(await world.state(id)).toBe('IN_PAYMENT');
  const { exit, failed } = await fail(id);
  expect([exit, failed.join()]).toEqual([1, expect.stringContaining('more of withdrawal')]);
  await world.look();
  expect(await world.record(world.payee, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid });
  expect(await world.usdtOf(address)).toBe(47_000_000n);
  await world.assertBooks();
});

describe('never signed', () => {
  const refusing: Sign = async () => ({ outcome: 'DENIED_FOR_NOW', reason: 'above the limit of the day' });

  it('a payment is ended by two people, and everything returns once', { timeout: start }, async () => {
    const id = await world.approved(world.payee, address, '50');
    await ticked(3, { sign: refusing });
    expect(await world.ops('withdrawal:fail', `--id ${id} --by finance --reason seen`)).toMatchObject({ exit: 1 });
    expect(await fail(id)).toMatchObject({ exit: 0 });
    await isReturned(id);
  });

  it('a request that is on its way while two people end it gets no signature', { timeout: start }, async () => {
    const id = await world.approved(world.payee, address, '50');
    await ticked(2, { sign: refusing });
    const answers: unknown[] = [];
    await ticked(1, {
      async sign(proof, unsigned) {
        expect(await fail(id)).toMatchObject({ exit: 0 });
        const answer = await sign(proof, unsigned);
        answers.push(answer);
        return answer;
      },
    });
    expect(answers).toEqual([
      expect.objectContaining({ outcome: 'UNDETERMINED', reason: expect.stringContaining('abandoned or finalised') }),
    ]);
    await isReturned(id);
  });

  it('a request that is answered while two people end it is paid, and they learn that', {
    timeout: start,
  }, async () => {
    const id = await world.approved(world.payee, address, '50');
    await ticked(2, { sign: refusing });
    const { tick } = world.payer({
      async sign(proof, unsigned) {
        const answer = await sign(proof, unsigned);
        expect((await fail(id)).failed.join()).toContain('was signed');
        return answer;
      },
    });
    await tick();
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await world.look();
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
    expect(await world.usdtOf(address)).toBe(47_000_000n);
    await world.assertBooks();
  });

  it('nothing is ended while the signer gives no answer', { timeout: start }, async () => {
    const id = await world.approved(world.payee, address, '50');
    await ticked(3, { sign: refusing });
    await world.signer.pause(async () => {
      const { exit, failed } = await fail(id);
      expect([exit, failed.join()]).toEqual([1, expect.stringContaining('no response')]);
    });
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(await fail(id)).toMatchObject({ exit: 0 });
    await isReturned(id);
  });

  it('that two people end while it is built keeps nothing that others wait for', { timeout: start }, async () => {
    const id = await world.approved(world.payee, address, '50');
    const build = world.chain.build.bind(world.chain);
    world.chain.build = async (order) => {
      world.chain.build = build;
      const unsigned = await build(order);
      expect(await fail(id)).toMatchObject({ exit: 0 });
      return unsigned;
    };
    await ticked(3, {});
    expect((await world.rows('select holder from account_nonce where holder = $1', `withdrawal:${id}`)).rows).toEqual(
      [],
    );
    await isReturned(id);
  });

  it('that was given up at the signer is no matter of a worker alone', { timeout: start }, async () => {
    const id = await world.approved(world.payee, address, '50');
    await ticked(3, { sign: refusing });
    const { rows: found } = await world.rows(
      'select statement from withdrawal_review where withdrawal_id = $1 limit 1',
      id,
    );
    await world.signer.client.finalise((found[0] as { statement: { paymentId: string } }).statement.paymentId);
    for (let round = 0; round < 3; round += 1) await world.look();
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(await fail(id)).toMatchObject({ exit: 0 });
    await isReturned(id);
  });
});

it('waits while the fee is above the approved cap, and requests no signature', { timeout: start }, async () => {
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
  const id = await world.approved(world.payee, address, '50');
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
  for (let round = 0; round < 3; round += 1) await world.look();
  await world.mine(3);
  expect(await world.state(id)).toBe('SUCCESS');
  await world.assertBooks();
});

it('a higher fee than was approved is not asked for, and the payment goes on waiting', { timeout: start }, async () => {
  const id = await world.approved(world.payee, address, '50');
  for (let round = 0; round < 4; round += 1) await world.look();
  const { feeRate } = world.chain;
  const bump = world.chain.bump.bind(world.chain);
  world.chain.feeRate = async () => ({ unit: 'WEI_PER_GAS', maxFee: 40n * 10n ** 9n, maxPriorityFee: 4n * 10n ** 9n });
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
  world.chain.feeRate = feeRate;
  await world.mine(3);
  expect(await world.state(id)).toBe('SUCCESS');
  expect(await world.usdtOf(address)).toBe(47_000_000n);
  await world.assertBooks();
});
