// Every source keeps the same promise: what a coin is worth, to the micro-USDT, and since when; null for a coin that it does not
// trade; and an error, never a price, for anything else. The tickers are the exchanges' published samples; what is wrong is made of them.
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnsweringServer, say, startAnsweringServer } from '../../testing/answering-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { cachedSource } from './cached-source.ts';
import { type ExchangeName, exchangeNames, exchangeSource } from './exchange-sources.ts';
import { loadPriceSources } from './price-config.ts';
import type { PriceSource } from './price-source.ts';
import { insertPrices } from './prices.store.ts';

interface Recorded {
  path: string;
  ticker: object;
  expected: { usdt: bigint; time: Date };
  unknown: { status: number; body: object };
  /** The same ticker with another price. */
  priced(price: unknown): object;
  /** The same ticker without its time. */
  timeless: object;
}

/**
 * The samples of the exchanges' own references, to the letter; they are of other pairs than ours.
 * https://github.com/binance/binance-spot-api-docs/blob/master/rest-api.md, 24hr ticker, MINI
 */
const binance = {
  symbol: 'BNBBTC',
  openPrice: '99.00000000',
  highPrice: '100.00000000',
  lowPrice: '0.10000000',
  lastPrice: '4.00000200',
  volume: '8913.30000000',
  quoteVolume: '15.30000000',
  openTime: 1499783499040,
  closeTime: 1499869899040,
  firstId: 28385,
  lastId: 28460,
  count: 76,
};
/** https://www.okx.com/docs-v5/en/, Order Book Trading, Market Data, GET / Ticker */
const okx = {
  instType: 'SWAP',
  instId: 'BTC-USD-SWAP',
  last: '56956.1',
  lastSz: '3',
  askPx: '56959.1',
  askSz: '10582',
  bidPx: '56959',
  bidSz: '4552',
  open24h: '55926',
  high24h: '57641.1',
  low24h: '54570.1',
  volCcy24h: '81137.755',
  vol24h: '46258703',
  ts: '1620289117764',
  sodUtc0: '55926',
  sodUtc8: '55926',
};
/** https://docs.cdp.coinbase.com/api-reference/exchange-api/rest-api/products/get-product-ticker */
const coinbase = {
  trade_id: 86326522,
  price: '6268.48',
  size: '0.00698254',
  time: '2020-03-20T00:22:57.833Z',
  bid: '6265.15',
  ask: '6267.71',
  volume: '53602.03940154',
  rfq_volume: '123.122',
  conversions_volume: '0.00',
};

const recorded: Record<ExchangeName, Recorded> = {
  binance: {
    path: '/api/v3/ticker/24hr?symbol=BTCUSDT&type=MINI',
    ticker: binance,
    expected: { usdt: 4_000_002n, time: new Date('2017-07-12T14:31:39.040Z') },
    unknown: { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } },
    priced: (price) => ({ ...binance, lastPrice: price }),
    timeless: { ...binance, closeTime: undefined },
  },
  okx: {
    path: '/api/v5/market/ticker?instId=BTC-USDT',
    ticker: { code: '0', msg: '', data: [okx] },
    expected: { usdt: 56_956_100_000n, time: new Date('2021-05-06T08:18:37.764Z') },
    unknown: { status: 200, body: { code: '51001', msg: "Instrument ID doesn't exist", data: [] } },
    priced: (price) => ({ code: '0', msg: '', data: [{ ...okx, last: price }] }),
    timeless: { code: '0', msg: '', data: [{ ...okx, ts: '' }] },
  },
  coinbase: {
    path: '/products/BTC-USDT/ticker',
    ticker: coinbase,
    expected: { usdt: 6_268_480_000n, time: new Date('2020-03-20T00:22:57.833Z') },
    unknown: { status: 404, body: { message: 'NotFound' } },
    priced: (price) => ({ ...coinbase, price }),
    timeless: { ...coinbase, time: null },
  },
};

let server: AnsweringServer;
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  server = await startAnsweringServer();
});
beforeEach(() => {
  server.asked = [];
});
afterAll(async () => {
  await test.drop();
  await server.close();
});

