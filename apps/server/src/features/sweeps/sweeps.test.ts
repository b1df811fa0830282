// Deposits on a real anvil come to the hot wallet by themselves, gas first, each once, wherever the process ends; what is not
// worth it or not final stays; and custody is what the node says at every block.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEvmWorld } from '../../testing/evm-fixture.ts';
import { recordingLog } from '../../testing/recording-log.ts';
import type { SweepsDeps } from './sweeps.slice.ts';
import { stepsOf, sweeperOf } from './testing/sweeper.ts';

const start = 120_000;
let world: Awaited<ReturnType<typeof startEvmWorld>>;
let log = recordingLog();

beforeAll(async () => {
  world = await startEvmWorld();
}, start);
afterAll(() => world?.stop(), start);
beforeEach(() => {
  log = recordingLog();
});

const sweeper = (broken: Partial<SweepsDeps> = {}) => sweeperOf(world, { log, ...broken });
const steps = () => stepsOf(world);
const forgetSteps = async () => (await steps()).length;
const alertedCoins = async () =>
  (
    await world.app.owner.query<{ subject: string }>({
      text: `select subject from alert where kind = 'hot-wallet-short' and resolved_at is null`,
    })
  ).rows.map(({ subject }) => subject);

describe('a deposit', () => {
  it('waits at its address while the hot wallet has no ether, and that is said', { timeout: start }, async () => {
    await world.customer(100_000_000n);
    await world.mine(3);
    expect(await steps()).toEqual([]);
    expect(await alertedCoins()).toEqual(['ETH']);
    const { exit, printed } = await world.ops('hot-wallet');
    expect(exit).toBe(1);
    expect(printed.join('\n')).toContain("100.000000 USDT of credited deposits lie at 1 customers' addresses");
    await world.assertBooks();
  });

  it('is given gas and then swept; coins from outside are the treasury’s, once', { timeout: start }, async () => {
    await world.anvil.ether(world.hot.address, 10n ** 18n + 5n);
    for (let block = 0; block < 12; block += 1) {
      await world.mine();
      await world.assertBooks();
    }
    expect(await steps()).toEqual(['TOP_UP true', 'SWEEP true']);
    expect(await alertedCoins()).toEqual([]);
    expect(await world.usdtOf(world.hot.address)).toBe(100_000_000n);
    const { rows } = await world.app.owner.query({
      text: `select amount::text, kind from ledger.posting join ledger.transfer t on t.id = transfer_id
             where credit = ledger.house_id('TREASURY', 'ETH')`,
    });
    expect(rows).toEqual([{ amount: '100000000', kind: 'arrival' }]);
  });

  it('is swept without more gas while what was left is enough', { timeout: start }, async () => {
    const before = await forgetSteps();
    const customer = await world.customer(50_000_000n);
    await world.mine(8);
    await world.anvil.issue(await world.addressOf(customer), 60_000_000n);
    await world.mine(14);
    const kinds = (await steps()).slice(before).map((step) => step.split(' ')[0]);
    expect(kinds.filter((kind) => kind === 'SWEEP')).toHaveLength(2);
    expect(await world.usdtOf(await world.addressOf(customer))).toBe(0n);
    await world.assertBooks();
  });

  it('that is too small stays, until it is worth it or the setting changes', { timeout: start }, async () => {
    const before = await forgetSteps();
    const customer = await world.customer(19_000_000n);
    await world.mine(5);
    expect((await steps()).slice(before)).toEqual([]);
    await world.anvil.issue(await world.addressOf(customer), 1_000_000n);
    await world.mine(12);
    expect((await steps()).slice(before)).toEqual(['TOP_UP true', 'SWEEP true']);
    await world.assertBooks();
  });

  it('is not touched while gas costs more than the setting', { timeout: start }, async () => {
    const before = await forgetSteps();
    const { feeRate } = world.chain;
    world.chain.feeRate = async () => ({ unit: 'WEI_PER_GAS', maxFee: 60n * 10n ** 9n, maxPriorityFee: 10n ** 9n });
    await world.customer(80_000_000n);
    await world.mine(4);
    expect((await steps()).slice(before)).toEqual([]);
    world.chain.feeRate = feeRate;
    await world.mine(12);
    expect((await steps()).slice(before)).toEqual(['TOP_UP true', 'SWEEP true']);
    await world.assertBooks();
  });

  it('that is not credited yet stays where it is', { timeout: start }, async () => {
    const customer = await world.customer(30_000_000n);
    const address = await world.addressOf(customer);
    await world.mine(3);
    await world.anvil.issue(address, 70_000_000n);
    await world.mine(1);
    const { rows } = await world.app.owner.query<{ amount: string }>({
      text: `select amount::text from sweep where kind = 'SWEEP' and ended_at is null`,
    });
    expect(rows).toEqual([{ amount: '30000000' }]);
    await world.mine(14);
    expect(await world.usdtOf(address)).toBe(0n);
    await world.assertBooks();
  });
});

