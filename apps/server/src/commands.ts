import type { BookCheck } from '@lode/ledger';
import { booksCheck } from './commands/books-check.ts';
import { composeSlices } from './composition/slices.ts';
import { type Command, UsageError } from './platform/commands/command.ts';
import type { Product } from './product.ts';

/** What a slice gives to the command line, each part only if it has any. */
interface SliceParts {
  /** By name: `import:prices`. */
  commands?: Record<string, Command>;
  /** What staff does, by name under `ops`: `machine:status`. */
  opsCommands?: Record<string, Command>;
  /** What must be true of the books beyond the ledger's own law. */
  bookChecks?: readonly BookCheck[];
}

/** Every command of the product by its name. */
export function commandsOf(product: Product): Record<string, Command> {
  const composed = composeSlices(product);
  const slices = Object.values(composed) as SliceParts[];
  const bookChecks = slices.flatMap(({ bookChecks = [] }) => bookChecks);
  const merged = (part: 'commands' | 'opsCommands') => Object.assign({}, ...slices.map((slice) => slice[part] ?? {}));
  return {
    'books:check': booksCheck(bookChecks, composed.deposits.custodyChecks),
    ops: opsCommand(merged('opsCommands')),
    ...merged('commands'),
  };
}

/** `npm run ops -- NAME …`: what staff does, for scripts. */
function opsCommand(commands: Record<string, Command>): Command {
  return async (context, [name = '', ...args]) => {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`no such deed; there are ${Object.keys(commands).sort().join(', ')}`);
    return command(context, args);
  };
}
