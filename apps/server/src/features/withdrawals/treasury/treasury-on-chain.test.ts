// On a real bitcoind, with the signer in a process of its own: what arrives at the funding address can be paid to a destination.
import { houseAccount, readBalances } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBitcoinPayoutFixture } from '../../../testing/bitcoin-payout-fixture.ts';
import { needed } from '../../../testing/payout-deps.ts';

let world: Awaited<ReturnType<typeof startBitcoinPayoutFixture>>;
beforeAll(async () => {
  world = await startBitcoinPayoutFixture();
});
afterAll(() => world?.stop());

const account = houseAccount('TREASURY', 'BTC');
const treasury = async () => (await readBalances(world.app.database, [account])).get(account)?.posted;

it('pays the operator’s own coins, and posts what left with the network’s fee', async () => {
  const hot = world.chain.ownAddress('house', 0).address;
  await world.bitcoind.call('sendmany', ['', { [hot]: '0.5' }]);
  await world.mine(needed);
  expect(await treasury()).toBe(50_000_000n);
  const vault = await world.receiver();
  const { clock } = world.app;
  const now = clock.now();
  // A destination is held for a day.
  clock.set(new Date(now.getTime() - 24 * 3_600_000));
  await world.both('destination:add', `--name vault --network BITCOIN --address ${vault}`);
  clock.set(now);
  const paid = await world.both('treasury:pay', '--coin BTC --destination vault --amount 0.2');
  expect(paid.printed[0]).toContain('its payment begins');
  const { tick } = world.payer();
  for (let round = 0; round < 4; round += 1) await tick();
  await world.mine(needed);
  await tick();
  expect(await world.received(vault)).toBe(0.2);
  const { rows } = await world.app.owner.query<{ phase: string }>({ text: 'select phase from withdrawal' });
  expect([rows, await treasury()]).toEqual([[{ phase: 'PAID' }], 30_000_000n]);
  await world.assertBooks();
  // Nothing of it is a customer's: no wallet, no list, no fee of the house.
  const differences = await Promise.all(world.app.slices.withdrawals.replays.map((check) => check(world.app.database)));
  expect(differences.flat()).toEqual([]);
});
