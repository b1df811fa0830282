// USDT all the way on a real anvil, with the real signer: each payment uses up one nonce and is paid once, however it is
// disturbed, and custody is what the node says after each of them.
import { describe, expect, it } from 'vitest';
import { paymentSigner } from '../../platform/chains/payment-signer.ts';
import { fundedEvmTests } from '../../testing/funded-evm-fixture.ts';
import { endAt, failpointsFromSigning, raiseFee } from '../../testing/payout-deps.ts';

const world = fundedEvmTests({ paidIn: 3_000_000_000n });

/** Out, and not in a block. */
async function sent(): Promise<string> {
  const id = await world.approvedOne();
  await world.look(4);
  expect(await world.state(id)).toBe('IN_PAYMENT');
  return id;
}

/** Signed and stored, not broadcast yet. */
async function signedOnly(): Promise<string> {
  const id = await world.approvedOne();
  await endAt('sign:committed', world.payer);
  return id;
}

describe('a payment', () => {
  it('is final after its confirmations, amount and txid as reported, and custody is equal at every block', async () => {
    await world.assertBooks();
    const nonce = await world.nonceNow();
    const id = await sent();
    await world.assertBooks();
    for (let block = 1; block <= 3; block += 1) {
      await world.mine();
      await world.assertBooks();
      expect(await world.state(id)).toBe(block < 3 ? 'IN_PAYMENT' : 'SUCCESS');
    }
    expect(await world.usdtOf(world.address)).toBe(47_000_000n);
    expect(await world.nonceNow()).toBe(nonce + 1);
    const { txid } = await world.record(world.payee, id);
    const receipt = await world.anvil.ask('eth_getTransactionReceipt', txid);
    expect(receipt).toMatchObject({ status: '0x1', to: world.anvil.usdt.toLowerCase() });
  });

  it('is offered where it can be made, and nowhere else', async () => {
    const { coins } = await world.app.data('coinSettings', {}, world.payee.caller);
    const enabled = coins.flatMap(({ networks }) => networks.map((one) => `${one.network} ${one.enabled}`));
    expect(enabled.sort()).toEqual(['BITCOIN false', 'ERC20 true']);
  });

  it('to the hot wallet itself is refused: it is an address of the product', async () => {
    await expect(world.approved(world.payee, world.hot.address, '50')).rejects.toThrow('40003');
  });

  it.each(failpointsFromSigning)('killed at %s is paid once, with one nonce', async (point) => {
    const nonce = await world.nonceNow();
    const id = await world.approvedOne();
    await endAt(point, world.payer, () => world.anvil.mine());
    await world.look(4);
    await world.mine(4);
    await world.expectPaid(id);
    expect(await world.nonceNow()).toBe(nonce + 1);
    await world.assertBooks();
  });

  it('of four workers at once is one, and several of them have a nonce each', async () => {
    const addresses = [world.receiver(), world.receiver(), world.receiver()];
    const nonce = await world.nonceNow();
    const ids: string[] = [];
    for (const address of addresses) ids.push(await world.approved(world.payee, address, '20'));
    const workers = Array.from({ length: 4 }, () => world.payer());
    for (let round = 0; round < 8; round += 1)
      await Promise.all(workers.map(({ tick }) => tick().catch(() => undefined)));
    await world.mine(4);
    for (const id of ids) expect(await world.state(id)).toBe('SUCCESS');
    for (const address of addresses) expect(await world.usdtOf(address)).toBe(17_000_000n);
    expect(await world.nonceNow()).toBe(nonce + 3);
    await world.assertBooks();
  });

  it('that waits for a block is offered at a higher fee with the same nonce, and paid once', async () => {
    const nonce = await world.nonceNow();
    const id = await sent();
    const first = await world.record(world.payee, id);
    const restoreFee = raiseFee(world.chain);
    await world.look();
    expect((await world.record(world.payee, id)).txid).toBe(first.txid);
    world.app.clock.advance({ minutes: 10 });
    await world.look();
    const bumped = await world.record(world.payee, id);
    expect(bumped.txid).not.toBe(first.txid);
    restoreFee();
    await world.mine(3);
    expect(await world.record(world.payee, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid: bumped.txid });
    expect(await world.usdtOf(world.address)).toBe(47_000_000n);
    expect(await world.nonceNow()).toBe(nonce + 1);
    await world.assertBooks();
  });

  it('that a reorganisation removes before it is final is sent again, the same bytes', async () => {
    const id = await sent();
    const { txid } = await world.record(world.payee, id);
    await world.mine(2);
    await world.anvil.reorganise(2, 3);
    await world.look();
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await world.assertBooks();
    await world.look();
    await world.mine(4);
    expect(await world.record(world.payee, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid });
    expect(await world.usdtOf(world.address)).toBe(47_000_000n);
    await world.assertBooks();
  });

  it('that a reorganisation removes after it was posted is sent again, the same bytes', async () => {
    const id = await sent();
    const { txid } = await world.record(world.payee, id);
    await world.mine(4);
    expect(await world.state(id)).toBe('SUCCESS');
    await world.anvil.reorganise(4, 5);
    expect(await world.usdtOf(world.address)).toBe(0n);
    await world.look();
    await world.look();
    await world.mine(4);
    expect(await world.record(world.payee, id)).toMatchObject({ thirdStatus: 'SUCCESS', txid });
    expect(await world.usdtOf(world.address)).toBe(47_000_000n);
    await world.assertBooks();
  });
});

