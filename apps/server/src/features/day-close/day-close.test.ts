/** Proves that days close to what a person works out on paper: to the unit, in order, once, and only when they are over. */
import { assertBooksBalance } from '@lode/ledger';
import { fppsOutput } from '@lode/mining';
import { formatDecimal } from '@lode/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { NetworkDay } from './mining/fpps-terms.ts';
import { liveThroughDay, type PaperCustomer, type PaperMachine, type PaperOutput } from './testing/independent-day.ts';
import {
  addCustomer,
  addNetworkDay,
  addPrice,
  addWorldMachine,
  balanceOf,
  chargesOf,
  choosePayMode,
  giveMoney,
  givePromotion,
  instant,
  realDay,
} from './testing/mining-fixture.ts';

let app: TestApp;
let customers = 0;

async function fresh(): Promise<TestApp> {
  app = await startTestApp({ now: '2020-03-02T06:00:00Z' });
  return app;
}

const close = (date: string) => {
  app.clock.set(`${addDays(date, 1)}T06:00:00Z`);
  return app.slices.dayClose.closeMining(date, app.clock.now());
};
const bookChecks = () => [...app.slices.electricity.bookChecks, ...app.slices.dayClose.bookChecks];

describe('the order of days', () => {
  beforeAll(async () => {
    await fresh();
    for (const date of ['2020-03-01', '2020-03-02', '2020-03-03']) await addNetworkDay(app.owner, { ...realDay, date });
  });
  afterAll(() => app.stop());

  it('refuses a day that is not over', async () => {
    app.clock.set('2020-03-01T23:59:59Z');
    const result = await app.slices.dayClose.closeMining('2020-03-01', app.clock.now());
    expect(result).toEqual({ outcome: 'refused', reasons: ['2020-03-01 is not over'] });
  });

  it('refuses a day without its network day, and keeps nothing of it', async () => {
    const result = await close('2020-02-20');
    expect(result).toMatchObject({ outcome: 'refused', reasons: [expect.stringContaining('network day')] });
    expect((await app.database.query({ text: 'select from day_close' })).rows).toEqual([]);
  });

  it('takes any day first, then every next one, and each once', async () => {
    expect(await close('2020-03-01')).toMatchObject({ outcome: 'closed' });
    expect(await close('2020-03-03')).toMatchObject({
      outcome: 'refused',
      reasons: ['days close in order: 2020-03-02 comes next'],
    });
    expect(await close('2020-02-29')).toMatchObject({ outcome: 'refused' });
    expect(await close('2020-03-02')).toMatchObject({ outcome: 'closed' });
    const sealed = await app.database.query({ text: 'select * from day_close order by date' });
    expect(await close('2020-03-01')).toEqual({ outcome: 'already-closed', warnings: [] });
    expect(await app.database.query({ text: 'select * from day_close order by date' })).toEqual(sealed);
  });
});

describe('outputs', () => {
  beforeAll(fresh);
  afterAll(() => app.stop());

  it('come to the published golden case: 1 PH/s at difficulty 21448277761059', async () => {
    const owner = await addCustomer(app.owner, ++customers);
    await addWorldMachine(app.owner, { machineNo: 'golden', customerId: owner, hashrate: '1000', poolFeeRate: '0' });
    const day = { date: '2020-03-01', blocks: 149, subsidySum: '931.25', feeSum: '110.36520932' };
    await addNetworkDay(app.owner, { ...day, epochs: [{ difficulty: '21448277761059', seconds: 86_400 }] });
    await addPrice(app.owner, day.date, 10_000_000_000n);
    expect(await close(day.date)).toMatchObject({ outcome: 'closed' });
    const { rows } = await app.database.query<{ net: bigint }>({ text: 'select net from machine_output' });
    // 0.0058619 BTC of PPS times the fee rate 1.11851…
    expect(rows).toEqual([{ net: 655_665n }]);
  });

  it('equal the formula of the mining package for any network day, machine and hours', async () => {
    const owner = await addCustomer(app.owner, ++customers);
    let date = '2020-03-01';
    await fc.assert(
      fc.asyncProperty(
        anyNetworkDay,
        fc.array(anyMachine, { minLength: 1, maxLength: 8 }),
        async (network, machines) => {
          date = addDays(date, 1);
          const day = { ...network, date };
          await addNetworkDay(app.owner, day);
          await addPrice(app.owner, date, 9_000_000_000n);
          const ids = new Map<bigint, (typeof machines)[number]>();
          for (const [index, machine] of machines.entries()) {
            const { from, to, hashrate, poolFeeRate } = machine;
            const runs = [[instant(date, from), instant(date, to)]] as const;
            const machineNo = `${date} ${index}`;
            const id = await addWorldMachine(app.owner, { machineNo, customerId: owner, hashrate, poolFeeRate, runs });
            ids.set(id, machine);
          }
          expect(await close(date)).toMatchObject({ outcome: 'closed' });
          const { rows } = await app.database.query<{
            machine_id: bigint;
            gross: bigint;
            pool_fee: bigint;
            net: bigint;
          }>({
            text: 'select machine_id, gross, pool_fee, net from machine_output where date = $1 and machine_id = any($2)',
            values: [date, [...ids.keys()]],
          });
          const expected = [...ids].filter(([, { from, to }]) => Math.floor(to) > Math.ceil(from));
          expect(rows.length).toBe(expected.length);
          for (const row of rows) {
            const machine = ids.get(row.machine_id) as (typeof machines)[number];
            const epochs = secondsByEpoch(day, machine.from, machine.to);
            const { gross, poolFee, net } = fppsOutput({ ...day, ...machine, epochs });
            expect([row.gross, row.pool_fee, row.net]).toEqual([gross, poolFee, net]);
          }
        },
      ),
      { numRuns: 25 },
    );
    await assertBooksBalance(app.database, bookChecks());
  });
});

