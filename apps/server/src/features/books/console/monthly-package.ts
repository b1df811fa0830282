import type { ConsoleData } from '@lode/contract/console';
import { type DayMovement, readDayMovements, readTrialBalance, type TrialBalanceLine } from '@lode/ledger';
import { type Coin, coins, formatAmount } from '@lode/money';
import type { Database } from '../../../platform/db/database.ts';
import { inSnapshot } from '../../../platform/db/snapshot.ts';

type Package = ConsoleData<'monthlyPackage'>;
type Figures = Omit<TrialBalanceLine, 'account'>;

interface CoinMonth {
  coin: Coin;
  lines: readonly TrialBalanceLine[];
  sums: Figures;
  movements: readonly DayMovement[];
}

/** Balances and movements of a month, on one state of the ledger: each figure is a sum of its postings. */
export async function monthlyPackage(
  staffReads: Database,
  { first, last, isOver }: { first: string; last: string; isOver: boolean },
): Promise<Package> {
  const month = first.slice(0, 7);
  const found = await inSnapshot(staffReads, async (db) => {
    const all: CoinMonth[] = [];
    for (const coin of coins) {
      const range = { coin, from: first, to: last };
      const lines = await readTrialBalance(db, range);
      all.push({ coin, lines, sums: sumsOf(lines), movements: await readDayMovements(db, range) });
    }
    return all;
  });
  return {
    month,
    isOver,
    coins: found.map(({ coin, sums }) => ({
      coin,
      debit: formatAmount(sums.debit, coin),
      credit: formatAmount(sums.credit, coin),
      isEven: sums.opening === 0n && sums.closing === 0n && sums.debit === sums.credit,
    })),
    files: [
      { name: `lode-trial-balance-${month}.csv`, type: 'text/csv', text: balancesAsCsv(found) },
      { name: `lode-movements-${month}.csv`, type: 'text/csv', text: movementsAsCsv(found) },
      { name: `lode-books-${month}.json`, type: 'application/json', text: asJson(found, { first, last, isOver }) },
    ],
  };
}

function sumsOf(lines: readonly Figures[]): Figures {
  const sum = (of: keyof Figures) => lines.reduce((all, line) => all + line[of], 0n);
  return { opening: sum('opening'), debit: sum('debit'), credit: sum('credit'), closing: sum('closing') };
}

/** No field holds a comma, a quote or a line break: names of accounts and numbers alone. */
const csv = (rows: readonly (readonly string[])[]): string => rows.map((row) => `${row.join(',')}\r\n`).join('');

const figuresOf = ({ opening, debit, credit, closing }: Figures, coin: Coin) =>
  [opening, debit, credit, closing].map((units) => formatAmount(units, coin));

function balancesAsCsv(months: readonly CoinMonth[]): string {
  return csv([
    ['coin', 'account', 'opening', 'debit', 'credit', 'closing'],
    ...months.flatMap(({ coin, lines, sums }) => [
      ...lines.map(({ account, ...figures }) => [coin, account, ...figuresOf(figures, coin)]),
      [coin, 'TOTAL', ...figuresOf(sums, coin)],
    ]),
  ]);
}

function movementsAsCsv(months: readonly CoinMonth[]): string {
  return csv([
    ['date', 'coin', 'account', 'debit', 'credit'],
    ...months.flatMap(({ coin, movements }) =>
      movements.map(({ date, account, debit, credit }) => [
        date,
        coin,
        account,
        formatAmount(debit, coin),
        formatAmount(credit, coin),
      ]),
    ),
  ]);
}

function asJson(months: readonly CoinMonth[], period: { first: string; last: string; isOver: boolean }): string {
  const named = (figures: Figures, coin: Coin) => {
    const [opening, debit, credit, closing] = figuresOf(figures, coin);
    return { opening, debit, credit, closing };
  };
  const document = {
    ...period,
    coins: months.map(({ coin, lines, sums, movements }) => ({
      coin,
      accounts: lines.map(({ account, ...figures }) => ({ account, ...named(figures, coin) })),
      total: named(sums, coin),
      movements: movements.map(({ date, account, debit, credit }) => ({
        date,
        account,
        debit: formatAmount(debit, coin),
        credit: formatAmount(credit, coin),
      })),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
