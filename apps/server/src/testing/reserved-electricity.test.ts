/** Proves the golden case of reserved electricity, hour by hour and over a close, and that no withdrawal or subscription takes it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { savingsFixture } from '../features/coin-up/testing/savings-fixture.ts';
import {
  addNetworkDay,
  addPrice,
  addWorldMachine,
  balanceOf,
  chargesOf,
  giveMoney,
  givePromotion,
  realDay,
} from '../features/day-close/testing/mining-fixture.ts';
import { submit } from '../features/withdrawals/request/submit.ts';
import type { TestCustomer } from './app.ts';
import { recordDay } from './recorded-days.ts';
import { addressOf, startWithdrawalFixture } from './withdrawal-fixture.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let savings: ReturnType<typeof savingsFixture>;
let a: TestCustomer;
let b: TestCustomer;
let late: TestCustomer;
let lateMachine: bigint;

const now = '2020-03-02T09:20:00.000Z';
const networkOf = { BTC: 'BITCOIN', USDT: 'ERC20' } as const;

/** What the form shows, [available, reserved]; COIN UP shows the same. */
async function figuresOf(customer: TestCustomer, coin: 'BTC' | 'USDT'): Promise<[string, string]> {
  const terms = await app.data('withdrawTerms', { coin, network: networkOf[coin] }, customer.caller);
  const detail = await app.data('coinUpDetail', { coin }, customer.caller);
  expect([detail.available, detail.reserved]).toEqual([terms.available, terms.reserved]);
  return [terms.available, terms.reserved];
}

async function changeTerms(machineId: bigint, patch: object): Promise<void> {
  await app.owner.query({
    text: `select set_machine_terms(array[$1::bigint], array['2020-03-02'::date], array[$2::jsonb], 'test', $3)`,
    values: [machineId, JSON.stringify(patch), now],
  });
}

beforeAll(async () => {
  world = await startWithdrawalFixture({ now });
  app = world.app;
  savings = savingsFixture(app);
  const opened = await savings.ops('coin-up:switch', '--to on --by admin --approved-by approver --reason r');
  expect(opened.failed).toEqual([]);
  a = await world.customer({ btc: 1_000_000n, usdt: 3_000_000n });
  b = await world.customer({ btc: 0n, usdt: 100_000_000n });
  late = await world.customer({ btc: 0n, usdt: 100_000_000n });
  await giveMoney(app.database, a.id, 'OUTPUT_ACCOUNT', 1_000_000n, now, 'ETH');
  await givePromotion(app.owner, a.id, 2_000_000n, now);
  const machine = { customerId: a.id, powerWatts: 2000, price: '0.05', startTime: '2020-01-01T00:00:00Z' } as const;
  await addWorldMachine(app.owner, { ...machine, machineNo: 'R-1' });
  await addWorldMachine(app.owner, {
    ...machine,
    machineNo: 'R-3',
    runs: [['2020-01-01T00:00:00Z', '2020-03-01T06:00:00Z']],
  });
  await addWorldMachine(app.owner, { ...machine, machineNo: 'R-4', endTime: '2020-03-02T09:40:00Z' });
  const sold = await addWorldMachine(app.owner, { ...machine, machineNo: 'R-9', coin: 'ETH' });
  const begins = { startTime: '2020-03-01T00:00:00Z', customerId: late.id };
  lateMachine = await addWorldMachine(app.owner, { ...machine, ...begins, machineNo: 'L-1' });
  await app.owner.query({
    text: `insert into tariff (site_id, name, effective_from, price) select site_id, name, '2020-03-02', 0.06 from tariff`,
  });
  await changeTerms(sold, { customer_id: String(b.id) });
});
afterAll(() => world.stop());

describe('before the first close', () => {
  it('reserves all that ran since the machine has terms, and nothing of dates without a tariff', async () => {
    expect(await figuresOf(late, 'USDT')).toEqual(['96.400000', '3.600000']);
    await changeTerms(lateMachine, { tariff_name: 'unknown' });
    expect(await figuresOf(late, 'USDT')).toEqual(['97.600000', '2.400000']);
  });
});

