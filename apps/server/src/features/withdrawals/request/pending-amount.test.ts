// What is on its way out is the customer's until it has arrived: frozen in the wallet, in the list of assets and in the total at home.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestCustomer } from '../../../testing/app.ts';
import { startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
beforeAll(async () => {
  world = await startWithdrawalFixture();
});
afterAll(() => world.stop());

async function seen({ caller }: TestCustomer) {
  const { app } = world;
  const wallet = (await app.data('wallet', {}, caller)).accounts;
  const assets = await app.data('assetsList', {}, caller);
  const { totalUsdt, accounts } = (await app.data('indexInfo', {}, caller)).assetsInfo;
  expect(assets).toEqual(accounts);
  expect(assets).toMatchObject(wallet);
  const of = (account: string, coin: string) =>
    wallet
      .filter((one) => one.account === account && one.coin === coin)
      .map((one) => [one.available, one.frozen, one.total]);
  return { totalUsdt, btc: of('OUTPUT_ACCOUNT', 'BTC')[0], usdt: of('ELE_ACCOUNT', 'USDT')[0] };
}

it('is frozen until it is paid, and available again when it comes back', async () => {
  const customer = await world.customer({ btc: 100_000_000n, usdt: 1_000_000_000n });
  const stranger = await world.customer({ btc: 1n });
  const before = await seen(customer);
  expect(before).toMatchObject({
    btc: ['1.00000000', '0.00000000', '1.00000000'],
    usdt: ['1000.000000', '0.000000', '1000.000000'],
  });

  const first = await world.applied(customer, 'BTC', '0.01');
  const second = await world.applied(customer, 'BTC', '0.02');
  const third = await world.applied(customer, 'USDT', '20');
  expect(await seen(customer)).toEqual({
    totalUsdt: before.totalUsdt,
    btc: ['0.97000000', '0.03000000', '1.00000000'],
    usdt: ['980.000000', '20.000000', '1000.000000'],
  });
  expect((await seen(stranger)).btc).toEqual(['0.00000001', '0.00000000', '0.00000001']);

  await world.cancel(customer, first.id);
  await world.reject(third.id);
  expect(await seen(customer)).toMatchObject({
    btc: ['0.98000000', '0.02000000', '1.00000000'],
    usdt: ['1000.000000', '0.000000', '1000.000000'],
  });

  await world.propose(second.id);
  await world.approve(second.id);
  expect((await seen(customer)).btc).toEqual(['0.98000000', '0.02000000', '1.00000000']);
  await world.assertBooks();
});
