// On a real anvil with the real signer: a payment that cannot be made now waits, delays no other, and reports what it waits for.
import { describe, expect, it } from 'vitest';
import { paymentSigner } from '../../platform/chains/payment-signer.ts';
import { fundedEvmTests } from '../../testing/funded-evm-fixture.ts';
import { endAt, endsAt } from '../../testing/payout-deps.ts';

const world = fundedEvmTests({ paidIn: 3_000_000_000n });

describe('a payment that cannot be signed now', () => {
  const freeze = () =>
    world.app.owner.query({
      text: `insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'r', now())`,
      values: [world.payee.id],
    });
  const lift = () => world.app.owner.query({ text: 'select lift_freeze($1, now())', values: [world.payee.id] });

  it.each([
    ['was not asked for', 'sign:built', 'APPROVAL_TO_BE_SIGNED'],
    ['was signed, and the response was lost', 'sign:answered', 'IN_PAYMENT'],
  ])(
    'waits and delays no other payment when its customer is frozen as it %s',

    async (_when, point, then) => {
      const [address, next] = [world.receiver(), world.receiver()];
      const nonce = await world.nonceNow();
      const id = await world.approved(world.payee, address, '50');
      await endAt(point, world.payer);
      await freeze();
      await world.look();
      expect(await world.state(id)).toBe(then);
      const other = await world.customer(40_000_000n);
      const otherId = await world.approved(other, next, '20');
      await world.look(4);
      await world.mine(3);
      expect((await world.record(other, otherId)).thirdStatus).toBe('SUCCESS');
      expect(await world.usdtOf(next)).toBe(17_000_000n);
      await lift();
      await world.look(4);
      await world.mine(3);
      expect(await world.state(id)).toBe('SUCCESS');
      expect(await world.usdtOf(address)).toBe(47_000_000n);
      // The other customer's deposit may be on its way to the hot wallet, with gas from there.
      const gas = (
        await world.app.owner.query<{ gas: number }>({
          text: `select count(*)::int as gas from account_nonce where address_key = $1 and nonce >= $2 and holder like 'top-up:%'`,
          values: [world.hot.key, nonce],
        })
      ).rows[0]?.gas;
      expect(await world.nonceNow()).toBe(nonce + 2 + (gas ?? 0));
      await world.mine(8);
      await world.assertBooks();
    },
  );

  it('leaves no gap in front of one that was built behind it', async () => {
    const [address, next] = [world.receiver(), world.receiver()];
    const other = await world.customer(40_000_000n);
    await world.mine(8);
    const id = await world.approved(world.payee, address, '50');
    const otherId = await world.approved(other, next, '20');
    const { failpoint } = endsAt('sign:built');
    for (let round = 0; round < 5; round += 1)
      await world
        .payer({ failpoint })
        .tick()
        .catch(() => undefined);
    await freeze();
    await world.look(4);
    await world.mine(3);
    expect([await world.state(id), (await world.record(other, otherId)).thirdStatus]).toEqual([
      'APPROVAL_TO_BE_SIGNED',
      'SUCCESS',
    ]);
    expect(await world.usdtOf(next)).toBe(17_000_000n);
    await lift();
    await world.look(4);
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
    await world.assertBooks();
  });

  it('as the signer refuses gives its nonce on, and is built anew', async () => {
    const [address, next] = [world.receiver(), world.receiver()];
    const id = await world.approved(world.payee, address, '50');
    const refusing = world.payer({
      sign: async () => ({ outcome: 'DENIED_FOR_NOW', reason: 'above the limit for one day' }),
    });
    await refusing.tick(3);
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    const { rows } = await world.app.owner.query({
      text: 'select from account_nonce where holder = $1',
      values: [`withdrawal:${id}`],
    });
    expect(rows).toEqual([]);
    const other = await world.approved(world.payee, next, '20');
    await world.look(4);
    await world.mine(3);
    for (const one of [id, other]) expect(await world.state(one)).toBe('SUCCESS');
    expect([await world.usdtOf(address), await world.usdtOf(next)]).toEqual([47_000_000n, 17_000_000n]);
    await world.assertBooks();
  });

  it('and was dropped while the signer had it in hand takes its place back', async () => {
    const address = world.receiver();
    const id = await world.approved(world.payee, address, '50');
    const sign = paymentSigner(world.signer.client);
    const slow = world.payer({
      async sign(proof, unsigned) {
        const answer = await sign(proof, unsigned);
        // Meanwhile another worker was refused, and gave the nonce on.
        await world.app.owner.query({ text: 'delete from withdrawal_payment where withdrawal_id = $1', values: [id] });
        await world.app.owner.query({
          text: `delete from account_nonce where holder = $1`,
          values: [`withdrawal:${id}`],
        });
        return answer;
      },
    });
    await slow.tick(3);
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await world.look();
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
    expect(await world.usdtOf(address)).toBe(47_000_000n);
    await world.assertBooks();
  });
});

