import type { Command } from '../../platform/commands/command.ts';
import { importCommand } from '../../platform/commands/import-command.ts';
import { type FixPricesDeps, fixPrices } from './fix-prices.ts';
import { importPrices, replayPrices } from './import-prices.ts';
import { priceColumns } from './price.ts';

export function pricesSlice(deps: FixPricesDeps) {
  return {
    /** Lets the price of a past day stand for a date of the demo. */
    replayPrices,
    ticks: [(now: Date) => fixPrices(deps, now)],
    commands: {
      'import:prices': importCommand({
        summary: 'Brings in the prices of mining days',
        example: 'prices.csv',
        columns: { required: priceColumns },
        options: {},
        run: (lines, _input, { database, clock }) => importPrices(database, lines, clock.now()),
      }),
    } satisfies Record<string, Command>,
  };
}
