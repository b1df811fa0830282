import type { Database, Transaction } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { answerThread, type SupportMessages } from './answer.ts';
import * as say from './sentences.zh.ts';
import { assignThread, closeThread, lockThread, readStaffMessages, type StaffThread } from './staff-threads.store.ts';

export type ChangeDeps = Pick<StaffPorts, 'recordAudit'> & SupportMessages & { database: Database };

/** What SUPPORT does to a thread that is open: by a command or from the console, each with its audit line. */
export function threadChanges(deps: ChangeDeps) {
  const change = (
    action: string,
    given: string,
    { authority, reason, now }: StaffInput,
    act: (dbTx: Transaction, thread: StaffThread) => Promise<ConsoleResult>,
  ) =>
    deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
      const id = rowId(given);
      const thread = id === null ? null : await lockThread(dbTx, id);
      if (thread === null) return { refused: say.noThread(given) };
      if (thread.status === 'CLOSED') return { refused: say.isClosed(given) };
      const result = await act(dbTx, thread);
      const subject = `support thread ${given}`;
      const detail = { customer: String(thread.customerId) };
      if ('done' in result) await deps.recordAudit(dbTx, { at: now, authority, action, subject, reason, detail });
      return result;
    });

  return {
    /** `after`: the newest message that the answer knows of; null where it does not matter. */
    answer: (given: string, { text, after }: { text: string; after: string | null }, input: StaffInput) =>
      change('support:answer', given, input, async (dbTx, thread) => {
        const [newest] = await readStaffMessages(dbTx, thread.id, 1);
        if (newest?.staff === input.authority.by.name && newest.text === text)
          return { refused: say.answeredAlready(given) };
        if (after !== null && newest !== undefined && String(newest.id) !== after)
          return { refused: say.newerMessage(given) };
        const { now, authority } = input;
        await answerThread(deps, dbTx, thread, { staffId: authority.by.id, text, now });
        return { done: say.answered(given) };
      }),
    assign: (given: string, to: string, input: StaffInput) =>
      change('support:assign', given, input, async (dbTx, thread) =>
        (await assignThread(dbTx, thread.id, to)) ? { done: say.assigned(given, to) } : { refused: say.noSupport(to) },
      ),
    close: (given: string, input: StaffInput) =>
      change('support:close', given, input, async (dbTx, thread) => {
        await closeThread(dbTx, thread.id, input.now);
        return { done: say.isClosed(given) };
      }),
  };
}