describe('killed', () => {
  it.each([
    'sweep:before-built',
    'sweep:built',
    'sweep:answered',
    'sweep:stored',
    'sweep:sent',
    'sweep:final',
    'sweep:before-commit',
    'sweep:posted',
  ])('at %s, of the gas and of the sweep, each moves once', { timeout: start }, async (point) => {
    const { anvil, hot } = world;
    const before = await forgetSteps();
    const held = await world.usdtOf(hot.address);
    const customer = await world.app.createMoneyCustomer();
    const address = await world.addressOf(customer);
    await anvil.issue(address, 40_000_000n);
    const mine = async () => {
      await anvil.mine();
      for (const watcher of world.app.slices.deposits.watchers) await watcher(world.app.clock.now());
    };
    for (let block = 0; block < 3; block += 1) await mine();
    // Where what was done stands already each one dies; elsewhere every other one, else nothing would ever be done.
    const isStored = ['sweep:built', 'sweep:stored', 'sweep:sent', 'sweep:posted'].includes(point);
    let [reached, deaths] = [0, 0];
    const dying = sweeper({
      failpoint(name) {
        if (name !== point || (++reached % 2 === 0 && !isStored)) return;
        deaths += 1;
        throw new Error(`ended at ${name}`);
      },
    });
    for (let round = 0; round < 40 && (await steps()).slice(before).join() !== 'TOP_UP true,SWEEP true'; round += 1) {
      await dying().catch(() => undefined);
      if (round % 2 === 1) await mine();
    }
    expect(deaths).toBeGreaterThan(1);
    expect((await steps()).slice(before)).toEqual(['TOP_UP true', 'SWEEP true']);
    expect(await world.usdtOf(hot.address)).toBe(held + 40_000_000n);
    expect(await world.usdtOf(address)).toBe(0n);
    await world.assertBooks();
  });
});

