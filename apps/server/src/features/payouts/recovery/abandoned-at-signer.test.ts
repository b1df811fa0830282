// Signed, then abandoned at the signer: the signature stays valid, and anyone who has its bytes can broadcast them. The amount
// returns only when the chain shows the payment conflicted. On a real anvil, with the real signer.
import { SignerUnavailable } from '@lode/signing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentSigner } from '../../../platform/chains/payment-signer.ts';
import { type FundedEvmWorld, startFundedEvmWorld } from '../../../testing/funded-evm-fixture.ts';
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
afterEach(() => world.assertBooks());

const fail = async (id: string) => {
  const names = '--by finance --approved-by approver --reason seen';
  const { exit, failed } = await world.ops('withdrawal:fail', `--id ${id} ${names}`);
  return { exit, failed: failed.join() };
};

/** What a person does at the signer's machine. */
async function release(id: string): Promise<void> {
  const { rows: found } = await world.rows(
    'select statement from withdrawal_review where withdrawal_id = $1 limit 1',
    id,
  );
  const { paymentId } = (found[0] as { statement: { paymentId: string } }).statement;
  expect(await world.signer.command('release', '--payment', paymentId, '--reason', 'it hangs')).toContain(
    'is abandoned',
  );
}

/** Signed with the response lost, and abandoned at the signer: its id, and the bytes that may be elsewhere. */
async function signedAndReleased(): Promise<{ id: string; signed: { txid: string; bytes: string } }> {
  const id = await world.approved(world.payee, address, '50');
  let signed = { txid: '', bytes: '' };
  const unheard: Sign = async (proof, unsigned) => {
    const answer = await paymentSigner(world.signer.client)(proof, unsigned);
    if ('signed' in answer) signed = world.chain.finish(unsigned, answer.signed);
    throw new SignerUnavailable('no answer');
  };
  const { tick } = world.payer({ sign: unheard });
  for (let round = 0; round < 3; round += 1) await tick();
  await release(id);
  expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
  return { id, signed };
}

async function isPaid(id: string): Promise<void> {
  await world.look();
  await world.mine(4);
  expect(await world.state(id)).toBe('SUCCESS');
  expect(await world.usdtOf(address)).toBe(47_000_000n);
  expect((await fail(id)).exit).toBe(1);
}

describe('signed unheard, and given up at the signer', () => {
  it('is not returned when it is in a block: it is settled as the payment that it is', { timeout: start }, async () => {
    const { id, signed } = await signedAndReleased();
    expect(await world.chain.broadcast(signed)).toMatchObject({ accepted: true });
    await world.mine(4);
    expect(await fail(id)).toEqual({ exit: 1, failed: expect.stringContaining('was signed') });
    await isPaid(id);
    expect(await world.record(world.payee, id)).toMatchObject({ txid: signed.txid });
  });

  it('is not returned while its bytes can be sent: it goes out', { timeout: start }, async () => {
    const { id } = await signedAndReleased();
    expect(await fail(id)).toEqual({ exit: 1, failed: expect.stringContaining('was signed') });
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await isPaid(id);
  });

  it('returns once when its nonce was used elsewhere for good', { timeout: start }, async () => {
    const { id } = await signedAndReleased();
    await world.strange(await world.nonceNow());
    expect((await fail(id)).exit).toBe(1);
    expect(await fail(id)).toMatchObject({ exit: 1, failed: expect.stringContaining('can still be paid') });
    await world.mine(4);
    expect((await fail(id)).exit).toBe(0);
    expect(await world.state(id)).toBe('FAILED');
    expect(await world.balance()).toBe(before);
    expect(await world.usdtOf(address)).toBe(0n);
  });

  it('and its nonce signed for another payment: it returns when that one is final, and never before', {
    timeout: start,
  }, async () => {
    const { id } = await signedAndReleased();
    // An older database knows nothing of it, and gives its nonce on.
    await world.rows('delete from withdrawal_payment where withdrawal_id = $1', id);
    await world.rows('delete from account_nonce where holder = $1', `withdrawal:${id}`);
    const next = world.receiver();
    const other = await world.approved(world.payee, next, '20');
    let looks = 0;
    // The first of a look is the one that was given up: it comes too late.
    const { tick } = world.payer({
      openChain: async (network) => (looks++ === 0 ? { closed: 'not now' } : world.nodes.open(network)),
    });
    for (let round = 0; round < 4; round += 1) {
      looks = 0;
      await tick();
    }
    const owner = await world.rows('select holder from account_nonce where nonce = $1', await world.nonceNow());
    expect(owner.rows).toEqual([{ holder: `withdrawal:${other}` }]);
    expect(await fail(id)).toMatchObject({ exit: 1, failed: expect.stringContaining("another payment's by now") });
    // Blocks come faster here than on any chain: a search goes back no further than what can have been mined since.
    world.app.clock.advance({ minutes: 1 });
    await world.mine(4);
    expect(await world.state(other)).toBe('SUCCESS');
    expect((await fail(id)).exit).toBe(0);
    expect(await world.state(id)).toBe('FAILED');
    expect(await world.usdtOf(address)).toBe(0n);
  });
});

it('a higher fee that was given up at the signer and that an older database knows nothing of may be what paid', {
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
  await release(id);
  await world.rows('alter table withdrawal_payment disable trigger withdrawal_payment_kept');
  await world.rows('delete from withdrawal_payment where withdrawal_id = $1 and attempt = 1', id);
  await world.rows('alter table withdrawal_payment enable trigger withdrawal_payment_kept');
  await world.mine(4);
  expect(await fail(id)).toEqual({ exit: 1, failed: expect.stringContaining('more of withdrawal') });
  await world.look();
  expect(await world.record(world.payee, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid });
  expect(await world.usdtOf(address)).toBe(47_000_000n);
});
