import type { Cell } from './workbook/workbook-parts.ts';

/** Spreadsheets of Chinese systems take a file without the mark for the local encoding. */
export const byteOrderMark = '\ufeff';

/** A spreadsheet runs what begins like this; a quote in front makes it the words that it is. */
const runs = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A text that is not ours alone, as a cell of a CSV file. */
export function csvText(given: string): string {
  const text = runs.test(given) ? `'${given}` : given;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** Figures are ours alone. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  return 'figure' in cell ? cell.figure : csvText(cell.text);
}
