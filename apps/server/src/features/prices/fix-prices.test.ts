// The price of a day is fixed once, in its first hour, from sources that agree on the time; what is stale, down, alone or far from
// yesterday's sets no price, and is logged.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { recordingLog } from '../../testing/recording-log.ts';
import { fixPrices } from './fix-prices.ts';
import { medianPrice } from './median-price.ts';
import { type PriceSource, PriceUnavailable } from './price-source.ts';
import { insertPrices } from './prices.store.ts';

const now = new Date('2026-03-10T00:00:30Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);

/** A source that says one thing about every coin. */
const saying = (name: string, usdt: bigint, time = ago(1)): PriceSource => ({
  name,
  priceOf: async () => ({ usdt, time }),
});
const down = (name: string): PriceSource => ({
  name,
  priceOf: async () => {
    throw new PriceUnavailable(name, 'no answer');
  },
});
const notTrading = (name: string): PriceSource => ({ name, priceOf: async () => null });

describe('the median', () => {
  const of = (...sources: PriceSource[]) => medianPrice(sources, 'BTC', now);

  it('is the middle one, or the mean of the middle two', async () => {
    expect(await of(saying('a', 5n), saying('b', 1n), saying('c', 1_000_000n))).toMatchObject({ usdt: 5n });
    expect(await of(saying('a', 5n), saying('b', 8n))).toMatchObject({ usdt: 6n });
  });

  it('is of the fresh ones, and tells the stale and those down', async () => {
    const sources = [saying('a', 5n), saying('old', 900n, ago(301)), saying('b', 7n), down('gone'), saying('c', 9n)];
    expect(await of(...sources)).toEqual({
      isKnown: true,
      usdt: 7n,
      fresh: ['a', 'b', 'c'],
      stale: ['old'],
      failed: [{ source: 'gone', reason: 'gone: no answer' }],
    });
  });

  it('counts five minutes as fresh, and no claim from the future', async () => {
    expect(await of(saying('a', 5n, ago(300)))).toMatchObject({ isKnown: true });
    expect(await of(saying('a', 5n, ago(301)))).toMatchObject({ isKnown: false, stale: ['a'] });
    expect(await of(saying('a', 5n, ago(-61)))).toMatchObject({ isKnown: false, stale: ['a'] });
  });

  it('is unknown when no more than half of those that trade the coin are fresh', async () => {
    expect(await of(saying('a', 5n), down('b'))).toMatchObject({ isKnown: false, fresh: ['a'] });
    expect(await of(saying('a', 5n), notTrading('b'))).toMatchObject({ isKnown: true, usdt: 5n });
    expect(await of(notTrading('a'))).toMatchObject({ isKnown: false });
    expect(await of()).toMatchObject({ isKnown: false });
  });

  it('lies between what honest sources say as long as they are the majority', async () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 12n });
    await fc.assert(
      fc.asyncProperty(
        fc.array(price, { minLength: 1, maxLength: 5 }),
        fc.array(price, { maxLength: 4 }),
        async (honest, wild) => {
          fc.pre(honest.length > wild.length);
          const answer = await of(...[...honest, ...wild].map((usdt, i) => saying(`s${i}`, usdt)));
          if (!answer.isKnown) throw new Error('unknown');
          const sorted = [...honest].sort((a, b) => (a < b ? -1 : 1));
          expect(answer.usdt >= sorted[0]! && answer.usdt <= sorted.at(-1)!).toBe(true);
        },
      ),
    );
  });
});

describe('fixing the prices of a day', () => {
  let test: TestDatabase;
  let log: ReturnType<typeof recordingLog>;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  beforeEach(() => {
    log = recordingLog();
  });
  afterAll(() => test.drop());

  const fix = (sources: PriceSource[], at: Date) => fixPrices({ database: test.database, sources, log }, at);
  const rows = async (date: string) =>
    (
      await test.database.query({
        text: `select coin, usdt, source from reference_price where date = '${date}' order by coin`,
      })
    ).rows;
  const at = (time: string) => (usdt: bigint) => (name: string) =>
    saying(name, usdt, new Date(new Date(time).getTime() - 1_000));

  it('keeps the median of each coin with the names that it comes from, once', async () => {
    const time = '2026-03-10T00:00:30Z';
    const three = (price: bigint) => ['a', 'b', 'c'].map((name, i) => at(time)(price + BigInt(i))(name));
    await fix(three(100n), new Date(time));
    const first = await rows('2026-03-10');
    expect(first).toEqual(['BTC', 'DOGE', 'ETH'].map((coin) => ({ coin, usdt: 101n, source: 'median of a, b, c' })));
    await fix(three(150n), new Date('2026-03-10T00:01:00Z'));
    expect(await rows('2026-03-10')).toEqual(first);
    expect(log.events).toEqual([]);
  });

  it('tells who was stale or down while the others sufficed', async () => {
    const time = '2026-03-11T00:10:00Z';
    await fix(
      [at(time)(100n)('a'), at(time)(100n)('b'), saying('old', 1n, new Date('2026-03-10T23:00:00Z'))],
      new Date(time),
    );
    expect(log.events[0]).toEqual({
      event: 'price.sources-missing',
      coin: 'BTC',
      date: '2026-03-11',
      missing: 'old (stale)',
    });
    expect(await rows('2026-03-11')).toHaveLength(3);
  });

  it('fixes nothing and says so when most are down, and does so once they are back', async () => {
    const time = '2026-03-12T00:10:00Z';
    const alone = at(time)(100n)('a');
    await expect(fix([alone, down('b'), down('c')], new Date(time))).rejects.toThrow(
      'none for 2026-03-12: BTC without b: no answer',
    );
    expect(await rows('2026-03-12')).toEqual([]);
    await fix([alone, at(time)(100n)('b'), down('c')], new Date(time));
    expect(await rows('2026-03-12')).toHaveLength(3);
  });

  it('fixes nothing that is twice or half of the last price, and leaves it to a person', async () => {
    const time = '2026-03-13T00:10:00Z';
    await expect(fix([at(time)(201n)('a')], new Date(time))).rejects.toThrow('too far from the last one');
    await expect(fix([at(time)(49n)('a')], new Date(time))).rejects.toThrow('too far from the last one');
    expect(await rows('2026-03-13')).toEqual([]);
    await insertPrices(
      test.database,
      [{ coin: 'BTC', date: '2026-03-13', usdt: 300n, source: 'import' }],
      new Date(time),
    );
    await fix([at('2026-03-14T00:10:00Z')(200n)('a')], new Date('2026-03-14T00:10:00Z'));
    expect(await rows('2026-03-14')).toHaveLength(3);
  });

  it('leaves a day to the file after its first hour, and does nothing without sources', async () => {
    const late = '2026-03-15T01:00:01Z';
    await fix([at(late)(200n)('a')], new Date(late));
    await fix([], new Date('2026-03-15T00:10:00Z'));
    expect(await rows('2026-03-15')).toEqual([]);
  });
});
