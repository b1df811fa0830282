import { type BookCheck, checkBooks, describeDifference } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import type { CustodyCheck } from '../features/deposits/custody.ts';
import { type Command, readArguments } from '../platform/commands/command.ts';
import { inSnapshot } from '../platform/db/snapshot.ts';

/** `npm run books:check`: says that the books balance, or each difference; with `--chains` also against what the nodes say. */
export function booksCheck(furtherChecks: readonly BookCheck[], custodyChecks: readonly CustodyCheck[]): Command {
  return async ({ database, print, fail }, args) => {
    const { values } = readArguments(args, { chains: { type: 'boolean' } });
    const differences = await inSnapshot(database, (dbTx) => checkBooks(dbTx, furtherChecks));
    for (const difference of differences) fail(describeDifference(difference));
    if (differences.length > 0) {
      fail(
        `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}: the books do not balance`,
      );
      return 1;
    }
    print('the books balance');
    return values.chains ? compareCustody(custodyChecks, print, fail) : 0;
  };
}

async function compareCustody(
  checks: readonly CustodyCheck[],
  print: (line: string) => void,
  fail: (line: string) => void,
): Promise<number> {
  let exitCode = 0;
  for (const custody of (await Promise.all(checks.map((check) => check()))).flat()) {
    if ('unknown' in custody) {
      fail(`custody ${custody.coin} cannot be compared: ${custody.unknown}`);
      exitCode = 1;
      continue;
    }
    const { coin, ledger, chain } = custody;
    const line = `custody ${coin} ledger ${formatAmount(ledger, coin)} chain ${formatAmount(chain, coin)}`;
    if (ledger === chain) print(line);
    else {
      fail(`${line}: a difference of ${formatAmount(ledger - chain, coin)}`);
      exitCode = 1;
    }
  }
  return exitCode;
}
