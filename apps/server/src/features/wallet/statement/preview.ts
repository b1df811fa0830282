import type { Data } from '@lode/contract';
import { coinOfAccount, nameOfAccount } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import type { Database } from '../../../platform/db/database.ts';
import { badInput, type Refusal } from '../../../platform/http/refusal.ts';
import { titleOf } from '../texts.ts';
import { isReported, totals } from './open-statement.ts';
import { readAccountSums, readFirstRows, type StatementRange } from './statement.store.ts';
import { typeTitles } from './texts.ts';

type Preview = Data<'statementPreview'>;

/** What the file will say: it is read anew for the download, so that a file is never older than its order. */
export async function statementPreview(database: Database, range: StatementRange): Promise<Preview | Refusal> {
  if (range.to < range.from) return badInput('to');
  const [sums, first] = await Promise.all([readAccountSums(database, range), readFirstRows(database, range)]);
  const accounts = sums.map(totals).filter(isReported);
  return {
    records: accounts.reduce((sum, { lines }) => sum + lines, 0),
    accounts: accounts.map(({ account, coin, opening, taken, given, closing }) => ({
      ...placeOf(account),
      opening: formatAmount(opening, coin),
      in: formatAmount(given, coin),
      out: formatAmount(taken, coin),
      closing: formatAmount(closing, coin),
    })),
    first: first.map(({ account, coin, type, amount, time }) => ({
      ...placeOf(account),
      title: titleOf(typeTitles, type, amount),
      amount: formatAmount(amount, coin),
      time: time.toISOString(),
    })),
  };
}

function placeOf(account: bigint): Pick<Preview['accounts'][number], 'account' | 'coin'> {
  const name = nameOfAccount(account);
  return { account: name as Preview['accounts'][number]['account'], coin: coinOfAccount(account) };
}