describe('a transaction in a block that has not paid', () => {
  const codeOf = (address: string) => world.anvil.ask('eth_getCode', address, 'latest');
  /** Calls another contract with what it was called with, and succeeds: `Transfer` comes from there. */
  const passesOnTo = (contract: string) => `0x3660006000376000600036600060007${`3${contract.slice(2)}`}5af15000`;

  interface Failure {
    disturb: () => Promise<void>;
    repair: () => Promise<void>;
    /** Returned by itself, else by two people. */
    isByItself: boolean;
  }

  async function fails({ disturb, repair, isByItself }: Failure): Promise<void> {
    const id = await signedOnly();
    await disturb();
    await world.look();
    await world.mine(2);
    expect(await world.state(id)).toBe('IN_PAYMENT');
    const fail = () => world.ops('withdrawal:fail', `--id ${id} --by finance --approved-by approver --reason looked`);
    expect(await fail()).toMatchObject({ exit: 1 });
    await world.mine();
    if (!isByItself) {
      expect(await world.state(id)).toBe('IN_PAYMENT');
      expect(await fail()).toMatchObject({ exit: 0 });
    }
    expect(await world.state(id)).toBe('FAILED');
    expect(await fail()).toMatchObject({ exit: 1 });
    await repair();
    await world.mine(2);
    expect(await world.state(id)).toBe('FAILED');
    expect(await world.balance()).toBe(world.before);
    expect(await world.usdtOf(world.address)).toBe(0n);
    const back = await world.app.data('ledgerPage', { type: 'WITHDRAW_RETURN' }, world.payee.caller);
    expect(back.records[0]).toMatchObject({ amount: '50.000000' });
    await world.assertBooks();
  }

  it.each([true, false])(
    'as the token was paused returns everything once; its gas is paid (second node: %s)',
    async (isByItself) => {
      const { anvil, chain, second } = world;
      const pause = async (isPaused: boolean) => {
        await anvil.call(anvil.usdt, 'setPaused(bool)', isPaused);
        await world.mine();
      };
      const records = async () =>
        (await world.app.data('ledgerPage', { type: 'WITHDRAW_RETURN' }, world.payee.caller)).records.length;
      const before = await records();
      if (isByItself) second.ERC20 = chain;
      await fails({ disturb: () => pause(true), repair: () => pause(false), isByItself });
      delete second.ERC20;
      expect(await records()).toBe(before + 1);
    },
  );

  it('status 1 without a Transfer of the token is no payment: two people return it', async () => {
    const { anvil } = world;
    const code = await codeOf(anvil.usdt);
    await fails({
      // Accepts every call, and does nothing.
      disturb: async () => void (await anvil.ask('anvil_setCode', anvil.usdt, '0x00')),
      repair: async () => void (await anvil.ask('anvil_setCode', anvil.usdt, code)),
      isByItself: false,
    });
  });

  it('status 1 with a Transfer of another contract is no payment: two people return it', async () => {
    const { anvil } = world;
    const code = await codeOf(anvil.usdt);
    const fake = await anvil.deploy('FakeUsdt');
    await fails({
      disturb: async () => void (await anvil.ask('anvil_setCode', anvil.usdt, passesOnTo(fake))),
      repair: async () => void (await anvil.ask('anvil_setCode', anvil.usdt, code)),
      isByItself: false,
    });
  });
});

