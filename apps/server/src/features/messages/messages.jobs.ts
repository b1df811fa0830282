import type { Clock } from '../../platform/clock/clock.ts';
import { execute, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { enqueue, type Job } from '../../platform/jobs/jobs.ts';
import type { CodeMessage, Message, MessageDriver, Notice } from './message.ts';

export const sendMessageJob = 'send-message';

/**
 * The pauses grow, and the last attempt comes after the ten minutes that a code lives: it drops the message, so that no
 * code stays in the queue for good.
 */
const attempts = 8;

type QueuedMessage = Message & { expiresAt?: string };

/** Puts a message into the outbox of the caller's transaction. */
export function queueMessage(db: Queryable, message: CodeMessage, expiresAt: Date): Promise<void> {
  const payload: QueuedMessage = { ...message, expiresAt: expiresAt.toISOString() };
  return enqueue(db, sendMessageJob, payload, { maxAttempts: attempts });
}

const addNotices = query('messages.queue-notices', 'select queue_notices($1::text[], $2::text[])');

/** Puts notices into the outbox of the caller's transaction, any number in one statement. One that fails is tried for three days. */
export async function queueNotices(db: Queryable, notices: readonly Omit<Notice, 'scene'>[]): Promise<void> {
  if (notices.length === 0) return;
  await execute(db, addNotices, [notices.map(({ to }) => to), notices.map(({ text }) => text)]);
}

/** Delivers one message; a code that has died on the way is dropped, a driver's failure is tried again. */
export function sendMessage(driver: MessageDriver, clock: Clock): Job {
  return async (payload) => {
    const { expiresAt, ...message } = payload as QueuedMessage;
    if (expiresAt === undefined || new Date(expiresAt) > clock.now()) await driver.send(message);
  };
}
