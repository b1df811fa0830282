import type { Data, Input } from '@lode/contract';
import type { Queryable } from '../../platform/db/database.ts';
import { encodeCursor, pageOf, pageRequest } from '../../platform/http/page.ts';
import { isRefusal, type Refusal } from '../../platform/http/refusal.ts';
import { readMessages } from './inbox.store.ts';
import { type DescribeEvent, messageText } from './message-text.zh.ts';

/** A customer's messages, the newest first. Reading them marks none as read. */
export async function messagePage(
  db: Queryable,
  describeEvent: DescribeEvent,
  customerId: bigint,
  input: Input<'messagePage'>,
): Promise<Data<'messagePage'> | Refusal> {
  const request = pageRequest(input, ['time', 'integer']);
  if (isRefusal(request)) return request;
  const rows = await readMessages(db, customerId, input.kind ?? null, request);
  const page = pageOf(rows, request.size, request.current, ({ at, id }) => encodeCursor([at, id]));
  return {
    ...page,
    records: page.records.map((row) => ({
      id: String(row.id),
      kind: row.kind,
      text: messageText(row, describeEvent),
      time: row.at.toISOString(),
      isRead: row.isRead,
      target: row.target && { of: row.target, id: row.targetId === null ? null : String(row.targetId) },
    })),
  };
}
