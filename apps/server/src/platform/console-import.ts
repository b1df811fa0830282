import type { MinedCoin } from '@lode/money';
import type { CsvColumns } from './csv.ts';
import type { Database, Queryable } from './db/database.ts';
import type { ImportPreview, ImportResult, RawLine } from './imports.ts';

/** A file as the console brings it in. */
export interface GivenFile {
  now: Date;
  /** SHA-256 of the file. */
  hash: Buffer;
  /** Of a file that does not name its coin. */
  coin: MinedCoin;
  /** Who answers for it; absent where it is only tried. */
  importer?: { by: string; fileName: string };
}

/** A kind of file that the console brings in as its command does. */
export interface ConsoleImport<Column extends string = string> {
  columns: CsvColumns<Column>;
  /** Its lines name no coin: who sends the file does. */
  hasCoin?: boolean;
  readonly run: (database: Database, lines: RawLine<Column>[], given: GivenFile) => Promise<ImportResult>;
  /** Of lines that `run` found right, of which these are new. */
  readonly preview: (
    lines: RawLine<Column>[],
    newLines: readonly number[],
    given: GivenFile,
    db: Queryable,
  ) => ImportPreview | Promise<ImportPreview>;
}
