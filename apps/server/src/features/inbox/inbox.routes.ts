import { chosenMessageKinds } from '@lode/contract/schemas';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { encodeCursor, pageOf, pageRequest, rowId } from '../../platform/http/page.ts';
import { isRefusal, notFound } from '../../platform/http/refusal.ts';
import {
  countUnread,
  markMessageRead,
  markReadUpTo,
  readChannels,
  readMessages,
  writePreference,
} from './inbox.store.ts';
import { type DescribeEvent, messageText } from './message-text.zh.ts';

export function inboxRoutes(database: Database, describeEvent: DescribeEvent) {
  return {
    async messagePage({ session }, input) {
      const request = pageRequest(input, ['time', 'integer']);
      if (isRefusal(request)) return request;
      const rows = await readMessages(database, session.customerId, input.kind ?? null, request);
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
    },

    async readMessage({ session: { customerId }, now }, input) {
      const id = rowId(input.id);
      if (id === null || !(await markMessageRead(database, customerId, id, now))) return notFound();
      return { unread: await countUnread(database, customerId) };
    },

    async readAllMessages({ session: { customerId }, now }, { upTo }) {
      const id = rowId(upTo);
      if (id === null || !(await markReadUpTo(database, customerId, id, now))) return notFound();
      return { unread: await countUnread(database, customerId) };
    },

    async messageSettings({ session }) {
      const channels = await readChannels(database, session.customerId);
      const has = (isMailbox: boolean) => channels.some((one) => one.isMailbox === isMailbox);
      const chosen = (kind: string, isMailbox: boolean) =>
        channels.some((one) => one.kind === kind && one.isMailbox === isMailbox && one.isChosen);
      return {
        hasPhone: has(false),
        hasMailbox: has(true),
        kinds: chosenMessageKinds.map((kind) => ({ kind, sms: chosen(kind, false), mail: chosen(kind, true) })),
      };
    },

    async setMessageSetting({ session }, setting) {
      await writePreference(database, session.customerId, setting);
      return setting;
    },
  } satisfies Handlers;
}
