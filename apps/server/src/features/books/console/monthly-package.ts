import type { ConsoleData } from '@lode/contract/console';
import { readDayMovements, readTrialBalance } from '@lode/ledger';
import { type Coin, coins, formatAmount } from '@lode/money';
import type { Database } from '../../../platform/db/database.ts';
import { inSnapshot } from '../../../platform/db/snapshot.ts';
import { type CoinMonth, type Figures, figuresOf, isEven, type Period, sumsOf } from './month-figures.ts';
import { monthWorkbook } from './month-workbook.ts';

type Package = ConsoleData<'monthlyPackage'>;
/** Balances and movements of a month, on one state of the ledger: each figure is a sum of its postings. */
export async function monthlyPackage(staffReads: Database, { first, last, isOver }: Period): Promise<Package> {
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
      isEven: isEven(sums),
    })),
    files: [
      { name: `lode-trial-balance-${month}.csv`, type: 'text/csv', encoding: 'utf8', content: balancesAsCsv(found) },
      { name: `lode-movements-${month}.csv`, type: 'text/csv', encoding: 'utf8', content: movementsAsCsv(found) },
      {
        name: `lode-books-${month}.json`,
        type: 'application/json',
        encoding: 'utf8',
        content: asJson(found, { first, last, isOver }),
      },
      {
        name: `lode-books-${month}.xlsx`,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        encoding: 'base64',
        content: (await monthWorkbook(found, { first, last, isOver })).toString('base64'),
      },
    ],
  };
}

/** No field holds a comma, a quote or a line break: names of accounts and numbers alone. */
const csv = (rows: readonly (readonly string[])[]): string => rows.map((row) => `${row.join(',')}\r\n`).join('');

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

function asJson(months: readonly CoinMonth[], period: Period): string {
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
