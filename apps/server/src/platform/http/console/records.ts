import { type CursorKind, type CursorValues, decodeCursor, encodeCursor } from '../page.ts';
import { badInput, type Refusal } from '../refusal.ts';

/** What a page of the console shows at once; an export reads more. */
export const recordsAtOnce = 50;

/** Which rows of a list are asked for. `limit` is one more than are shown, which tells whether there are more. */
export interface RecordsRequest<Kinds extends readonly CursorKind[]> {
  after: CursorValues<Kinds> | null;
  limit: number;
}

/** Reads where a list goes on; `kinds` are of the values that `recordsOf` was given for the last row. */
export function recordsRequest<const Kinds extends readonly CursorKind[]>(
  { cursor }: { cursor?: string },
  kinds: Kinds,
  atOnce = recordsAtOnce,
): RecordsRequest<Kinds> | Refusal {
  const after = cursor === undefined ? null : decodeCursor(cursor, kinds);
  if (cursor !== undefined && after === null) return badInput('cursor');
  return { after, limit: atOnce + 1 };
}

/** The records of up to `limit` rows in the list's order, and the cursor behind the last. */
export function recordsOf<Row, Record>(
  rows: readonly Row[],
  sortKey: (last: Row) => readonly (string | bigint | Date)[],
  toRecord: (row: Row) => Record,
  atOnce = recordsAtOnce,
): { records: Record[]; nextCursor: string | null } {
  const shown = rows.slice(0, atOnce);
  const last = shown.at(-1);
  const hasMore = last !== undefined && rows.length > atOnce;
  return { records: shown.map(toRecord), nextCursor: hasMore ? encodeCursor(sortKey(last)) : null };
}
