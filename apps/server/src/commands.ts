import { readKeptMonths } from '@lode/ledger';
import { booksCheck } from './commands/books-check.ts';
import { pepperCheck } from './commands/pepper-check.ts';
import { withAttribution } from './composition/attributed-commands.ts';
import { bookChecksOf } from './composition/book-checks.ts';
import type { SliceParts } from './composition/proposal-handlers.ts';
import type { SliceDeps } from './composition/slice-deps.ts';
import { composeSlices } from './composition/slices.ts';
import { readDaysElsewhere } from './platform/books/sealed-days.ts';
import { systemClock } from './platform/clock/clock.ts';
import type { Catalogue } from './platform/commands/catalogue.ts';
import type { Command } from './platform/commands/command.ts';
import { loadConfig } from './platform/config/config.ts';
import type { Database } from './platform/db/database.ts';
import { createPasswords } from './platform/secrets/passwords.ts';

export function composeCatalogue(deps: SliceDeps): Catalogue {
  const composed = composeSlices(deps);
  const slices = Object.values(composed) as SliceParts[];
  const bookChecks = bookChecksOf(composed);
  const merged = (part: 'commands' | 'opsCommands'): Record<string, Command> =>
    Object.assign({}, ...slices.map((slice) => slice[part] ?? {}));
  const ops = merged('opsCommands');
  const commands = merged('commands');
  const attribution = { ...composed.staff, isDemo: deps.config.mode !== 'production' };
  return {
    commands: {
      'books:check': booksCheck(
        (now) => composed.books.checkNow(bookChecks, now),
        composed.deposits.custodyChecks,
        async () => ({
          ledger: await readKeptMonths(deps.database),
          days: await readDaysElsewhere(deps.database),
        }),
      ),
      ...withAttribution(commands, attribution),
    },
    ops: withAttribution(
      { ...ops, 'pepper:check': pepperCheck(), ...composed.staff.proposalCommands(composed.findHandler) },
      attribution,
    ),
  };
}

/** The same declarations without a database, for the help and for reading a command line: nothing of it can run. */
export function declaredCatalogue(): Catalogue {
  const pepper = Buffer.alloc(0);
  return composeCatalogue({
    database: noDatabase,
    clock: systemClock(0),
    config: loadConfig({}),
    passwords: createPasswords(pepper),
    pepper,
  });
}

const refuse = (): Promise<never> => Promise.reject(new Error('this catalogue has no database'));
const noDatabase: Database = { query: refuse, pipelined: refuse, transaction: refuse, end: () => Promise.resolve() };
