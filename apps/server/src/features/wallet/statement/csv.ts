import { csvText } from '../../../platform/csv-text.ts';
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

/** Figures are ours alone. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  return 'figure' in cell ? cell.figure : csvText(cell.text);
}
