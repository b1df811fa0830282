import type { Command } from '../../platform/commands/command.ts';
import { importCommand } from '../../platform/commands/import-command.ts';
import { importPrices, replayPrice } from './import-prices.ts';
import { priceColumns } from './price.ts';

export function pricesSlice() {
  return {
    /** Lets the price of a past day stand for a date of the demo. */
    replayPrice,
    commands: {
      'import:prices': importCommand({
        columns: { required: priceColumns },
        run: ({ database, clock }, lines) => importPrices(database, lines, clock.now()),
      }),
    } satisfies Record<string, Command>,
  };
}
