import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { type Cell, packageParts, sheetEnd, sheetRow, sheetStart } from './workbook-parts.ts';

export interface Sheet {
  /** At most 31 characters, none of `:\\/?*[]`. */
  name: string;
  rows: readonly (readonly Cell[])[];
}

/** A small workbook, whole in memory; equal sheets of a date are equal bytes. What is long is streamed, as a statement is. */
export function workbookOf(sheets: readonly Sheet[], writtenAt: Date): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(xml), path, { mtime: writtenAt });
  for (const { path, xml } of packageParts(sheets.map(({ name }) => name))) add(path, xml);
  for (const [index, { rows }] of sheets.entries()) {
    const xml = rows.map((cells, n) => sheetRow(n + 1, cells)).join('');
    add(`xl/worksheets/sheet${index + 1}.xml`, sheetStart + xml + sheetEnd);
  }
  zip.end();
  return buffer(zip.outputStream);
}
