import { maskAccount } from '@lode/contract';
import type { ConsoleData } from '@lode/contract/console';
import type { Queryable } from '../../platform/db/database.ts';
import { answerOf } from '../../platform/http/console/answer.ts';
import type { ConsolePart, StaffContext } from '../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../platform/http/console/records.ts';
import { rowId } from '../../platform/http/page.ts';
import { isRefusal, notFound } from '../../platform/http/refusal.ts';
import { authorityOf } from '../../platform/staff/authority.ts';

import { type ChangeDeps, threadChanges } from './change-thread.ts';
import { findThread, readQueue, readStaffMessages, type StaffThread } from './staff-threads.store.ts';
import { threadTitle } from './texts.zh.ts';

const shownAtMost = 100;

type SupportCall = 'threadList' | 'thread' | 'answerThread' | 'assignThread' | 'closeThread';

export interface SupportConsoleDeps extends ChangeDeps {
  staffReads: Queryable;
}

/** Questions of customers as the console shows and answers them. Who opens a thread reads of a customer: the audit log says so. */
export function supportConsole(deps: SupportConsoleDeps): ConsolePart<SupportCall> {
  const { database, staffReads, recordAudit } = deps;
  const changes = threadChanges(deps);
  const inputOf = ({ session, now }: StaffContext, reason: string) => ({
    authority: authorityOf(session),
    reason,
    now,
  });

  return {
    async threadList(_context, { status, assignee, ...input }) {
      const request = recordsRequest(input, ['time', 'integer']);
      if (isRefusal(request)) return request;
      const filter = { status: status ?? null, assignee: assignee ?? null };
      const found = await readQueue(staffReads, filter, request);
      return recordsOf(found, ({ changedAt, id }) => [changedAt, id], threadView);
    },
    async thread({ session, now }, { id: given }) {
      const id = rowId(given);
      if (id === null) return notFound();
      const [found, newest] = await Promise.all([
        findThread(database, id),
        readStaffMessages(database, id, shownAtMost + 1),
      ]);
      if (found === null) return notFound();
      await recordAudit(database, {
        at: now,
        authority: authorityOf(session),
        action: 'support:show',
        subject: `support thread ${given}`,
        reason: 'console',
        detail: { customer: String(found.customerId) },
      });
      const messages = newest.slice(0, shownAtMost).toReversed();
      return {
        thread: threadView(found),
        messages: messages.map(({ id: message, staff, text, at }) => ({
          id: String(message),
          staff,
          text,
          at: at.toISOString(),
        })),
        isCut: newest.length > shownAtMost,
      };
    },
    answerThread: async (context, { id, text, after }) =>
      answerOf(await changes.answer(id, { text: text.trim(), after }, inputOf(context, 'console'))),
    assignThread: async (context, { id, to }) => answerOf(await changes.assign(id, to, inputOf(context, 'console'))),
    closeThread: async (context, { id, reason }) => answerOf(await changes.close(id, inputOf(context, reason.trim()))),
  };
}

function threadView(thread: StaffThread): ConsoleData<'thread'>['thread'] {
  const { customerId, account, about, record, detail, status, assignee } = thread;
  const title = threadTitle(about, detail);
  const changedAt = thread.changedAt.toISOString();
  return {
    id: String(thread.id),
    customer: String(customerId),
    account: maskAccount(account),
    title,
    about,
    record,
    status,
    assignee,
    changedAt,
  };
}
