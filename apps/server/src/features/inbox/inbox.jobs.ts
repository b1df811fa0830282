import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { deleteMessages, lockUndelivered, markDelivered } from './inbox.store.ts';
import { type DescribeEvent, messageText } from './message-text.zh.ts';

/** The trigger on `customer_message` puts it into the queue. */
export const deliverMessagesJob = 'deliver-messages';
export const cleanUpJob = 'clean-up-messages';
/** Once a day, at a minute that no other job uses. */
export const cleanUpCrontab = `47 18 * * * ${cleanUpJob}`;

const day = 24 * 60 * 60_000;
/** Older ones stay in the message centre and are no news by SMS or mail. */
const newsFor = 3 * day;
const keptFor = 180 * day;
export const mostKept = 1000;
/** Deposits of a customer by SMS and mail in 24 hours: strangers cause them, and their dust must not cost the operator SMS. */
export const mostADay = 30;

export interface DeliverDeps {
  database: Database;
  clock: Clock;
  describeEvent: DescribeEvent;
  /** Puts SMS and mail into the outbox of the caller's transaction. */
  readonly queueNotices: (db: Queryable, notices: readonly { to: string; text: string }[]) => Promise<void>;
}

/** Puts messages into the outbox of SMS and mail, each once: what is marked and what is queued commit together. */
export function deliverMessages({ database, clock, describeEvent, queueNotices }: DeliverDeps): Job {
  return async (payload) => {
    const ids = (payload as { messages: string[] }).messages.map(BigInt);
    await database.transaction(async (dbTx) => {
      const now = clock.now();
      const undelivered = await lockUndelivered(dbTx, ids, { since: new Date(now.getTime() - day), most: mostADay });
      const news = undelivered.filter(({ at }) => now.getTime() - at.getTime() <= newsFor);
      const notices = news.flatMap((message) =>
        message.recipients.map((to) => ({ to, text: messageText(message, describeEvent) })),
      );
      await queueNotices(dbTx, notices);
      await markDelivered(
        dbTx,
        undelivered.map(({ id }) => id),
        now,
      );
    });
  };
}

/** Keeps the messages of 180 days, and of each customer the newest 1000; each round deletes a bounded number. */
export function cleanUp(db: Queryable, clock: Clock): Job {
  return async () => {
    const before = new Date(clock.now().getTime() - keptFor);
    while ((await deleteMessages(db, { before, most: mostKept })) > 0);
  };
}
