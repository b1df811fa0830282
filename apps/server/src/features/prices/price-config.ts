import { ConfigError } from '../../platform/config/config.ts';
import { type ExchangeName, exchangeNames, exchangeSource } from './exchange-sources.ts';
import type { PriceSource } from './price-source.ts';

/** `PRICE_SOURCES`: `binance,okx,coinbase`, each with an address of its own where a proxy stands in: `okx=https://…`. */
export function loadPriceSources(env: Record<string, string | undefined>): PriceSource[] {
  const wanted = (env.PRICE_SOURCES ?? '')
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

function isExchange(name: string): name is ExchangeName {
  return (exchangeNames as readonly string[]).includes(name);
}