describe('a nonce that was used from outside', () => {
  it('before the payment is built is passed over', async () => {
    const nonce = await world.nonceNow();
    await world.strange(nonce);
    const id = await sent();
    await world.mine(3);
    await world.expectPaid(id);
    expect(await world.nonceNow()).toBe(nonce + 2);
    await world.assertBooks();
  });

  it('after the payment was built, and before anybody signed it, makes it take another one', async () => {
    const nonce = await world.nonceNow();
    const id = await world.approvedOne();
    await endAt('sign:built', world.payer);
    await world.strange(nonce);
    await world.look(3);
    await world.mine(3);
    await world.expectPaid(id);
    expect(await world.nonceNow()).toBe(nonce + 2);
    await world.assertBooks();
  });

  it('after it was signed never makes a second payment: two people return it, when it is lost for good', async () => {
    const id = await signedOnly();
    await world.strange(await world.nonceNow());
    const fail = () => world.ops('withdrawal:fail', `--id ${id} --by finance --approved-by approver --reason lost`);
    expect(await fail()).toMatchObject({ exit: 1 });
    await world.look();
    await world.mine(5);
    expect(await world.state(id)).toBe('IN_PAYMENT');
    expect(await fail()).toMatchObject({ exit: 0 });
    expect(await fail()).toMatchObject({ exit: 1 });
    await world.mine(3);
    expect(await world.state(id)).toBe('FAILED');
    expect(await world.balance()).toBe(world.before);
    expect(await world.usdtOf(world.address)).toBe(0n);
    await world.assertBooks();
    const next = world.receiver();
    const other = await world.approved(world.payee, next, '50');
    await world.look(4);
    await world.mine(3);
    await world.expectPaid(other, next);
    await world.assertBooks();
  });

  it('of a payment that can still be mined is no reason to return it', async () => {
    const id = await sent();
    const { exit, failed } = await world.ops(
      'withdrawal:fail',
      `--id ${id} --by finance --approved-by approver --reason lost`,
    );
    expect([exit, failed.join()]).toEqual([1, expect.stringContaining('can still be paid')]);
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
  });
});

it('custody that knows nothing of what is in flight is another one (broken control)', async () => {
  const id = await sent();
  await world.mine(1);
  await world.assertBooks();
  await expect(world.assertBooks({ readUnposted: async () => [], readColdAddresses: async () => [] })).rejects.toThrow(
    'custody USDT',
  );
  await world.mine(2);
  expect(await world.state(id)).toBe('SUCCESS');
});

// The last: it leaves the world with a payment that the books do not know.
it('a payer whose nonce and bytes were not stored would pay twice (broken control)', async () => {
  const id = await world.approvedOne();
  const { hot, chain, anvil } = world;
  await endAt('broadcast:sent', world.payer);
  await anvil.mine();
  // A worker without a record of the payment builds another, with the next nonce.
  const check = chain.checkAddress(world.address);
  const nonce = await world.nonceNow();
  const twice = await chain.build({
    to: check.valid ? check.key : '',
    coin: 'USDT',
    amount: 47_000_000n,
    source: { kind: 'ACCOUNT', from: hot, nonce },
    rate: await chain.feeRate(),
  });
  if ('refused' in twice) throw new Error(twice.refused);
  // The signer has a memory of its own: it does not sign it.
  const proof = await world.app.slices.withdrawals.forPayouts.readApproval(world.app.database, BigInt(id));
  expect(await paymentSigner(world.signer.client)(proof, twice)).toMatchObject({
    outcome: 'SIGNED_DIFFERENTLY',
    reason: expect.stringContaining('with another input, nonce'),
  });
  await anvil.ask('anvil_impersonateAccount', hot.address);
  const data = `0xa9059cbb${(check.valid ? check.key : '').padStart(64, '0')}${47_000_000n.toString(16).padStart(64, '0')}`;
  const transaction = { from: hot.address, to: anvil.usdt, data, nonce: `0x${nonce.toString(16)}` };
  await anvil.ask('eth_sendTransaction', transaction);
  await world.mine(4);
  expect(await world.state(id)).toBe('SUCCESS');
  expect(await world.usdtOf(world.address)).toBe(94_000_000n);
  await expect(world.assertBooks()).rejects.toThrow('custody');
});