describe('a hot wallet that is short', () => {
  const openAlerts = async () =>
    (
      await world.app.owner.query<{ subject: string }>({
        text: `select subject from alert where kind = 'hot-wallet-short' and resolved_at is null order by 1`,
      })
    ).rows.map(({ subject }) => subject);

  it('of USDT makes a payment wait, also behind one that is not in a block yet, and says so until it is funded', async () => {
    const held = await world.usdtOf(world.hot.address);
    const { anvil, hot } = world;
    // Another holder of the keys left 60 USDT.
    await anvil.ask('anvil_impersonateAccount', hot.address);
    const ether = await anvil.ask('eth_getBalance', hot.address, 'latest');
    const away = anvil.rich.slice(2).toLowerCase().padStart(64, '0');
    const rest = (held - 60_000_000n).toString(16).padStart(64, '0');
    await anvil.ask('eth_sendTransaction', { from: hot.address, to: anvil.usdt, data: `0xa9059cbb${away}${rest}` });
    await anvil.ask('anvil_stopImpersonatingAccount', hot.address);
    await world.mine();
    await anvil.ask('anvil_setBalance', hot.address, ether);

    const [first, second] = [world.receiver(), world.receiver()];
    const ids = [await world.approved(world.payee, first, '50'), await world.approved(world.payee, second, '50')];
    await world.look(5);
    expect(await Promise.all(ids.map(world.state))).toEqual(['IN_PAYMENT', 'APPROVAL_TO_BE_SIGNED']);
    expect(await openAlerts()).toEqual(['USDT']);
    const short = await world.ops('hot-wallet');
    expect([short.exit, short.failed.join()]).toEqual([1, expect.stringContaining('lacks 34.000000 USDT')]);
    await world.mine(4);
    expect(await Promise.all(ids.map(world.state))).toEqual(['SUCCESS', 'APPROVAL_TO_BE_SIGNED']);

    await anvil.issue(hot.address, held);
    await world.mine(4);
    await world.mine(3);
    expect(await Promise.all(ids.map(world.state))).toEqual(['SUCCESS', 'SUCCESS']);
    expect([await world.usdtOf(first), await world.usdtOf(second)]).toEqual([47_000_000n, 47_000_000n]);
    expect(await openAlerts()).toEqual([]);
    // What the thief took is what the books miss: the comparison names it.
    await expect(world.assertBooks()).rejects.toThrow('custody USDT');
    await giveBack(held - 60_000_000n);
    await world.assertBooks();
  });

  /** What was taken comes back, unseen by the watcher, as if it had never gone. */
  async function giveBack(amount: bigint): Promise<void> {
    const { anvil, hot } = world;
    const slots = Array.from({ length: 10 }, (_, slot) => slot);
    for (const slot of slots) {
      const key = await mappingSlot(hot.address, slot);
      const value = BigInt((await anvil.ask('eth_getStorageAt', anvil.usdt, key, 'latest')) as string);
      if (value !== (await world.usdtOf(hot.address)) || value === 0n) continue;
      await anvil.ask('anvil_setStorageAt', anvil.usdt, key, `0x${(value + amount).toString(16).padStart(64, '0')}`);
      return world.mine();
    }
    throw new Error('where the token keeps its balances is not known');
  }

  async function mappingSlot(holder: string, slot: number): Promise<string> {
    const text = `0x${holder.slice(2).toLowerCase().padStart(64, '0')}${slot.toString(16).padStart(64, '0')}`;
    return (await world.anvil.ask('web3_sha3', text)) as string;
  }

  it('of ether makes it wait too', async () => {
    const { anvil, hot } = world;
    const ether = await anvil.ask('eth_getBalance', hot.address, 'latest');
    await anvil.ask('anvil_setBalance', hot.address, '0x0');
    const address = world.receiver();
    const id = await world.approved(world.payee, address, '50');
    await world.look(5);
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(await openAlerts()).toEqual(['USDT']);
    expect(await world.ops('hot-wallet')).toMatchObject({ exit: 1 });
    await anvil.ask('anvil_setBalance', hot.address, ether);
    await world.look(3);
    await world.mine(3);
    expect(await world.state(id)).toBe('SUCCESS');
    expect(await openAlerts()).toEqual([]);
    await world.assertBooks();
  });
});
