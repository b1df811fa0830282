import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import { localDriver } from './local-driver.ts';
import type { CodeMessage, Notice } from './message.ts';
import { type MessageConfig, messageDriver, missingProviders, noDriver } from './message-config.ts';
import {
  type IsAddress,
  queueMessage,
  queueNotice,
  queueNotices,
  sendMessage,
  sendMessageJob,
} from './messages.jobs.ts';
import { messageRoutes } from './messages.routes.ts';

export interface MessagesDeps {
  database: Database;
  clock: Clock;
  config: MessageConfig;
  isDemo: boolean;
  /** Seals codes in the queue. */
  pepper: Buffer;
  previousPepper?: Buffer | null;
  /** Where customers reach the product; null: texts that say to ask 客服 carry no address. */
  publicUrl: string | null;
  isAddress: IsAddress;
  log: EventLog;
  /** Jobs that make messages. */
  madeBy: readonly string[];
}

export function messagesSlice(deps: MessagesDeps) {
  const { database, clock, config, isDemo, pepper, previousPepper, publicUrl, isAddress, log, madeBy } = deps;
  const driver = messageDriver(config, isDemo ? localDriver(database, clock) : noDriver);
  const support = publicUrl === null ? {} : { support: `${publicUrl}/support` };
  const send = sendMessage({ driver, clock, pepper, previousPepper, isAddress, log, ...support });
  const jobs: Record<string, Job> = { [sendMessageJob]: send };
  return {
    jobs,
    queueMessage: (db: Queryable, message: CodeMessage, expiresAt: Date) =>
      queueMessage(db, pepper, message, expiresAt),
    /** One notice that expires, with a link or without. */
    queueNotice: (db: Queryable, notice: Omit<Notice, 'scene'>, expiresAt: Date) =>
      queueNotice(db, pepper, notice, expiresAt),
    /** Notices to customers, in the transaction of the event. */
    queueNotices,
    /** What to set so that codes reach everybody; none in the demo, which shows them itself. */
    missingProviders: isDemo ? [] : missingProviders(config),
    routes(fastify: FastifyInstance) {
      if (isDemo) messageRoutes(fastify, database, madeBy);
    },
  };
}
