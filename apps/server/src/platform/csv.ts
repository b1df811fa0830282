import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import type { LineError, RawLine } from './imports.ts';

export interface CsvColumns<Column extends string> {
  required: readonly Column[];
  optional?: readonly Column[];
}

export type CsvFile<Column extends string> =
  | { outcome: 'read'; lines: RawLine<Column>[] }
  | { outcome: 'refused'; errors: LineError[] };

const largestFile = 200 * 1024 * 1024;

/** Reads a whole CSV file: UTF-8, a header line that names the columns in any order, every column known. */
export async function readCsv<Column extends string>(
  file: string,
  columns: CsvColumns<Column>,
): Promise<CsvFile<Column>> {
  const bytes = await readFile(file);
  if (bytes.length > largestFile) return refused(1, 'the file is larger than 200 MB: split it');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused(1, 'the file is not UTF-8');
  }
  return parseCsv(text, columns);
}

/** The header is line 1; a cell in quotes may go over several lines, and its line is the one it ends on. */
export function parseCsv<Column extends string>(text: string, columns: CsvColumns<Column>): CsvFile<Column> {
  let rows: Row[];
  try {
    rows = parse(text, {
      bom: true,
      info: true,
      // A file that was put together from two keeps its line numbers.
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Row[];
  } catch (error) {
    if (error instanceof CsvError) return refused(Number(error.lines ?? 1), error.message);
    throw error;
  }
  const [header, ...body] = rows;
  if (!header) return refused(1, 'the file is empty');
  const headerErrors = wrongHeader(header.record, columns);
  if (headerErrors.length > 0)
    return { outcome: 'refused', errors: headerErrors.map((reason) => ({ line: 1, reason })) };
  if (body.length === 0) return refused(1, 'there is no line below the header');

  const names = header.record as Column[];
  const lines = body.map(({ record, info }): RawLine<Column> => {
    if (record.length !== names.length) {
      // Named together with what is wrong with the others, once those have been read.
      const wrong = `${record.length} cells where the header names ${names.length}`;
      return { line: info.lines, values: {}, wrong };
    }
    const values = Object.fromEntries(names.map((name, index) => [name, record[index] ?? '']));
    return { line: info.lines, values: values as Partial<Record<Column, string>> };
  });
  return { outcome: 'read', lines };
}

interface Row {
  record: string[];
  info: { lines: number };
}

function wrongHeader<Column extends string>(
  names: string[],
  { required, optional = [] }: CsvColumns<Column>,
): string[] {
  const known: readonly string[] = [...required, ...optional];
  return [
    ...required.filter((column) => !names.includes(column)).map((column) => `column ${column} is missing`),
    ...names.filter((name) => !known.includes(name)).map((name) => `column "${name}" is unknown`),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `column ${name} stands there twice`),
  ];
}

function refused(line: number, reason: string): { outcome: 'refused'; errors: LineError[] } {
  return { outcome: 'refused', errors: [{ line, reason }] };
}
