import { formatAmount } from '@lode/money';
import { workbookOf } from '../../../platform/workbook/workbook.ts';
import type { Cell } from '../../../platform/workbook/workbook-parts.ts';
import { type CoinMonth, figuresOf, isEven, type Period } from './month-figures.ts';
import { workbookTexts as texts } from './month-workbook.zh.ts';

const words = (values: readonly string[]): Cell[] => values.map((text) => ({ text }));
const figures = (values: readonly string[]): Cell[] => values.map((figure) => ({ figure }));

/** The month's sheets for the accountant: a summary, the trial balance, each account's movements by date. */
export function monthWorkbook(months: readonly CoinMonth[], period: Period): Promise<Buffer> {
  const { first, last, isOver } = period;
  const summary: Cell[][] = [
    words([texts.period, `${first} – ${last}`]),
    words([texts.state, isOver ? texts.over : texts.goesOn]),
    words(texts.summaryHead),
    ...months.map(({ coin, sums }) => {
      const [, debit = '', credit = ''] = figuresOf(sums, coin);
      return [...words([coin]), ...figures([debit, credit]), ...words([isEven(sums) ? texts.even : texts.uneven])];
    }),
  ];
  const balances: Cell[][] = [
    words(texts.balanceHead),
    ...months.flatMap(({ coin, lines, sums }) => [
      ...lines.map(({ account, ...line }) => [...words([coin, account]), ...figures(figuresOf(line, coin))]),
      [...words([coin, texts.total]), ...figures(figuresOf(sums, coin))],
    ]),
  ];
  const movements: Cell[][] = [
    words(texts.movementHead),
    ...months.flatMap(({ coin, movements: all }) =>
      all.map(({ date, account, debit, credit }) => [
        ...words([date, coin, account]),
        ...figures([formatAmount(debit, coin), formatAmount(credit, coin)]),
      ]),
    ),
  ];
  const sheets = [
    { name: texts.summary, rows: summary },
    { name: texts.balances, rows: balances },
    { name: texts.movements, rows: movements },
  ];
  // The month's own last day: the same month makes the same file.
  return workbookOf(sheets, new Date(`${last}T00:00:00Z`));
}
