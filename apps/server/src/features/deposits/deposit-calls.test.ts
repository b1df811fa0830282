// The calls of deposits: one lasting address per customer, and a refusal where a network is closed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needed, startDepositFixture } from './testing/deposit-fixture.ts';

let world: Awaited<ReturnType<typeof startDepositFixture>>;
beforeAll(async () => {
  world = await startDepositFixture();
});
afterAll(() => world.app.stop());

const bitcoin = { coin: 'BTC', network: 'BITCOIN' } as const;

it('gives a customer one lasting address, the same to concurrent requests [call:GET /api/user/wallet/deposit/address]', async () => {
  const { app } = world;
  const [one, other] = [await app.createCustomer(), await app.createCustomer()];
  const asked = await Promise.all(Array.from({ length: 8 }, () => app.data('depositAddress', bitcoin, one.caller)));
  const addresses = new Set(asked.map(({ address }) => address));
  expect(addresses.size).toBe(1);
  expect(asked[0]).toEqual({
    ...bitcoin,
    address: [...addresses][0],
    min: '0.00010000',
    confirmations: needed,
    hasFaucet: false,
  });
  const others = await app.data('depositAddress', bitcoin, other.caller);
  expect(addresses.has(others.address)).toBe(false);
  expect((await app.data('depositAddress', bitcoin, one.caller)).address).toBe(asked[0]?.address);
});

it('refuses a network that is not open, a coin of another network, and a caller without a session [code:50001]', async () => {
  const { app } = world;
  const { caller } = await app.createCustomer();
  const call = (coin: 'BTC' | 'USDT', network: 'BITCOIN' | 'ERC20') =>
    app.call('depositAddress', { coin, network }, caller);
  expect(await call('USDT', 'ERC20')).toMatchObject({ code: 50001, message: '功能未开启' });
  expect(await call('USDT', 'BITCOIN')).toMatchObject({ status: 400, data: { field: 'network' } });
  expect(await app.call('depositAddress', bitcoin)).toMatchObject({ code: 10111 });
  expect(await app.call('depositPage', {})).toMatchObject({ code: 10111 });
});

it('gives no address of another key than the one that customers know', async () => {
  const { app, chain } = world;
  await world.addCustomer();
  const { ownAddress } = chain;
  chain.ownAddress = (branch, index) => ownAddress.call(chain, branch, index + 1000);
  const { caller } = await app.createCustomer();
  expect(await app.call('depositAddress', bitcoin, caller)).toMatchObject({ status: 500 });
  await world.look();
  expect(await world.alerts()).toEqual(['watcher-stopped']);
  expect(await app.call('depositAddress', bitcoin, caller)).toMatchObject({ code: 50001 });
  chain.ownAddress = ownAddress;
  await world.look();
  expect(await app.call('depositAddress', bitcoin, caller)).toMatchObject({ code: 200 });
});

it('tells coins, networks and limits to everybody [call:GET /api/setting/detail/wallet]', async () => {
  const { coins } = await world.app.data('coinSettings', {});
  expect(coins).toEqual([
    {
      coin: 'BTC',
      precision: 8,
      networks: [
        {
          network: 'BITCOIN',
          depositMin: '0.00010000',
          confirmations: needed,
          withdrawMin: '0.00100000',
          withdrawMax: '5.00000000',
          dailyLimit: '10.00000000',
          fee: '0.00020000',
          enabled: true,
        },
      ],
    },
    {
      coin: 'USDT',
      precision: 2,
      networks: [
        {
          network: 'ERC20',
          depositMin: '1.000000',
          confirmations: needed,
          withdrawMin: '10.000000',
          withdrawMax: '100000.000000',
          dailyLimit: '200000.000000',
          fee: '3.000000',
          enabled: false,
        },
      ],
    },
    { coin: 'ETH', precision: 8, networks: [] },
    { coin: 'DOGE', precision: 8, networks: [] },
  ]);
});

it('lists the own deposits only, newest first, page by page', async () => {
  const [one, other] = [await world.addCustomer(), await world.addCustomer()];
  for (let amount = 1n; amount <= 5n; amount += 1n) world.pay({ key: one.key, amount: amount * 100_000n });
  world.pay({ key: other.key, amount: 700_000n });
  world.mine(needed);
  await world.look();
  const first = await world.app.data('depositPage', { size: 2 }, one.caller);
  const second = await world.app.data('depositPage', { size: 2, cursor: first.nextCursor ?? '' }, one.caller);
  const third = await world.app.data('depositPage', { size: 2, current: 3 }, one.caller);
  expect([first.hasMore, second.hasMore, third.hasMore]).toEqual([true, true, false]);
  const ids = [first, second, third].flatMap(({ records }) => records.map(({ id }) => Number(id)));
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect(ids).toHaveLength(5);
  const ofCoin = async (coin: 'BTC' | 'USDT') => (await world.app.data('depositPage', { coin }, one.caller)).records;
  expect(await ofCoin('BTC')).toHaveLength(5);
  expect(await ofCoin('USDT')).toEqual([]);
  const ofId = async (id: string, caller = one.caller) => (await world.app.data('depositPage', { id }, caller)).records;
  expect(await ofId(String(ids[2]))).toMatchObject([{ id: String(ids[2]) }]);
  expect(await ofId('x')).toEqual([]);
  const [theirs] = await world.deposits(other);
  expect(theirs).toMatchObject({ amount: '0.00700000', status: 'CREDITED' });
  expect(await ofId(theirs?.id ?? '', other.caller)).toHaveLength(1);
  expect(await ofId(theirs?.id ?? '')).toEqual([]);
  expect(await world.app.call('depositPage', { cursor: 'x' }, one.caller)).toMatchObject({ status: 400 });
});
