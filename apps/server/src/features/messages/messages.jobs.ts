import type { Clock } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { enqueue, type Job } from '../../platform/jobs/jobs.ts';
import type { Message, MessageDriver } from './message.ts';

export const sendMessageJob = 'send-message';

/**
 * The pauses grow, and the last attempt comes after the ten minutes that a code lives: it drops the message, so that no
 * code stays in the queue for good.
 */
const attempts = 8;

interface QueuedMessage extends Message {
  expiresAt: string;
}

/** Puts a message into the outbox of the caller's transaction. */
export function queueMessage(db: Queryable, message: Message, expiresAt: Date): Promise<void> {
  const payload: QueuedMessage = { ...message, expiresAt: expiresAt.toISOString() };
  return enqueue(db, sendMessageJob, payload, { maxAttempts: attempts });
}

/** Delivers one message; a code that has died on the way is dropped, a driver's failure is tried again. */
export function sendMessage(driver: MessageDriver, clock: Clock): Job {
  return async (payload) => {
    const { expiresAt, ...message } = payload as QueuedMessage;
    if (new Date(expiresAt) > clock.now()) await driver.send(message);
  };
}
