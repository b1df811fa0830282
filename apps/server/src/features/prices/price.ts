import { importColumns } from '@lode/contract/import-columns';
import { minedCoins } from '@lode/money';
import { columnOf } from '../../platform/csv-words.zh.ts';
import { type RawLine, readFacts } from '../../platform/imports.ts';
import { LineReader } from '../../platform/line-reader.ts';
import * as say from './sentences.zh.ts';

export const pricedCoins = minedCoins;
export type PricedCoin = (typeof pricedCoins)[number];

/** The price of a mining day, fixed once: what output is worth when it pays electricity. Micro-USDT for one coin. */
export interface ReferencePrice {
  coin: PricedCoin;
  date: string;
  usdt: bigint;
  source: string;
}

export const priceColumns = importColumns.PRICES.required;
export type PriceColumn = (typeof priceColumns)[number];

export const microUsdt = 6;
const largestPrice = 10n ** 15n;

export function readPrices(rawLines: readonly RawLine<PriceColumn>[], today: string) {
  return readFacts(rawLines, (raw) => {
    const reader = new LineReader(raw, columnOf);
    const fact: ReferencePrice = {
      date: reader.pastDay('date', today),
      coin: reader.choice('coin', pricedCoins),
      usdt: reader.decimal('usdt', microUsdt, (value) => value > 0n && value <= largestPrice, say.price),
      source: 'import',
    };
    const keyName = say.priceOf(fact.coin, fact.date);
    return { fact, key: keyName.en, keyName, reasons: reader.reasons };
  });
}
