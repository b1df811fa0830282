import { type RawLine, readFacts } from '../../platform/imports.ts';
import { LineReader } from '../../platform/line-reader.ts';

export type PricedCoin = 'BTC' | 'ETH' | 'DOGE';

/** The price of a mining day, fixed once: what output is worth when it pays electricity. Micro-USDT for one coin. */
export interface ReferencePrice {
  coin: PricedCoin;
  date: string;
  usdt: bigint;
  source: string;
}

/**
 * Who can tell the price of a coin now. The adapters to exchanges are composed into a median by whoever asks several;
 * a source that does not know answers null, one that cannot be reached throws. The adapters come with the wallet.
 *
 * @public
 */
export interface PriceSource {
  readonly name: string;
  priceOf(coin: PricedCoin): Promise<{ usdt: bigint; time: Date } | null>;
}

export const priceColumns = ['date', 'coin', 'usdt'] as const;
export type PriceColumn = (typeof priceColumns)[number];

const microUsdt = 6;
const largestPrice = 10n ** 15n;

export function readPrices(rawLines: readonly RawLine<PriceColumn>[], today: string) {
  return readFacts(rawLines, (raw) => {
    const reader = new LineReader(raw);
    const fact: ReferencePrice = {
      date: reader.pastDay('date', today),
      coin: reader.choice('coin', ['BTC', 'ETH', 'DOGE']),
      usdt: reader.decimal(
        'usdt',
        microUsdt,
        (value) => value > 0n && value <= largestPrice,
        'a price in USDT above 0 with at most 6 decimals',
      ),
      source: 'import',
    };
    return { fact, key: `${fact.coin} of ${fact.date}`, reasons: reader.reasons };
  });
}
