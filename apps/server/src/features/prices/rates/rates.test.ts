// Both sources keep the same promise: CNY for one USDT to the millionth and since when, or an error. Once an hour the rate is fetched;
// one of another day, or far from the last one, is refused and logged.
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnsweringServer, say, startAnsweringServer } from '../../../testing/answering-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/harness.ts';
import { recordingLog } from '../../../testing/recording-log.ts';
import { loadRateSource } from '../price-config.ts';
import { cachedRate } from './cached-rate.ts';
import { coingeckoSource } from './coingecko-source.ts';
import { rateFetcher } from './fetch-rate.ts';
import { importRates } from './import-rates.ts';
import type { RateQuote, RateSource } from './rate-source.ts';
import { insertRates, newestRate } from './rates.store.ts';

/** The form of https://docs.coingecko.com/reference/simple-price, for the coin and currency that are asked for. */
const sample = (cny: unknown, at: unknown = 1711356300) => ({ tether: { cny, last_updated_at: at } });

let test: TestDatabase;
let server: AnsweringServer;
beforeAll(async () => {
  test = await createTestDatabase();
  server = await startAnsweringServer();
});
beforeEach(async () => {
  server.asked = [];
  await test.owner.query({ text: 'delete from exchange_rate' });
});
afterAll(async () => {
  await test.drop();
  await server.close();
});

const now = new Date('2024-03-25T09:00:00Z');
const quote: RateQuote = { cny: 7_243_219n, time: new Date('2024-03-25T08:45:00Z') };
const promised: Record<string, { source: () => RateSource; set: () => Promise<void> }> = {
  coingecko: {
    source: () => coingeckoSource(server.origin),
    set: async () => {
      server.answer = say(sample(7.243219));
    },
  },
  kept: {
    source: () => cachedRate(test.database, { now: () => now }),
    set: async () => {
      await insertRates(test.database, [{ ...quote, source: 'import' }], now);
    },
  },
};

it.each(Object.entries(promised))('%s tells the rate to the millionth, and its time', async (_, { source, set }) => {
  await set();
  expect(await source().rate()).toEqual(quote);
});

describe('coingecko', () => {
  it('is asked by its public call', async () => {
    server.answer = say(sample(7));
    expect(await coingeckoSource(server.origin).rate()).toMatchObject({ cny: 7_000_000n });
    expect(server.asked).toEqual([
      '/api/v3/simple/price?ids=tether&vs_currencies=cny&include_last_updated_at=true&precision=6',
    ]);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['a limit', say({ status: { error_code: 429 } }, 429)],
    ['an empty object', say({})],
    ['no rate', say(sample(undefined))],
    ['a rate of nothing', say(sample(0))],
    ['a negative rate', say(sample(-7))],
    ['a rate as text', say(sample('7.24'))],
    ['a rate with an exponent', say(sample(1e21))],
    ['no time', say(sample(7.24, null))],
    ['a time that is none', say(sample(7.24, 1.5))],
    ['a broken line', (response) => response.destroy()],
  ])('with %s has no rate', async (_, broken) => {
    server.answer = broken;
    await expect(coingeckoSource(server.origin).rate()).rejects.toMatchObject({ name: 'PriceUnavailable' });
  });
});

describe('fetching', () => {
  const log = recordingLog();
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const fetcherOf = (answers: () => RateQuote | null) =>
    rateFetcher({ database: test.database, source: { name: 's', rate: async () => answers() }, log });

  it('happens once an hour', async () => {
    let answer: RateQuote = quote;
    const fetch = fetcherOf(() => answer);
    await fetch(now);
    answer = { cny: 7_300_000n, time: later(40) };
    await fetch(later(40));
    expect(await newestRate(test.database, later(40))).toEqual(quote);
    answer = { cny: 7_300_000n, time: later(50) };
    await fetch(later(50));
    expect(await newestRate(test.database, later(50))).toEqual(answer);
  });

  it('leaves a source that has nothing new alone for five minutes', async () => {
    let asks = 0;
    const fetch = fetcherOf(() => {
      asks++;
      return null;
    });
    for (const minutes of [0, 0.1, 4.9, 5]) await fetch(later(minutes));
    expect(asks).toBe(2);
  });

  it.each<[string, Partial<RateQuote>]>([
    ['of another day', { time: new Date('2024-03-24T08:59:59Z') }],
    ['from ahead', { time: new Date('2024-03-25T09:02:00Z') }],
    ['a tenth above the last one', { cny: 7_700_001n }],
    ['a tenth below it', { cny: 6_299_999n }],
  ])('refuses a rate %s: logged, and the last one stands', async (_, given) => {
    const last = { cny: 7_000_000n, time: later(-70) };
    await insertRates(test.database, [{ ...last, source: 'import' }], now);
    const before = log.events.length;
    await fetcherOf(() => ({ ...quote, ...given }))(now);
    expect(log.events.slice(before)).toMatchObject([{ event: 'rate.unavailable' }]);
    expect(await newestRate(test.database, later(5))).toEqual(last);
  });
});

describe('a file of rates', () => {
  const line = (number: number, date: string, cny: string) => ({ line: number, values: { date, cny } });

  it('comes in whole, and the same again changes nothing', async () => {
    const lines = [line(2, '2024-03-23', '7.2281'), line(3, '2024-03-24', '7.2301')];
    expect(await importRates(test.database, lines, now)).toMatchObject({ imported: 2 });
    expect(await importRates(test.database, lines, now)).toMatchObject({ imported: 0, alreadyThere: 2 });
    const expected = { cny: 7_230_100n, time: new Date('2024-03-24T00:00:00Z') };
    expect(await newestRate(test.database, now)).toEqual(expected);
  });

  it.each([
    ['another rate for a day', '2024-03-23', '7.2282'],
    ['a rate of nothing', '2024-03-24', '0'],
    ['seven decimals', '2024-03-24', '7.2301111'],
    ['a rate ten times as high', '2024-03-24', '72.3'],
    ['a day that is not over', '2024-03-25', '7.23'],
    ['no date', 'yesterday', '7.23'],
  ])('is refused whole with %s', async (_, date, cny) => {
    await importRates(test.database, [line(2, '2024-03-23', '7.2281')], now);
    const lines = [line(2, '2024-03-22', '7.22'), line(3, date, cny)];
    expect(await importRates(test.database, lines, now)).toMatchObject({ outcome: 'refused', errors: [{ line: 3 }] });
    expect(await newestRate(test.database, new Date('2024-03-22T12:00:00Z'))).toBeNull();
  });
});

describe('RATE_SOURCE', () => {
  it('selects the source, none by default, at its own address or another', async () => {
    expect(loadRateSource({})).toBeNull();
    expect(loadRateSource({ RATE_SOURCE: ' coingecko ' })?.name).toBe('coingecko');
    server.answer = say(sample(7.24));
    expect(await loadRateSource({ RATE_SOURCE: `coingecko=${server.origin}` })?.rate()).toMatchObject({
      cny: 7_240_000n,
    });
  });

  it.each(['okx', 'coingecko=ftp://a', 'coingecko=', 'coingecko,coingecko'])('refuses %s', (text) => {
    expect(() => loadRateSource({ RATE_SOURCE: text })).toThrow('RATE_SOURCE');
  });
});
