// Levels as the worker writes them down: what payments can spend, against the bounds of an overflow, with the time of the reading; and
// a network whose node does not respond keeps what was read of it last.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as } from '../../testing/caller-role.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { startPayoutFixture } from '../../testing/payout-fixture.ts';
import { recordLevels } from './record-levels.ts';

let world: Awaited<ReturnType<typeof startPayoutFixture>>;
let client: ReturnType<typeof consoleClient>;
beforeAll(async () => {
  world = await startPayoutFixture({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  client = consoleClient(world.app.console);
  await client.call('loginByPassword', { name: 'auditor', password: 'Lode@Console1' });
});
afterAll(() => world.stop());

const money = async () => (await client.call('chainMoney')).data;
const coinOf = async (coin: 'BTC' | 'USDT') => (await money()).coins.find((one) => one.coin === coin);
const round = () =>
  as('worker', () => world.app.slices.chainMoney.watchers[0]?.(world.app.clock.now()) as Promise<void>);
const bounds = (value: object | null) =>
  world.app.owner.query({
    text: `insert into setting (key, value, effective_from, changed_by, reason, version)
           select 'hot.bounds.BTC', $1::jsonb, $2, 'test', 'test', coalesce(max(version), 0) + 1 from setting where key = 'hot.bounds.BTC'`,
    values: [JSON.stringify(value), world.app.clock.now()],
  });

it('says that nothing was read yet, and sums nothing itself', async () => {
  await world.customer();
  expect(await coinOf('BTC')).toMatchObject({ hot: null, cold: null, state: 'UNKNOWN', waiting: '0.00000000' });
});

it('shows what the worker read, with its time, every ten minutes', async () => {
  await round();
  const { now } = world.app.clock;
  const readAt = now().toISOString();
  expect(await coinOf('BTC')).toMatchObject({
    hot: { amount: '0.10000000', reserved: '0.00000000', readAt },
    cold: { amount: '0.00000000' },
    coldWallet: null,
    state: 'NO_BOUNDS',
    chain: { stoppedBecause: null },
  });
  await world.customer();
  world.app.clock.advance({ minutes: 9 });
  await round();
  expect((await coinOf('BTC'))?.hot).toMatchObject({ amount: '0.10000000', readAt });
  world.app.clock.advance({ minutes: 1 });
  await round();
  expect((await coinOf('BTC'))?.hot).toMatchObject({ amount: '0.20000000', readAt: now().toISOString() });
});

it('of a network without a node shows nothing, or what was read last', async () => {
  expect(await coinOf('USDT')).toMatchObject({ hot: null, cold: null, depositAddresses: null, state: 'UNKNOWN' });
  expect((await money()).gas).toMatchObject({ hot: null, shortage: null });
});

it('judges the level as an overflow does: less what approved withdrawals wait for', async () => {
  await bounds({ upper: '0.15000000', target: '0.10000000', perDay: '1.00000000' });
  expect(await coinOf('BTC')).toMatchObject({ state: 'ABOVE', bounds: { upper: '0.15000000', target: '0.10000000' } });
  const customer = await world.customer(20_000_000n);
  await world.approved(customer, '0.15');
  // Not read since: 0.2 less 0.1498 that wait.
  expect(await coinOf('BTC')).toMatchObject({ state: 'WITHIN', waiting: '0.14980000' });
  const other = await world.customer(10_000_000n);
  await world.approved(other, '0.09');
  expect(await coinOf('BTC')).toMatchObject({ state: 'SHORT', waiting: '0.23960000' });
  world.app.clock.advance({ minutes: 10 });
  await round();
  expect(await coinOf('BTC')).toMatchObject({ state: 'ABOVE', hot: { amount: '0.50000000' } });
});

it('keeps what a later reading has written', async () => {
  const { database, clock } = world.app;
  const late = recordLevels({
    database,
    nodes: { open: async () => ({ closed: 'no node' }) },
    readColdAddresses: async () => [],
  });
  const before = await coinOf('BTC');
  await as('worker', () => late(new Date(clock.now().getTime() - 60_000)));
  expect(await coinOf('BTC')).toEqual(before);
});

it('lists moves of which there are none, and the treasury of every coin', async () => {
  for (const view of ['OPEN', 'ALL'])
    for (const call of ['sweepList', 'coldTransferList'] as const)
      expect((await client.call(call, { view })).data).toEqual({ records: [], nextCursor: null });
  const { treasury, fees, open } = await money();
  expect(treasury.map(({ coin, amount }) => `${coin} ${amount}`)).toEqual([
    'BTC 0.00000000',
    'DOGE 0.00000000',
    'ETH 0.00000000',
    'USDT 0.000000',
  ]);
  expect(open).toEqual({ sweeps: 0, coldTransfers: 0 });
  expect(fees).toMatchObject({
    bumpAfter: [
      { network: 'BITCOIN', minutes: 60 },
      { network: 'ERC20', minutes: 10 },
    ],
    coldFeePart: 100,
  });
});
