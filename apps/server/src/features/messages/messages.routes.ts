import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { sendRefusal } from '../../platform/http/answers.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { isFromThisMachine } from '../../platform/http/this-machine.ts';
import { untilDone } from '../../platform/jobs/jobs.ts';
import { sendMessageJob } from './messages.jobs.ts';
import { newestLocalMessages } from './messages.store.ts';

const shown = 200;
const waitAtMostMs = 5000;

/**
 * Shows the demo's messages, newest first. Their reader can log in as any customer: only this machine may ask, directly,
 * under its own name. To everybody else the page does not exist.
 */
export function messageRoutes(fastify: FastifyInstance, database: Database, madeBy: readonly string[]): void {
  fastify.get('/dev/messages', async (request, reply) => {
    if (!isFromThisMachine(request)) return sendRefusal(reply, notFound());
    // Who has just asked for a code wants to find it here.
    for (const job of [...madeBy, sendMessageJob]) await untilDone(database, job, waitAtMostMs);
    reply.header('cache-control', 'no-store');
    return newestLocalMessages(database, shown);
  });
}
