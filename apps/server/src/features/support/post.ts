import type { Transaction } from '../../platform/db/database.ts';
import { notFound, type Refusal, refuse } from '../../platform/http/refusal.ts';
import {
  countPosts,
  findOpenThread,
  findPosted,
  lockPosts,
  readThread,
  writeMessage,
  writeThread,
} from './support.store.ts';
import { findRecord } from './support-records.store.ts';
import type { SupportSubject } from './texts.zh.ts';

/** Of a customer: threads that are open, messages of 24 hours; and all messages of a thread. */
export const limits = { openThreads: 10, messagesADay: 50, inThread: 200 };

const dayMs = 24 * 60 * 60 * 1000;

interface Post {
  customerId: bigint;
  text: string;
  /** The client's id of the request; without one each request writes. */
  key: string | null;
  now: Date;
}

/** Asks about a record or in general: the id of the thread. An open thread about the record goes on. */
export async function openThread(
  dbTx: Transaction,
  post: Post & { about: SupportSubject; record: string | null },
): Promise<bigint | Refusal> {
  const { customerId, about, record, text, key, now } = post;
  await lockPosts(dbTx, customerId);
  const before = key === null ? null : await findPosted(dbTx, customerId, key);
  if (before !== null) {
    const isSame = before.text === text && before.about === about && before.record === record;
    return isSame ? before.threadId : refuse('keyReused');
  }
  const detail = about === 'GENERAL' || record === null ? {} : await findRecord(dbTx, customerId, about, record);
  if (detail === null) return notFound();
  const open = await findOpenThread(dbTx, { customerId, about, record });
  const refusal = await refusalOfPost(dbTx, post, open);
  if (refusal !== null) return refusal;
  const threadId = open ?? (await writeThread(dbTx, { customerId, about, record, detail, now }));
  return write(dbTx, post, threadId);
}

/** Writes into an open thread: its id. */
export async function writeToThread(dbTx: Transaction, post: Post & { threadId: bigint }): Promise<bigint | Refusal> {
  const { customerId, threadId, text, key } = post;
  await lockPosts(dbTx, customerId);
  const before = key === null ? null : await findPosted(dbTx, customerId, key);
  if (before !== null) return before.text === text && before.threadId === threadId ? threadId : refuse('keyReused');
  const thread = await readThread(dbTx, customerId, threadId);
  if (thread === null) return notFound();
  if (thread.status === 'CLOSED') return refuse('notOperable');
  return (await refusalOfPost(dbTx, post, threadId)) ?? write(dbTx, post, threadId);
}

async function refusalOfPost(dbTx: Transaction, { customerId, now }: Post, thread: bigint | null) {
  const { openThreads, messages, inThread } = await countPosts(dbTx, customerId, new Date(+now - dayMs), thread);
  if (thread === null && openThreads >= limits.openThreads) return overLimit(limits.openThreads);
  if (messages >= limits.messagesADay) return overLimit(limits.messagesADay);
  return thread !== null && inThread >= limits.inThread ? overLimit(limits.inThread) : null;
}

const overLimit = (limit: number) => refuse('overLimit', { limit: String(limit) });

async function write(dbTx: Transaction, post: Post, threadId: bigint): Promise<bigint | Refusal> {
  const isWritten = await writeMessage(dbTx, { ...post, threadId });
  return isWritten ? threadId : refuse('notOperable');
}
