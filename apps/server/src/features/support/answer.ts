import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { type StaffThread, writeAnswer } from './staff-threads.store.ts';
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
  const message = {
    customerId: thread.customerId,
    key: `support:${answer}`,
    text: answerMessage(threadTitle(thread.about, thread.detail), text),
    at: now,
    target: { of: 'SUPPORT' as const, id: thread.id },
  };
  await postMessages(dbTx, { kind: 'SUPPORT', isAlwaysSent: false }, [message]);
}
