import { DecimalError, divFloor, parseDecimal } from '@lode/money';
import type { PricedCoin } from './price.ts';
import { type PriceSource, PriceUnavailable, type Quote } from './price-source.ts';
import { askPublic, type Json } from './public-call.ts';

/** One call of a public market data API: no key, no account. */
interface Exchange {
  /** Where it is, unless a proxy stands in. */
  origin: string;
  readonly path: (coin: PricedCoin) => string;
  /** Picks price and time out of the answer; null when the exchange says that it does not trade the coin. */
  readonly read: (answer: Json, status: number) => { price: unknown; time: unknown } | null;
}

const exchanges = {
  /** Spot API, `GET /api/v3/ticker/24hr`; an unknown symbol is HTTP 400 with code -1121. */
  binance: {
    origin: 'https://api.binance.com',
    path: (coin) => `/api/v3/ticker/24hr?symbol=${coin}USDT&type=MINI`,
    read: (answer) => (answer.code === -1121 ? null : { price: answer.lastPrice, time: answer.closeTime }),
  },
  /** API v5, `GET /api/v5/market/ticker`; an unknown instrument is code 51001. */
  okx: {
    origin: 'https://www.okx.com',
    path: (coin) => `/api/v5/market/ticker?instId=${coin}-USDT`,
    read: (answer) => {
      if (answer.code === '51001') return null;
      const [ticker] = Array.isArray(answer.data) ? (answer.data as Json[]) : [];
      return { price: ticker?.last, time: ticker?.ts };
    },
  },
  /** Exchange API, `GET /products/{id}/ticker`; an unknown product is HTTP 404. */
  coinbase: {
    origin: 'https://api.exchange.coinbase.com',
    path: (coin) => `/products/${coin}-USDT/ticker`,
    read: (answer, status) => (status === 404 ? null : { price: answer.price, time: answer.time }),
  },
} satisfies Record<string, Exchange>;

export type ExchangeName = keyof typeof exchanges;
export const exchangeNames = Object.keys(exchanges) as ExchangeName[];

const finestScale = 18;
const microScale = 6;

/** The ticker of a public exchange. `origin` puts another address in the place of its own. */
export function exchangeSource(name: ExchangeName, origin: string = exchanges[name].origin): PriceSource {
  const exchange: Exchange = exchanges[name];
  return {
    name,
    async priceOf(coin) {
      const { status, answer } = await askPublic(name, new URL(exchange.path(coin), origin));
      const found = exchange.read(answer, status);
      if (!found) return null;
      if (status !== 200) throw new PriceUnavailable(name, `HTTP ${status}`);
      return readQuote(name, found);
    },
  };
}

function readQuote(name: string, { price, time }: { price: unknown; time: unknown }): Quote {
  const at = new Date(typeof time === 'string' && /^\d{1,15}$/.test(time) ? Number(time) : (time as string | number));
  if ((typeof time !== 'string' && typeof time !== 'number') || Number.isNaN(at.getTime())) {
    throw new PriceUnavailable(name, 'a ticker without a time');
  }
  return { usdt: microUsdt(name, price), time: at };
}

/** Prices come as decimal texts, some with more decimals than we keep. */
function microUsdt(name: string, price: unknown): bigint {
  try {
    const exact = parseDecimal(typeof price === 'string' ? price : '', finestScale);
    const usdt = divFloor(exact, 10n ** BigInt(finestScale - microScale));
    if (usdt > 0n) return usdt;
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
  }
  throw new PriceUnavailable(name, 'a ticker without a price');
}
