import { maskAccount } from '@lode/contract';
import { chosenMessageKinds } from '@lode/contract/schemas';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { rowId } from '../../platform/http/page.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { countUnread, markMessageRead, markReadUpTo, readChannels, writePreference } from './inbox.store.ts';
import { messagePage } from './message-page.ts';
import type { DescribeEvent } from './message-text.zh.ts';

export function inboxRoutes(database: Database, describeEvent: DescribeEvent) {
  return {
    messagePage: ({ session }, input) => messagePage(database, describeEvent, session.customerId, input),

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
      const masked = (isMailbox: boolean) => {
        const channel = channels.find((one) => one.isMailbox === isMailbox);
        return channel === undefined ? null : maskAccount(channel.contact);
      };
      const chosen = (kind: string, isMailbox: boolean) =>
        channels.some((one) => one.kind === kind && one.isMailbox === isMailbox && one.isChosen);
      return {
        phone: masked(false),
        mailbox: masked(true),
        kinds: chosenMessageKinds.map((kind) => ({ kind, sms: chosen(kind, false), mail: chosen(kind, true) })),
      };
    },

    async setMessageSetting({ session }, setting) {
      await writePreference(database, session.customerId, setting);
      return setting;
    },
  } satisfies Handlers;
}
