import type { ConsoleData } from '@lode/contract/console';
import { customerAccounts, readTrialBalance, type TrialBalanceLine } from '@lode/ledger';
import { type Coin, formatAmount } from '@lode/money';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Run } from '../runs.store.ts';

type Balances = Omit<TrialBalanceLine, 'account'>;

/** Every account of a coin on one business date, with sums that are zero and equal while the books are right. */
export async function trialBalance(
  db: Queryable,
  { coin, date }: { coin: Coin; date: string },
  run: Run | null,
): Promise<ConsoleData<'trialBalance'>> {
  const lines = await readTrialBalance(db, { coin, from: date, to: date });
  const view = ({ opening, debit, credit, closing }: Balances) => ({
    opening: formatAmount(opening, coin),
    debit: formatAmount(debit, coin),
    credit: formatAmount(credit, coin),
    closing: formatAmount(closing, coin),
  });
  const sum = (of: keyof Balances) => lines.reduce((all, line) => all + line[of], 0n);
  return {
    coin,
    date,
    lines: lines.map((line) => ({ account: line.account, isCustomers: isCustomers(line.account), ...view(line) })),
    sums: view({ opening: sum('opening'), debit: sum('debit'), credit: sum('credit'), closing: sum('closing') }),
    check: run && {
      at: run.endedAt.toISOString(),
      isClean: run.differences !== null && run.differences[coin].count === 0,
    },
  };
}

const isCustomers = (account: string): boolean => (customerAccounts as readonly string[]).includes(account);
