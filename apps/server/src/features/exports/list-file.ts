import { Readable } from 'node:stream';
import { setTimeout as rest } from 'node:timers/promises';
import { longestExport } from '@lode/contract/console-paths';
import { statementTypes } from '@lode/contract/schemas';
import { businessDate, type Clock } from '../../platform/clock/clock.ts';
import { byteOrderMark, csvLines } from '../../platform/csv-text.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { openSnapshot, type Snapshot } from '../../platform/db/open-snapshot.ts';
import type { StaffContext, StaffSession } from '../../platform/http/console/console-context.ts';
import { FileAnswer } from '../../platform/http/file-response.ts';
import { createFileSlots } from '../../platform/http/file-slots.ts';
import { isRefusal, type Refusal, transportRefusal } from '../../platform/http/refusal.ts';
import { authorityOf, type StaffPorts } from '../../platform/staff/authority.ts';
import { fileTitle, type Sheet } from './columns.zh.ts';

/** Records of one statement. */
const atOnce = 1000;
/** Of the four connections that the staff's reads have, half stay for everybody else. */
const mostFilesAtOnce = 2;
const retryAfterSeconds = 5;
/** It rests so many times as long as it worked: customers and other lists go first. */
const restForWork = 4;
const longestRestMs = 10_000;

interface Part<Row> {
  records: Row[];
  nextCursor: string | null;
}

export interface ExporterDeps extends Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  staffReads: Database;
  clock: Clock;
  /** Whether the session was not ended, and its member still has the role that was asked for. */
  readonly isStillOpen: (session: Pick<StaffSession, 'id' | 'role'>, now: Date) => Promise<boolean>;
  /** Milliseconds; absent: as long as a browser waits. */
  longest?: number;
}

/**
 * A list of the console as CSV, all records that its filter finds, on one state of the database and in bounded memory. Who took it out and
 * why is in the audit log before the first record leaves. A file that was cut off ends without the end of its answer: the browser says so.
 * It is cut off when the session that asked for it is ended, and when it takes too long; its member may be away meanwhile.
 */
export function listExporter({
  database,
  staffReads,
  recordAudit,
  clock,
  isStillOpen,
  longest = longestExport,
}: ExporterDeps) {
  const places = createFileSlots(mostFilesAtOnce);

  return <Input extends { cursor?: string }, Row>(
    name: string,
    sheet: Sheet<Row>,
    read: (db: Queryable, input: Input, atOnce: number) => Promise<Part<Row> | Refusal>,
  ) =>
    async (
      { session, now }: StaffContext,
      { reason, ...given }: Omit<Input, 'cursor'> & { reason: string },
    ): Promise<FileAnswer | Refusal> => {
      const filter = given as unknown as Input;
      const leave = places.take(session.staffId);
      if (!leave) return transportRefusal(429, { retryAfter: retryAfterSeconds });
      const snapshot = await openSnapshot(staffReads).catch((error: unknown) => {
        leave();
        throw error;
      });
      const end = setTimeout(snapshot.close, longest);
      void snapshot.closed.then(() => {
        clearTimeout(end);
        leave();
      });
      try {
        const first = await read(snapshot.dbTx, filter, atOnce);
        if (isRefusal(first)) {
          snapshot.close();
          return first;
        }
        await recordAudit(database, {
          at: now,
          authority: authorityOf(session),
          action: 'list:export',
          subject: name,
          reason: reason.trim(),
          // A filter's fields are texts.
          detail: given as unknown as Record<string, string>,
        });
        const readAfter = async (cursor: string) => {
          if (!(await isStillOpen(session, clock.now()))) throw new Error('the session of an export is over');
          return read(snapshot.dbTx, { ...filter, cursor }, atOnce);
        };
        const stream = Readable.from(linesOf(snapshot, sheet, first, readAfter));
        stream.once('close', snapshot.close);
        const day = businessDate(now);
        return new FileAnswer({
          type: statementTypes.csv,
          name: `${fileTitle(sheet.title, day)}.csv`,
          plainName: `${name}-${day}.csv`,
          records: null,
          stream,
        });
      } catch (error) {
        snapshot.close();
        throw error;
      }
    };
}

async function* linesOf<Row>(
  snapshot: Snapshot,
  { columns }: Sheet<Row>,
  first: Part<Row>,
  readAfter: (cursor: string) => Promise<Part<Row> | Refusal>,
): AsyncGenerator<string> {
  const cellsOf = (row: Row) => columns.map(([, cell]) => cell(row));
  yield byteOrderMark + csvLines([columns.map(([title]) => ({ text: title })), ...first.records.map(cellsOf)]);
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const started = performance.now();
    const part = await readAfter(cursor);
    if (isRefusal(part)) throw new Error('a list refuses the cursor that it gave');
    const lines = csvLines(part.records.map(cellsOf));
    const worked = performance.now() - started;
    // A part can be empty where a filter fits almost nothing: the list goes on behind it.
    if (lines !== '') yield lines;
    cursor = part.nextCursor;
    if (cursor !== null) await rest(Math.min(restForWork * worked, longestRestMs));
  }
  snapshot.close();
  await snapshot.closed;
}