interface Promised {
  source(): PriceSource;
  /** Makes the source know that price of BTC, and not know ETH. */
  set(): Promise<{ usdt: bigint; time: Date }>;
  without(): void;
}

const promised: Record<string, Promised> = {
  ...Object.fromEntries(
    exchangeNames.map((name) => [
      name,
      {
        source: () => exchangeSource(name, server.origin),
        set: async () => {
          server.answer = say(recorded[name].ticker);
          return recorded[name].expected;
        },
        without: () => {
          server.answer = say(recorded[name].unknown.body, recorded[name].unknown.status);
        },
      },
    ]),
  ),
  kept: {
    source: () => cachedSource(test.database),
    set: async () => {
      const usdt = 62_000_000_001n;
      await insertPrices(test.database, [{ coin: 'BTC', date: '2024-06-21', usdt, source: 'import' }], new Date());
      return { usdt, time: new Date('2024-06-21T00:00:00Z') };
    },
    without: () => {},
  },
};

describe.each(Object.entries(promised))('%s', (_name, { source, set, without }) => {
  it('tells the price to the micro-USDT, and its time', async () => {
    const expected = await set();
    expect(await source().priceOf('BTC')).toEqual(expected);
  });

  it('answers null for a coin that it does not trade', async () => {
    without();
    expect(await source().priceOf('ETH')).toBeNull();
  });
});

describe.each(exchangeNames)('the exchange %s', (name) => {
  const { path, priced, timeless, ticker } = recorded[name];
  const priceOf = () => exchangeSource(name, server.origin).priceOf('BTC');

  it('is asked by its public call', async () => {
    server.answer = say(ticker);
    await priceOf();
    expect(server.asked).toEqual([path]);
  });

  it.each([
    ['62109.99123456', 62_109_991_234n],
    ['62109.9999999', 62_109_999_999n],
    ['0.000001999999999999', 1n],
    ['62109', 62_109_000_000n],
  ])('keeps %s to the micro-USDT, rounded down', async (price, usdt) => {
    server.answer = say(priced(price));
    expect(await priceOf()).toMatchObject({ usdt });
  });

  const wrong: [string, (response: ServerResponse) => void][] = [
    ['a fault of its own', say({ message: 'internal' }, 500)],
    ['a limit', say({ code: -1003, msg: 'Too many requests' }, 429)],
    ['no JSON', say('<html>maintenance</html>')],
    ['no object', say('null')],
    ['an empty object', say({})],
    ['no time', say(timeless)],
    ['no price', say(priced(undefined))],
    ['a price of nothing', say(priced('0.00000000'))],
    ['a price that is nothing to the micro-USDT', say(priced('0.0000009'))],
    ['a negative price', say(priced('-1'))],
    ['a price that is a float', say(priced(62_109.99))],
    ['an exponent', say(priced('6.2e4'))],
    ['an endless answer', say(`{"a":"${'a'.repeat(70_000)}"}`)],
    [
      'another address',
      (response) => {
        response.writeHead(302, { location: `${server.origin}/elsewhere` });
        response.end();
      },
    ],
    ['a broken line', (response) => response.destroy()],
  ];
  it.each(wrong)('with %s has no price', async (_, broken) => {
    server.answer = broken;
    await expect(priceOf()).rejects.toMatchObject({ name: 'PriceUnavailable' });
    expect(server.asked).toHaveLength(1);
  });
});

describe('PRICE_SOURCES', () => {
  const names = (text: string | undefined) => loadPriceSources({ PRICE_SOURCES: text }).map(({ name }) => name);

  it('selects the sources, none by default', () => {
    expect(names(undefined)).toEqual([]);
    expect(names(' binance, coinbase ,okx=http://127.0.0.1:9 ')).toEqual(['binance', 'coinbase', 'okx']);
  });

  it.each(['kraken', 'binance,binance', 'okx=ftp://a', 'BINANCE', 'okx='])('refuses %s', (text) => {
    expect(() => names(text)).toThrow('PRICE_SOURCES');
  });

  it('asks the address that stands in', async () => {
    server.answer = say(recorded.okx.ticker);
    const [source] = loadPriceSources({ PRICE_SOURCES: `okx=${server.origin}` });
    expect(await source?.priceOf('BTC')).toEqual(recorded.okx.expected);
  });
});