describe('the golden case', () => {
  beforeAll(() => recordDay(app.owner, '2020-02-29'));

  it('holds nothing in a coin without a price', async () => {
    expect(await figuresOf(a, 'BTC')).toEqual(['0.01000000', '0.00000000']);
    await addPrice(app.owner, '2020-02-29', 9_000_000_000n);
    await addPrice(app.owner, '2020-03-01', 8_000_000_000n);
    expect(await figuresOf(a, 'BTC')).toEqual(['0.00935500', '0.00064500']);
    await addPrice(app.owner, '2020-03-01', 200_000_000n, 'ETH');
  });

  it('is reserved from ELE, then from OUTPUT in the order of coins, for the owner of each date', async () => {
    expect(await figuresOf(a, 'USDT')).toEqual(['0.000000', '3.000000']);
    expect(await figuresOf(a, 'BTC')).toEqual(['0.00960500', '0.00039500']);
    expect(await figuresOf(b, 'USDT')).toEqual(['98.800000', '1.200000']);
    const none = await world.customer({ btc: 5n, usdt: 0n });
    expect(await figuresOf(none, 'BTC')).toEqual(['0.00000005', '0.00000000']);
    const wallet = await app.data('wallet', {}, a.caller);
    expect(wallet.accounts).toContainEqual(
      expect.objectContaining({ account: 'OUTPUT_ACCOUNT', coin: 'BTC', available: '0.01000000' }),
    );
  });

  it('stands still until the hour ends', async () => {
    app.clock.set('2020-03-02T09:59:59.999Z');
    expect([await figuresOf(a, 'BTC'), await figuresOf(b, 'USDT')]).toEqual([
      ['0.00960500', '0.00039500'],
      ['98.800000', '1.200000'],
    ]);
    app.clock.set('2020-03-02T10:00:00.000Z');
    expect([await figuresOf(a, 'BTC'), await figuresOf(b, 'USDT')]).toEqual([
      ['0.00959000', '0.00041000'],
      ['98.680000', '1.320000'],
    ]);
    app.clock.set(now);
  });

  it('can be neither withdrawn nor subscribed, and without the check it could', async () => {
    expect(await world.apply(a, 'BTC', '0.00960501')).toMatchObject({ code: 40001 });
    expect(await savings.subscribe(a, 'BTC', '0.00960501')).toMatchObject({ code: 40001 });
    expect(await world.apply(b, 'USDT', '98.81')).toMatchObject({ code: 40001 });
    expect(await world.apply(b, 'USDT', '100')).toMatchObject({ code: 40001 });

    const { settings, electricity, withdrawals } = app.slices;
    const destination = await withdrawals.readDestination({ coin: 'USDT', network: 'ERC20', address: addressOf.USDT });
    const submission = {
      customerId: b.id,
      deviceId: b.caller.deviceId ?? null,
      destination,
      amount: '100',
      confirm: true,
    };
    const ports = {
      settingsAt: settings.settingsAt,
      checkAddress: () => Promise.reject(new Error('checked before')),
      isOffered: async () => true,
      holdHours: 24,
      electricityDays: electricity.electricityDays,
      addressOf: () => '',
      requestAutoApproval: async () => undefined,
      announceAll: async () => undefined,
      readSpendables: electricity.readSpendables,
    };
    const unchecked: typeof ports.readSpendables = async (db, wallets) =>
      (await electricity.readSpendables(db, wallets)).map(({ balance, owes }) => ({
        balance,
        reserved: 0n,
        available: balance,
        owes,
      }));
    const taken = (readSpendables: typeof unchecked) =>
      app.database
        .transaction(async (dbTx) => {
          const key = 'the reserve';
          const outcome = await submit(
            dbTx,
            { ...ports, readSpendables },
            { ...submission, key, now: app.clock.now() },
          );
          throw Object.assign(new Error('rolled back'), { outcome });
        })
        .catch((error: unknown) => (error as { outcome: unknown }).outcome);
    expect(await taken(ports.readSpendables)).toMatchObject({ codeName: 'insufficientBalance' });
    expect(typeof (await taken(unchecked))).toBe('bigint');
  });

  it('leaves 全部 to its last decimal', async () => {
    expect(await world.apply(b, 'USDT', '98.8')).toMatchObject({ code: 200 });
    expect(await figuresOf(b, 'USDT')).toEqual(['0.000000', '1.200000']);
    expect(await savings.subscribe(a, 'BTC', '0.009605')).toMatchObject({ code: 200 });
    expect(await figuresOf(a, 'BTC')).toEqual(['0.00000000', '0.00039500']);
  });

  it('is what the close of the date takes', async () => {
    await addNetworkDay(app.owner, { ...realDay, date: '2020-03-01' });
    const reply = await app.slices.dayClose.closeMining('2020-03-01', app.clock.now());
    expect(reply).toMatchObject({ outcome: 'closed' });
    const paid = (await chargesOf(app.database, a.id)).map((charge) => [
      charge.machine_no,
      charge.paid_prepaid,
      charge.paid_promotion,
      charge.paid_eth,
      charge.paid_btc,
      charge.owed,
    ]);
    expect(paid).toEqual([
      ['R-1', 2_400_000n, 2_000_000n, 0n, 0n, 0n],
      ['R-3', 600_000n, 0n, 0n, 0n, 0n],
      ['R-4', 2_000_000n, 0n, 0n, 5_000n, 0n],
      ['R-9', 0n, 0n, 1_000_000n, 5_000n, 0n],
    ]);
    const [available, reserved] = await figuresOf(a, 'BTC');
    expect(reserved).toBe('0.00029500');
    expect(BigInt(available.replace('.', ''))).toBe((await balanceOf(app.database, a.id, 'BTC')) - 29_500n);
    expect(await figuresOf(a, 'USDT')).toEqual(['0.000000', '0.000000']);
  });

  it('counts no date twice while its close is running', async () => {
    await changeTerms(lateMachine, { tariff_name: '' });
    expect(await figuresOf(late, 'USDT')).toEqual(['96.400000', '1.200000']);
    const charge = { machineId: lateMachine, customerId: late.id, amount: 1_200_000n };
    await recordDay(app.owner, '2020-03-02', { charges: [charge], isClosed: false });
    expect(await figuresOf(late, 'USDT')).toEqual(['97.600000', '0.000000']);
  });
});
