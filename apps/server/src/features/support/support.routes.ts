import type { Data } from '@lode/contract';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { encodeCursor, pageOf, pageRequest, rowId } from '../../platform/http/page.ts';
import { badInput, isRefusal, notFound } from '../../platform/http/refusal.ts';
import { openThread, writeToThread } from './post.ts';
import { readMessages, readThread, readThreads, type ThreadRow } from './support.store.ts';
import { threadTitle } from './texts.zh.ts';

type Info = Data<'supportInfo'>;

export interface SupportSettings {
  /** `support.contact` and `support.faq` in force. */
  readonly settingsAt: (
    db: Queryable,
    keys: readonly ('support.contact' | 'support.faq')[],
    at: Date,
  ) => Promise<{ 'support.contact': Omit<Info, 'faq'>; 'support.faq': Info['faq'] }>;
}

const messagesAtOnce = 50;

export function supportRoutes({ database, settingsAt }: SupportSettings & { database: Database }) {
  return {
    async supportInfo({ now }) {
      const values = await settingsAt(database, ['support.contact', 'support.faq'], now);
      return { ...values['support.contact'], faq: values['support.faq'] };
    },

    async supportPage({ session }, input) {
      const request = pageRequest(input, ['time', 'integer']);
      if (isRefusal(request)) return request;
      const rows = await readThreads(database, session.customerId, request);
      const page = pageOf(rows, request.size, request.current, ({ changedAt, id }) => encodeCursor([changedAt, id]));
      return { ...page, records: page.records.map(threadResponse) };
    },

    async supportThread({ session: { customerId } }, input) {
      const id = rowId(input.id);
      const before = input.before === undefined ? null : rowId(input.before);
      if (input.before !== undefined && before === null) return badInput('before');
      const thread = id === null ? null : await readThread(database, customerId, id);
      if (id === null || thread === null) return notFound();
      const rows = await readMessages(database, { customerId, id, before, limit: messagesAtOnce + 1 });
      const messages = rows.slice(0, messagesAtOnce).toReversed();
      return {
        thread: threadResponse(thread),
        messages: messages.map((row) => ({
          id: String(row.id),
          by: row.isStaff ? ('STAFF' as const) : ('CUSTOMER' as const),
          text: row.text,
          time: row.at.toISOString(),
        })),
        hasMore: rows.length > messagesAtOnce,
      };
    },

    async supportOpen({ session: { customerId }, requestId: key, now }, { of: about, id, text }) {
      if ((about === 'GENERAL') !== (id === undefined)) return badInput('id');
      const post = { customerId, about, record: id ?? null, text: text.trim(), key, now };
      const opened = await database.transaction((dbTx) => openThread(dbTx, post));
      return isRefusal(opened) ? opened : { id: String(opened) };
    },

    async supportWrite({ session: { customerId }, requestId: key, now }, { id, text }) {
      const threadId = rowId(id);
      if (threadId === null) return notFound();
      const post = { customerId, threadId, text: text.trim(), key, now };
      const written = await database.transaction((dbTx) => writeToThread(dbTx, post));
      return isRefusal(written) ? written : { id: String(written) };
    },
  } satisfies Handlers;
}

function threadResponse({ id, about, record, detail, status, openedAt, changedAt, text }: ThreadRow) {
  return {
    id: String(id),
    about: { of: about, id: record, title: threadTitle(about, detail) },
    status,
    openedTime: openedAt.toISOString(),
    time: changedAt.toISOString(),
    text,
  };
}
