import { nameOfAccount } from '@lode/ledger';
import { type Coin, formatAmount, formatShortest } from '@lode/money';
import { shanghaiTime } from '../../../platform/clock/clock.ts';
import type { Cell } from '../../../platform/workbook/workbook-parts.ts';
import { kilowattHours } from '../ledger-records.ts';
import { titleOf } from '../texts.ts';
import type { OpenStatement } from './open-statement.ts';
import type { StatementRow } from './statement.store.ts';
import { accountTitles, statementTexts as texts, typeTitles } from './texts.ts';

const text = (value: string | null): Cell => (value === null ? null : { text: value });
const figure = (value: string | null): Cell => (value === null ? null : { figure: value });

export const headCells: Cell[] = texts.columns.map(text);

export function rowCells(row: StatementRow, balance: bigint): Cell[] {
  const { coin } = row;
  return [
    text(row.businessDate),
    text(shanghaiTime(row.time)),
    text(accountTitles[nameOfAccount(row.account)]),
    text(coin),
    text(titleOf(typeTitles, row.type, row.amount)),
    figure(formatAmount(row.amount, coin)),
    figure(formatAmount(balance, coin)),
    text(row.date),
    text(row.machineNo),
    figure(kilowattHours(row.powerWatts, row.runningSeconds)),
    figure(row.price),
    figure(row.rate === null ? null : formatShortest(row.rate, 6)),
    figure(row.principal === null ? null : formatAmount(row.principal, coin)),
    figure(row.ratePpm === null ? null : formatShortest(BigInt(row.ratePpm), 4)),
    text(String(row.transferId)),
  ];
}

/** The balances before the first movement and after the last stand as rows of the same table. */
export function balanceRows({ accounts, range }: OpenStatement, which: 'opening' | 'closing'): Cell[][] {
  const day = which === 'opening' ? range.from : range.to;
  return accounts.map(({ account, coin, [which]: balance }) => {
    const cells: Cell[] = texts.columns.map(() => null);
    cells[0] = text(day);
    cells[2] = text(accountTitles[nameOfAccount(account)]);
    cells[3] = text(coin);
    cells[4] = text(texts[which]);
    cells[6] = figure(formatAmount(balance, coin));
    return cells;
  });
}

export function summaryRows({ accounts, range }: OpenStatement): Cell[][] {
  const amount = (value: bigint, coin: Coin) => figure(formatAmount(value, coin));
  return [
    [text(texts.range), text(range.from), text(range.to)],
    texts.summaryColumns.map(text),
    ...accounts.map(({ account, coin, opening, given, taken, closing, lines }) => [
      text(accountTitles[nameOfAccount(account)]),
      text(coin),
      amount(opening, coin),
      amount(given, coin),
      amount(-taken, coin),
      amount(closing, coin),
      figure(String(lines)),
    ]),
    ...(accounts.length > 0 ? [[text(texts.frozenNote)]] : []),
  ];
}
