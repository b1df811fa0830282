import { badInput, type Refusal } from './refusal.ts';

/** One page of a list, as every list call answers it. */
export interface Page<Record> {
  records: Record[];
  current: number;
  size: number;
  hasMore: boolean;
  nextCursor: string | null;
}

const defaultPageSize = 20;

/** What a list call may be given to say which page it wants. */
export interface PageInput {
  current?: number;
  size?: number;
  cursor?: string;
}

/** Which rows to read: behind a cursor, or after skipping; `limit` is one more than the page, to see whether there is more. */
export interface PageRequest<Kinds extends readonly CursorKind[]> {
  current: number;
  size: number;
  limit: number;
  offset: number;
  after: CursorValues<Kinds> | null;
}

/** What stands in a cursor: the sort key of the last row of the page before. */
export type CursorKind = 'integer' | 'day' | 'time' | 'word';
export type CursorValues<Kinds extends readonly CursorKind[]> = { -readonly [Index in keyof Kinds]: string };

const largestInteger = 2n ** 63n - 1n;
const shapes: Record<CursorKind, (text: string) => boolean> = {
  integer: (text) => /^-?\d{1,19}$/.test(text) && BigInt(text) <= largestInteger && BigInt(text) >= -largestInteger,
  day: isDay,
  time: (text) => /^\d{4}-/.test(text) && isInstant(text),
  word: (text) => /^[A-Za-z0-9_.-]{1,64}$/.test(text),
};

/** Whether a text is a day that the database can keep, as `2020-02-29`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isInstant(`${text}T00:00:00.000Z`);
}

function isInstant(text: string): boolean {
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text && instant.getUTCFullYear() > 0;
}

export function encodeCursor(values: readonly (string | bigint | Date)[]): string {
  const texts = values.map((value) => (value instanceof Date ? value.toISOString() : String(value)));
  return Buffer.from(texts.join(' ')).toString('base64url');
}

/** Null for anything that `encodeCursor` did not make of values of these kinds. */
export function decodeCursor<const Kinds extends readonly CursorKind[]>(
  cursor: string,
  kinds: Kinds,
): CursorValues<Kinds> | null {
  const values = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const isWhole = values.length === kinds.length && kinds.every((kind, index) => shapes[kind](values[index] ?? ''));
  return isWhole ? (values as CursorValues<Kinds>) : null;
}

/** Reads a list's paging fields. A cursor wins over `current`, which then only counts along. */
export function pageRequest<const Kinds extends readonly CursorKind[]>(
  input: PageInput,
  kinds: Kinds,
): PageRequest<Kinds> | Refusal {
  const size = input.size ?? defaultPageSize;
  const current = input.current ?? 1;
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor, kinds);
  if (input.cursor !== undefined && after === null) return badInput('cursor');
  return { current, size, limit: size + 1, offset: after === null ? (current - 1) * size : 0, after };
}

/** Makes the page out of up to `size + 1` rows, newest first; the last one only says that there is more. */
export function pageOf<Row>(
  rows: readonly Row[],
  size: number,
  current: number,
  toCursor: (last: Row) => string,
): Page<Row> {
  const records = rows.slice(0, size);
  const hasMore = rows.length > size;
  const last = records.at(-1);
  return { records, current, size, hasMore, nextCursor: hasMore && last !== undefined ? toCursor(last) : null };
}

/** An opaque id of the API as a row's number; null when it cannot be one, which callers treat as "not found". */
export function rowId(id: string): bigint | null {
  return /^[1-9]\d{0,18}$/.test(id) && BigInt(id) <= largestInteger ? BigInt(id) : null;
}
