import { type BookCheck, checkBooks, type Difference, describeDifference } from '@lode/ledger';
import { type Command, readArguments, UsageError } from '../platform/commands/command.ts';
import type { Database, DbTx } from '../platform/db/database.ts';

/** `npm run books:check`: says that the books balance, or each difference. */
export function booksCheck(furtherChecks: readonly BookCheck[]): Command {
  return async ({ database, print, fail }, args) => {
    const { values } = readArguments(args, { chains: { type: 'boolean' } });
    if (values.chains) throw new UsageError('--chains needs nodes, and this product has none yet');
    const differences = await inOneSnapshot(database, (dbTx) => checkBooks(dbTx, furtherChecks));
    for (const difference of differences) fail(describeDifference(difference));
    if (differences.length > 0) {
      fail(
        `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}: the books do not balance`,
      );
      return 1;
    }
    print('the books balance');
    return 0;
  };
}

/** The checks are several statements: what is posted between two of them must not look like a difference. */
function inOneSnapshot(database: Database, check: (dbTx: DbTx) => Promise<Difference[]>): Promise<Difference[]> {
  return database.transaction(async (dbTx) => {
    await dbTx.query({ text: 'set transaction isolation level repeatable read, read only' });
    return check(dbTx);
  });
}
