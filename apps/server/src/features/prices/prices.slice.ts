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
        columns: { required: priceColumns },
        run: ({ database, clock }, lines) => importPrices(database, lines, clock.now()),
      }),
    } satisfies Record<string, Command>,
  };
}