const decimal = (least: number, most: number, scale: number) =>
  fc
    .bigInt(BigInt(least) * 10n ** BigInt(scale), BigInt(most) * 10n ** BigInt(scale))
    .map((value) => formatDecimal(value, scale));

const anyNetworkDay: fc.Arbitrary<Omit<NetworkDay, 'date'>> = fc.record({
  blocks: fc.integer({ min: 1, max: 250 }),
  subsidySum: decimal(1, 3000, 8),
  feeSum: decimal(0, 900, 8),
  epochs: fc.array(fc.integer({ min: 1, max: 86_399 }), { maxLength: 2 }).chain((cuts) => {
    const edges = [0, ...new Set(cuts.toSorted((a, b) => a - b)), 86_400];
    const parts = edges.slice(1).map((edge, i) => edge - (edges[i] as number));
    return fc
      .array(decimal(1_000_000, 90_000_000_000_000, 2), { minLength: parts.length, maxLength: parts.length })
      .map((difficulties) => parts.map((seconds, i) => ({ difficulty: difficulties[i] as string, seconds })));
  }),
});

const anyMachine = fc
  .record({
    hashrate: decimal(1, 5000, 3),
    poolFeeRate: decimal(0, 1, 6).map((rate) => (rate === '1.000000' ? '0.5' : rate)),
    from: fc.integer({ min: 0, max: 86_399 }),
    length: fc.integer({ min: 1, max: 86_400 }),
  })
  .map(({ from, length, ...machine }) => ({ ...machine, from, to: Math.min(86_400, from + length) }));

/** Whole seconds of `from`…`to` in each epoch. */
function secondsByEpoch({ epochs }: NetworkDay, from: number, to: number) {
  let start = 0;
  return epochs.map(({ difficulty, seconds }) => {
    const part = Math.max(0, Math.min(to, start + seconds) - Math.max(from, start));
    start += seconds;
    return { difficulty, seconds: part };
  });
}

