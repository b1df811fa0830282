import { ConfigError } from '../../platform/config/config.ts';
import { type Environment, environmentReader, type Variables } from '../../platform/config/variables.ts';
import { type ExchangeName, exchangeNames, exchangeSource } from './exchange-sources.ts';
import type { PriceSource } from './price-source.ts';
import { coingeckoSource } from './rates/coingecko-source.ts';
import type { RateSource } from './rates/rate-source.ts';

export const priceVariables = {
  PRICE_SOURCES: {
    otherwise: 'none: prices come from files',
    summary: 'exchanges whose median is the price of a day: binance,okx,coinbase; okx=https://… for a proxy',
  },
  RATE_SOURCE: {
    otherwise: 'none: rates come from files',
    summary: 'who quotes CNY for one USDT, once an hour: coingecko; coingecko=https://… for a proxy',
  },
} as const satisfies Variables;

export function loadPriceSources(env: Environment): PriceSource[] {
  const wanted = (environmentReader(priceVariables, env)('PRICE_SOURCES') ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const sources = wanted.map((text) => {
    const [, name = '', origin] = /^([a-z]+)(?:=(https?:\/\/[^\s=]+))?$/.exec(text) ?? [];
    if (!isExchange(name)) throw new ConfigError(`PRICE_SOURCES knows ${exchangeNames.join(', ')}, and not ${text}`);
    return exchangeSource(name, origin);
  });
  if (new Set(sources.map(({ name }) => name)).size !== sources.length) {
    throw new ConfigError('PRICE_SOURCES names a source twice');
  }
  return sources;
}

/** Null where rates come from files alone. */
export function loadRateSource(env: Environment): RateSource | null {
  const wanted = (environmentReader(priceVariables, env)('RATE_SOURCE') ?? '').trim();
  if (wanted === '') return null;
  const [, origin] = /^coingecko(?:=(https?:\/\/[^\s=]+))?$/.exec(wanted) ?? [];
  if (wanted !== 'coingecko' && origin === undefined) {
    throw new ConfigError('RATE_SOURCE knows coingecko alone');
  }
  return coingeckoSource(origin);
}

function isExchange(name: string): name is ExchangeName {
  return (exchangeNames as readonly string[]).includes(name);
}
