import type { Cell } from '../../../platform/workbook/workbook-parts.ts';
import { balanceRows, headCells, rowCells } from './cells.ts';
import type { OpenStatement } from './open-statement.ts';

/** Spreadsheets of Chinese systems take a file without the mark for the local encoding. */
const byteOrderMark = '\ufeff';

/** The statement as CSV, a bounded piece at a time. */
export async function* csvOf(statement: OpenStatement): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([headCells, ...balanceRows(statement, 'opening')]);
  for await (const rows of statement.rows()) yield csvLines(rows.map(({ row, balance }) => rowCells(row, balance)));
  // A file that was cut off has no closing balances: it cannot be taken for a whole one.
  yield csvLines(balanceRows(statement, 'closing'));
}

function csvLines(rows: readonly Cell[][]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** A spreadsheet runs what begins like this; a quote in front makes it the words that it is. Figures are ours alone. */
const runs = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if ('figure' in cell) return cell.figure;
  const text = runs.test(cell.text) ? `'${cell.text}` : cell.text;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