describe('a customer over several days', () => {
  beforeAll(fresh);
  afterAll(() => app.stop());

  const dates = ['2020-03-10', '2020-03-11', '2020-03-12', '2020-03-13', '2020-03-14'];
  // The fall of March 2020: the last days do not pay for old machines.
  const pricesOf = {
    BTC: [7_936_250_000n, 7_885_920_000n, 4_857_100_000n, 5_637_610_000n, 5_169_370_000n],
    ETH: [200_690_000n, 194_870_000n, 112_350_000n, 133_200_000n, 123_310_000n],
    DOGE: [2_260n, 2_250n, 1_570n, 1_800n, 1_690n],
  };
  const prices = new Map(
    Object.entries(pricesOf).flatMap(([coin, values]) =>
      dates.map((date, i) => [`${coin} ${date}`, values[i] as bigint]),
    ),
  );

  interface Life {
    id: bigint;
    paper: PaperCustomer;
    machines: PaperMachine[];
  }

  it('has the outputs, payments and debts that a person works out, whatever the account pays first', async () => {
    const lives: Life[] = [];
    for (const input of fc.sample(anyLife, { numRuns: 40, seed: 20_200_310 })) lives.push(await closeDaysOf(input));
    for (const date of dates) {
      const network = { ...realDay, date };
      await addNetworkDay(app.owner, network);
      for (const coin of ['BTC', 'ETH', 'DOGE']) {
        await addPrice(app.owner, date, prices.get(`${coin} ${date}`) as bigint, coin);
      }
      expect(await close(date)).toMatchObject({ outcome: 'closed' });
      for (const { id, paper, machines } of lives) {
        liveThroughDay(paper, machines, network, prices);
        expect(await balanceOf(app.database, id, 'USDT'), `prepaid of ${id} on ${date}`).toBe(paper.prepaid);
        for (const coin of ['BTC', 'ETH', 'DOGE'] as const) {
          expect(await balanceOf(app.database, id, coin), `${coin} of ${id} on ${date}`).toBe(paper.output[coin]);
        }
        expect(await chargesOf(app.database, id)).toEqual(onPaper(paper));
      }
    }
    const charges = lives.flatMap(({ paper }) => paper.charges);
    // The days are only worth something when every way of paying was among them.
    expect(charges.some(({ prepaid, covered }) => prepaid > 0n && covered > 0n)).toBe(true);
    expect(charges.some(({ output }) => output.BTC > 0n && output.ETH > 0n && output.DOGE > 0n)).toBe(true);
    expect(charges.some(({ promotion, prepaid }) => promotion > 0n && promotion < prepaid)).toBe(true);
    expect(charges.some(({ owed }) => owed > 0n)).toBe(true);
    expect(charges.some(({ amount, covered }) => covered === amount && amount > 0n)).toBe(true);
    await assertBooksBalance(app.database, bookChecks());
  });

  interface LifeInput {
    outputFirst: boolean;
    prepaid: bigint;
    promotion: bigint;
    output: PaperOutput;
    machines: Omit<PaperMachine, 'machineNo' | 'seconds'>[];
  }

  const anyLife: fc.Arbitrary<LifeInput> = fc.record({
    outputFirst: fc.boolean(),
    prepaid: fc.oneof(fc.constant(0n), fc.bigInt(1n, 3_000_000n), fc.bigInt(1n, 60_000_000n)),
    promotion: fc.oneof(fc.constant(0n), fc.bigInt(1n, 9_000_000n)),
    output: fc.record({
      BTC: fc.oneof(fc.constant(0n), fc.bigInt(1n, 40_000n)),
      ETH: fc.oneof(fc.constant(0n), fc.bigInt(1n, 1_500_000n)),
      DOGE: fc.oneof(fc.constant(0n), fc.bigInt(1n, 90_000_000_000n)),
    }),
    machines: fc.array(
      fc.record({
        coin: fc.constantFrom('BTC', 'BTC', 'ETH', 'DOGE'),
        hashrate: fc.constantFrom('13.5', '40', '50', '53', '68'),
        poolFeeRate: fc.constantFrom('0.04', '0.025'),
        powerWatts: fc.constantFrom(1323, 2200, 1975, 2385, 3360),
        price: fc.constantFrom('0.045', '0.065', '0.078', '0.35'),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  });

  async function closeDaysOf({ machines, outputFirst, prepaid, promotion, output }: LifeInput): Promise<Life> {
    const id = await addCustomer(app.owner, ++customers);
    if (outputFirst) await choosePayMode(app.owner, id, 'OUTPUT_FIRST');
    await giveMoney(app.database, id, 'ELE_ACCOUNT', prepaid, '2020-03-09T00:00:00Z');
    await givePromotion(app.owner, id, promotion, '2020-03-09T00:00:00Z');
    for (const coin of ['BTC', 'ETH', 'DOGE'] as const) {
      await giveMoney(app.database, id, 'OUTPUT_ACCOUNT', output[coin], '2020-03-09T00:00:00Z', coin);
    }
    const onPaper: PaperMachine[] = [];
    for (const [index, machine] of machines.entries()) {
      const machineNo = `${id}-${index}`;
      // A machine that can fall into arrears would stop: here each only runs, and what it owes piles up.
      const runs = dates.map((date) => [instant(date, 0), instant(date, 80_000)] as const);
      await addWorldMachine(app.owner, { machineNo, customerId: id, ...machine, runs });
      onPaper.push({ machineNo, ...machine, seconds: [80_000] });
    }
    return {
      id,
      paper: { outputFirst, prepaid: prepaid + promotion, promotion, output: { ...output }, charges: [] },
      machines: onPaper,
    };
  }

  function onPaper({ charges }: PaperCustomer) {
    return charges.map(({ date, machineNo, amount, prepaid, promotion, output, covered, owed }) => ({
      machine_no: machineNo,
      date,
      amount,
      paid_prepaid: prepaid,
      paid_promotion: promotion,
      paid_btc: output.BTC,
      paid_eth: output.ETH,
      paid_doge: output.DOGE,
      paid_output_usdt: covered,
      owed,
    }));
  }
});