describe('a sweep that', () => {
  it('waits for a block is offered at a higher fee with the same nonce', { timeout: start }, async () => {
    const before = await forgetSteps();
    await world.customer(45_000_000n);
    await world.look();
    const { feeRate } = world.chain;
    world.chain.feeRate = async () => ({
      unit: 'WEI_PER_GAS',
      maxFee: 40n * 10n ** 9n,
      maxPriorityFee: 4n * 10n ** 9n,
    });
    world.app.clock.advance({ minutes: 11 });
    await world.look();
    await world.look();
    world.chain.feeRate = feeRate;
    const { rows } = await world.app.owner.query<{ count: number }>({
      text: `select count(*)::int as count from sweep_payment where attempt = 1 and txid is not null`,
    });
    expect(rows[0]?.count).toBeGreaterThan(0);
    await world.mine(14);
    expect((await steps()).slice(before)).toEqual(['TOP_UP true', 'SWEEP true']);
    await world.assertBooks();
  });

  it('a reorganisation removes is sent again', { timeout: start }, async () => {
    const before = await forgetSteps();
    await world.customer(46_000_000n);
    await world.mine(2);
    await world.anvil.reorganise(2, 3);
    await world.look();
    await world.assertBooks();
    await world.mine(16);
    expect((await steps()).slice(before).at(-1)).toBe('SWEEP true');
    await world.assertBooks();
  });

  it('the signer refuses is not begun, and its nonce is free', { timeout: start }, async () => {
    const before = await forgetSteps();
    const customer = await world.app.createMoneyCustomer();
    await world.anvil.issue(await world.addressOf(customer), 47_000_000n);
    const [deposits] = world.app.slices.deposits.watchers.slice(1);
    for (let block = 0; block < 3; block += 1) {
      await world.anvil.mine();
      await deposits?.(world.app.clock.now());
    }
    const refusing = sweeper({ sign: async () => ({ refused: 'above the limit for one day' }) });
    await refusing();
    await refusing();
    expect((await steps()).slice(before)).toContain('TOP_UP false');
    await world.mine(14);
    expect((await steps()).slice(before).slice(-2)).toEqual(['TOP_UP true', 'SWEEP true']);
    await world.assertBooks();
  });
});

describe('coins from outside', () => {
  const treasury = async (coin: string) =>
    (
      await world.app.owner.query<{ sum: string }>({
        text: `select coalesce(sum(amount), 0)::text as sum from ledger.entry where account = ledger.house_id('TREASURY', $1)`,
        values: [coin],
      })
    ).rows[0]?.sum;

  it('that a reorganisation takes away again are taken back, and posted again when they are mined again', {
    timeout: start,
  }, async () => {
    const { anvil, hot } = world;
    const [usdt, eth] = [BigInt((await treasury('USDT')) ?? 0), BigInt((await treasury('ETH')) ?? 0)];
    await anvil.issue(hot.address, 7_000_000n);
    await anvil.ether(hot.address, 3n * 10n ** 16n);
    await world.mine(2);
    expect(await treasury('USDT')).toBe(`${usdt}`);
    await world.assertBooks();
    await world.mine(1);
    expect(await treasury('USDT')).toBe(`${usdt + 7_000_000n}`);
    expect(await treasury('ETH')).toBe(`${eth + 3_000_000n}`);
    await world.assertBooks();
    await anvil.reorganise(3, 4);
    await world.look();
    expect(await treasury('USDT')).toBe(`${usdt}`);
    expect(await treasury('ETH')).toBe(`${eth}`);
    await world.assertBooks();
    await world.fund({ usdt: 7_000_000n });
    expect(await treasury('USDT')).toBe(`${usdt + 7_000_000n}`);
    await world.assertBooks();
  });

  it('as ether at a customer’s address, and less than the books count, are no difference', {
    timeout: start,
  }, async () => {
    const customer = await world.app.createMoneyCustomer();
    const address = await world.addressOf(customer);
    await world.look();
    await world.anvil.ether(address, 10n ** 15n + 9_999_999_999n);
    await world.anvil.ether(world.hot.address, 1n);
    for (let block = 0; block < 4; block += 1) {
      await world.mine();
      await world.assertBooks();
    }
  });
});

it('gas that is counted and not posted is found (broken control)', { timeout: start }, async () => {
  const before = await forgetSteps();
  await world.customer(48_000_000n);
  const count = async (wei: bigint) =>
    void (await world.app.owner.query({
      text: 'update wei_remainder set wei_out = wei_out + $2 where address_key = $1',
      values: [world.hot.key, wei],
    }));
  await world.mine(12);
  expect((await steps()).slice(before).at(-1)).toBe('SWEEP true');
  await world.assertBooks();
  await count(20_000_000_000n);
  await expect(world.assertBooks()).rejects.toThrow('gas is counted as the chain took it');
  await count(-20_000_000_000n);
});
