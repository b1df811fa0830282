import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type Cell, sheetEnd, sheetStart } from '../../../platform/workbook/workbook-parts.ts';
import { balanceRows, headCells, rowCells, summaryRows } from './cells.ts';
import type { OpenStatement, StatementLine } from './open-statement.ts';
import { statementTexts as texts } from './texts.ts';
import { packageParts, sheetRow } from './xlsx-parts.ts';

/** A sheet holds 1,048,576 rows at most; a million movements leave room for heads and balances. */
const mostRowsOfASheet = 1_000_000;

/** The statement as a workbook: a summary, and as many sheets of movements as it takes. Zipped while it is read. */
export function xlsxOf(statement: OpenStatement, rowsPerSheet = mostRowsOfASheet): Readable {
  const sheets = Math.max(1, Math.ceil(statement.lines / rowsPerSheet));
  const names = [texts.summary, ...Array.from({ length: sheets }, (_, part) => texts.details(part + 1))];
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));

  for (const { path, xml } of packageParts(names)) zip.addBuffer(Buffer.from(xml), path);
  zip.addBuffer(Buffer.from(sheetXml(summaryRows(statement))), 'xl/worksheets/sheet1.xml');
  const rows = inPieces(statement.rows());
  const parts = names
    .slice(1)
    .map((_, part) =>
      Readable.from(detailSheet(statement, rows, { rowsPerSheet, isFirst: part === 0, isLast: part === sheets - 1 })),
    );
  for (const [part, source] of parts.entries()) {
    source.on('error', (error) => output.destroy(error));
    zip.addReadStream(source, `xl/worksheets/sheet${part + 2}.xml`);
  }
  zip.end();
  // The zip does not end its source when its reader is gone.
  output.once('close', () => {
    for (const source of parts) source.destroy();
  });
  return output;
}

function sheetXml(rows: readonly Cell[][]): string {
  return sheetStart + rows.map((cells, index) => sheetRow(index + 1, cells)).join('') + sheetEnd;
}

/** The next rows, so many at most; none: that was all. */
type Pieces = (most: number) => Promise<StatementLine[]>;

/** One source for several sheets: what one does not take is there for the next. */
function inPieces(rows: AsyncGenerator<StatementLine[]>): Pieces {
  let rest: StatementLine[] = [];
  return async (most) => {
    if (rest.length === 0) {
      const next = await rows.next();
      rest = next.done ? [] : next.value;
    }
    return rest.splice(0, most);
  };
}

async function* detailSheet(
  statement: OpenStatement,
  rows: Pieces,
  place: { rowsPerSheet: number; isFirst: boolean; isLast: boolean },
): AsyncGenerator<string> {
  let written = 0;
  const write = (cells: Cell[]) => sheetRow(++written, cells);
  const head = [headCells, ...(place.isFirst ? balanceRows(statement, 'opening') : [])];
  yield sheetStart + head.map(write).join('');
  for (let left = place.rowsPerSheet; left > 0; ) {
    const piece = await rows(left);
    if (piece.length === 0) break;
    left -= piece.length;
    yield piece.map(({ row, balance }) => write(rowCells(row, balance))).join('');
  }
  yield (place.isLast ? balanceRows(statement, 'closing').map(write).join('') : '') + sheetEnd;
}
