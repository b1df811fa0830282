import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse/sync';
import * as words from './csv-words.zh.ts';
import type { LineError, RawLine } from './imports.ts';
import type { Sentence } from './sentence.ts';

export interface CsvColumns<Column extends string> {
  required: readonly Column[];
  optional?: readonly Column[];
}

export type CsvFile<Column extends string> =
  | { outcome: 'read'; lines: RawLine<Column>[] }
  | { outcome: 'refused'; errors: LineError[] };

/** What a file may hold, so that one that is wrong cannot end the process for want of memory. */
export interface CsvBounds {
  bytes: number;
  lines: number;
  /** Of a line, and of all cells of a record together. */
  characters: number;
}
export const csvBounds: CsvBounds = { bytes: 64 * 1024 * 1024, lines: 1_000_000, characters: 65_536 };

/** A file that could be read, with the SHA-256 of its bytes. */
export type ReadFile<File> = File extends { outcome: 'read' } ? File & { hash: Buffer } : File;

/** Reads a whole CSV file: UTF-8, a header line that names the columns in any order, every column known. */
export async function readCsv<Column extends string>(
  file: string,
  columns: CsvColumns<Column>,
  bounds = csvBounds,
): Promise<ReadFile<CsvFile<Column>>> {
  const bytes = await readBounded(file, bounds.bytes);
  if (bytes === null) return refused(1, words.tooLarge(bounds.bytes / 1024 / 1024));
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused(1, words.notUtf8);
  }
  const read = parseCsv(text, columns, bounds);
  return read.outcome === 'refused' ? read : { ...read, hash: createHash('sha256').update(bytes).digest() };
}

/** Null when there is more. The size that a file system names is not asked: a pipe has none. */
async function readBounded(file: string, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The header is line 1; a cell in quotes may go over several lines, and its line is the one it ends on. */
export function parseCsv<Column extends string>(
  text: string,
  columns: CsvColumns<Column>,
  bounds = csvBounds,
): CsvFile<Column> {
  const outside = outOfBounds(text, bounds);
  if (outside) return { outcome: 'refused', errors: [outside] };
  let rows: Row[];
  let lastLine = 0;
  try {
    rows = parse(text, {
      bom: true,
      max_record_size: bounds.characters,
      on_record: (record, { lines }) => {
        lastLine = lines;
        return { record, line: lines } satisfies Row as never;
      },
      // A file that was put together from two keeps its line numbers.
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Row[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const opened = lineOfBrokenQuote(text);
    if (opened !== null) return refused(opened, words.openQuote);
    if (error.code === 'CSV_MAX_RECORD_SIZE') return refused(lastLine + 1, words.lineTooLong(bounds.characters));
    return refused(Number(error.lines ?? 1), words.unreadable(error.message));
  }
  const [header, ...body] = rows;
  if (!header) return refused(1, words.empty);
  const headerErrors = wrongHeader(header.record, columns);
  if (headerErrors.length > 0)
    return { outcome: 'refused', errors: headerErrors.map((reason) => ({ line: 1, reason })) };
  if (body.length === 0) return refused(1, words.noLines);

  const names = header.record as Column[];
  const lines = body.map(({ record, line }): RawLine<Column> => {
    if (record.length !== names.length) {
      // Named together with what is wrong with the others, once those have been read.
      const wrong = words.otherCells(record.length, names.length);
      return { line, values: {}, wrong };
    }
    const values = Object.fromEntries(names.map((name, index) => [name, record[index] ?? '']));
    return { line, values: values as Partial<Record<Column, string>> };
  });
  return { outcome: 'read', lines };
}

/** Checked before the file is parsed: the parser keeps every cell, also the empty ones of a line of commas. */
function outOfBounds(text: string, bounds: CsvBounds): LineError | null {
  let line = 1;
  for (let start = 0; start < text.length; line += 1) {
    if (line > bounds.lines) return { line, reason: words.tooManyLines(bounds.lines) };
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    if (end - start > bounds.characters) return { line, reason: words.lineTooLong(bounds.characters) };
    start = end + 1;
  }
  return null;
}

/** The line on which the first quoted cell begins that does not end in front of a comma or a line end; null without one. */
function lineOfBrokenQuote(text: string): number | null {
  for (let open = text.indexOf('"'); open !== -1; ) {
    let close = text.indexOf('"', open + 1);
    while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    if (close === -1 || !/^[^\S\n]*(?:[,\n]|$)/.test(text.slice(close + 1, close + 100)))
      return text.slice(0, open).split('\n').length;
    open = text.indexOf('"', close + 1);
  }
  return null;
}

interface Row {
  record: string[];
  line: number;
}

function wrongHeader<Column extends string>(
  names: string[],
  { required, optional = [] }: CsvColumns<Column>,
): Sentence[] {
  const known: readonly string[] = [...required, ...optional];
  return [
    ...required.filter((column) => !names.includes(column)).map(words.missingColumn),
    ...names.filter((name) => !known.includes(name)).map(words.unknownColumn),
    ...names.filter((name, index) => names.indexOf(name) !== index).map(words.columnTwice),
  ];
}

function refused(line: number, reason: Sentence): { outcome: 'refused'; errors: LineError[] } {
  return { outcome: 'refused', errors: [{ line, reason }] };
}
