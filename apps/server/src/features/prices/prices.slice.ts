import type { Command } from '../../platform/commands/command.ts';
import { importCommand } from '../../platform/commands/import-command.ts';
import type { ConsoleImport } from '../../platform/console-import.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type FixPricesDeps, fixPrices } from './fix-prices.ts';
import { importPrices, previewPrices, replayPrices } from './import-prices.ts';
import { type PriceColumn, priceColumns } from './price.ts';
import { newestPrices } from './prices.store.ts';
import { rateFetcher } from './rates/fetch-rate.ts';
import { importRates, previewRates, type RateColumn, rateColumns, replayRate } from './rates/import-rates.ts';
import type { RateQuote, RateSource } from './rates/rate-source.ts';
import { newestRate } from './rates/rates.store.ts';

export interface PricesDeps extends FixPricesDeps {
  /** Who quotes the exchange rate; null where it comes from files. */
  rateSource: RateSource | null;
}

export function pricesSlice(deps: PricesDeps) {
  return {
    /** Lets the price of a past day stand for a date of the demo. */
    replayPrices,
    /** The same of the exchange rate. */
    replayRate,
    newestPrices,
    /** The newest rate that was quoted by then: micro-CNY for one USDT. */
    cnyRate: (db: Queryable, now: Date): Promise<RateQuote | null> => newestRate(db, now),
    ticks: [
      (now: Date) => fixPrices(deps, now),
      rateFetcher({ database: deps.database, source: deps.rateSource, log: deps.log }),
    ],
    importing: {
      PRICES: {
        columns: { required: priceColumns },
        run: (into, lines, { now }) => importPrices(into, lines, now),
        preview: (lines, newLines, { now }) => previewPrices(lines, newLines, now),
      } satisfies ConsoleImport<PriceColumn>,
      RATES: {
        columns: { required: rateColumns },
        run: (into, lines, { now }) => importRates(into, lines, now),
        preview: (lines, newLines, { now }) => previewRates(lines, newLines, now),
      } satisfies ConsoleImport<RateColumn>,
    },
    commands: {
      'import:prices': importCommand({
        summary: 'Brings in the prices of mining days',
        example: 'prices.csv',
        columns: { required: priceColumns },
        options: {},
        run: (lines, _input, { database, clock }) => importPrices(database, lines, clock.now()),
      }),
      'import:rates': importCommand({
        summary: 'Brings in the exchange rates of mining days: CNY for one USDT',
        example: 'rates.csv',
        columns: { required: rateColumns },
        options: {},
        run: (lines, _input, { database, clock }) => importRates(database, lines, clock.now()),
      }),
    } satisfies Record<string, Command>,
  };
}
