import { byteOrderMark, csvLines } from '../../../platform/csv-text.ts';
import { balanceRows, headCells, rowCells } from './cells.ts';
import type { OpenStatement } from './open-statement.ts';

/** The statement as CSV, a bounded piece at a time. */
export async function* csvOf(statement: OpenStatement): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([headCells, ...balanceRows(statement, 'opening')]);
  for await (const rows of statement.rows()) yield csvLines(rows.map(({ row, balance }) => rowCells(row, balance)));
  // A file that was cut off has no closing balances: it cannot be taken for a whole one.
  yield csvLines(balanceRows(statement, 'closing'));
}
