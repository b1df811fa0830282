import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { sendRefusal } from '../../platform/http/answers.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { untilDone } from '../../platform/jobs/jobs.ts';
import { sendMessageJob } from './messages.jobs.ts';
import { newestLocalMessages } from './messages.store.ts';

const shown = 200;
const waitAtMostMs = 5000;

/**
 * Shows the demo's messages, newest first. Whoever reads them can become anybody: only this machine may ask, directly,
 * under its own name. To everybody else the page does not exist.
 */
export function messageRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.get('/dev/messages', async (request, reply) => {
    if (!isFromThisMachine(request)) return sendRefusal(reply, notFound());
    // Who has just asked for a code wants to find it here.
    await untilDone(database, sendMessageJob, waitAtMostMs);
    reply.header('cache-control', 'no-store');
    return newestLocalMessages(database, shown);
  });
}

/** Whatever proxies and networks are known to add; a header too many refused costs nothing here. */
const forwardingHeader =
  /forward|client-?ip|connecting-ip|real-ip|remote-(?:ip|addr)|originating|external-address|^via$|^cdn-loop$/;
const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A page of another site can make a browser ask; its Host (by a name that points here) or Origin gives it away. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const { headers, raw } = request;
  if (!loopbackAddress.test(raw.socket.remoteAddress ?? '')) return false;
  if (Object.keys(headers).some((name) => forwardingHeader.test(name))) return false;
  if (!raw.url?.startsWith('/')) return false;
  const own = `http://${headers.host ?? ''}`;
  if (!isLoopbackUrl(own) || namesHostTwice(raw.rawHeaders)) return false;
  if (!['same-origin', 'none'].includes(headers['sec-fetch-site'] ?? 'none')) return false;
  return headers.origin === undefined || headers.origin === own;
}

/** Node keeps the first of two; a proxy may have gone by the second. */
function namesHostTwice(rawHeaders: readonly string[]): boolean {
  return rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && loopbackNames.has(new URL(text).hostname);
}
