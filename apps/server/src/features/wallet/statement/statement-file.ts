import { Readable } from 'node:stream';
import { statementTypes } from '@lode/contract/schemas';
import type { Database } from '../../../platform/db/database.ts';
import { FileAnswer } from '../../../platform/http/file-response.ts';
import type { FileSlots } from '../../../platform/http/file-slots.ts';
import { badInput, type Refusal, transportRefusal } from '../../../platform/http/refusal.ts';
import { csvOf } from './csv.ts';
import { openStatement } from './open-statement.ts';
import type { StatementRange } from './statement.store.ts';
import { statementTexts as texts } from './texts.ts';
import { xlsxOf } from './xlsx.ts';

/** So soon another try may find a place. */
const retryAfterSeconds = 5;

/** The statement as a file that is made while it is read. What can go wrong with the asking goes wrong before it. */
export async function statementFile(
  { database, slots }: { database: Database; slots: FileSlots },
  range: StatementRange,
  format: 'csv' | 'xlsx',
  signal: AbortSignal,
): Promise<FileAnswer | Refusal> {
  if (range.to < range.from) return badInput('to');
  const leave = slots.take(range.customerId);
  if (!leave) return transportRefusal(429, { retryAfter: retryAfterSeconds });
  try {
    const statement = await openStatement(database, range, signal);
    const stream = format === 'csv' ? Readable.from(csvOf(statement)) : xlsxOf(statement);
    stream.once('close', statement.close);
    void statement.closed.then(leave);
    return new FileAnswer({
      type: statementTypes[format],
      name: `${texts.fileName(range.from, range.to)}.${format}`,
      plainName: `statement_${range.from}_${range.to}.${format}`,
      records: statement.lines,
      stream,
    });
  } catch (error) {
    leave();
    throw error;
  }
}
