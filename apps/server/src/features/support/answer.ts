import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { type StaffThread, writeAnswer } from './staff-threads.store.ts';
import { findRecord } from './support-records.store.ts';
import { answerMessage, threadTitle } from './texts.zh.ts';

export interface SupportMessages {
  /** Says something to customers in the transaction of the event: one message for each key. */
  readonly postMessages: (
    db: Queryable,
    of: { kind: 'SUPPORT'; isAlwaysSent: boolean },
    messages: readonly {
      customerId: bigint;
      key: string;
      text: string;
      at: Date;
      target: { of: 'SUPPORT'; id: bigint };
    }[],
  ) => Promise<number>;
}

/** Writes the answer into a locked thread, and the customer's message of it. */
export async function answerThread(
  { postMessages }: SupportMessages,
  dbTx: Transaction,
  thread: StaffThread,
  { staffId, text, now }: { staffId: bigint; text: string; now: Date },
): Promise<void> {
  const answer = await writeAnswer(dbTx, { id: thread.id, staffId, text, now });
  const { about, record } = thread;
  // The message is the house's own: the record is read anew, and not what a customers' process wrote of it.
  const detail =
    about === 'GENERAL' || record === null ? null : await findRecord(dbTx, thread.customerId, about, record);
  const message = {
    customerId: thread.customerId,
    key: `support:${answer}`,
    text: answerMessage(threadTitle(about, detail), text),
    at: now,
    target: { of: 'SUPPORT' as const, id: thread.id },
  };
  await postMessages(dbTx, { kind: 'SUPPORT', isAlwaysSent: false }, [message]);
}
