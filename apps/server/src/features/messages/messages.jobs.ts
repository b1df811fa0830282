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

/** Over a day with their pauses: the last one drops a notice whose link must not stay in the queue. */
const noticeAttempts = 14;

/** Puts a message into the outbox of the caller's transaction. */
export function queueMessage(db: Queryable, message: CodeMessage, expiresAt: Date): Promise<void> {
  const payload: QueuedMessage = { ...message, expiresAt: expiresAt.toISOString() };
  return enqueue(db, sendMessageJob, payload, { maxAttempts: attempts });
}

/** The same for one notice that is no news after a time. */
export function queueNotice(db: Queryable, notice: Omit<Notice, 'scene'>, expiresAt: Date): Promise<void> {
  const payload: QueuedMessage = { ...notice, scene: 'NOTICE', expiresAt: expiresAt.toISOString() };
  return enqueue(db, sendMessageJob, payload, { maxAttempts: noticeAttempts });
}

const addNotices = query(
  'messages.queue-notices',
  `select count(*) from graphile_worker.add_jobs(array(
     select row($3::text, json_build_object('to', recipient, 'scene', 'NOTICE', 'text', text), null, null, null, null, null, null)::graphile_worker.job_spec
     from unnest($1::text[], $2::text[]) as notice (recipient, text)
   )) job`,
);

/** Puts notices into the outbox of the caller's transaction, any number in one statement. One that fails is tried for three days. */
export async function queueNotices(db: Queryable, notices: readonly Omit<Notice, 'scene'>[]): Promise<void> {
  if (notices.length === 0) return;
  await execute(db, addNotices, [notices.map(({ to }) => to), notices.map(({ text }) => text), sendMessageJob]);
}

/** Delivers one message; a code that has died on the way is dropped, a driver's failure is tried again. */
export function sendMessage(driver: MessageDriver, clock: Clock): Job {
  return async (payload) => {
    const { expiresAt, ...message } = payload as QueuedMessage;
    if (expiresAt === undefined || new Date(expiresAt) > clock.now()) await driver.send(message);
  };
}
