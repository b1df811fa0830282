import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { accessTable, type ListedRoute, refuseUnlistedRoutes } from './access-table.ts';
import type { ParsedBody } from './bind-routes.ts';
import { type ClosedCountries, closeCountries } from './closed-countries.ts';
import { compressAnswers } from './compression.ts';
import { answerError } from './errors.ts';
import { readForm, readJson } from './fields.ts';
import { badInput } from './refusal.ts';
import { addSecurityHeaders, headersOfCalls } from './security.ts';

export interface HttpServerOptions extends Partial<Omit<ClosedCountries, 'trustedProxies'>> {
  log: FastifyBaseLogger;
  /** Addresses of proxies whose word on the caller's address counts; none: the socket's address is the caller's. */
  trustedProxies?: string[];
  /** Serves the pages, and answers what nothing else does. */
  pages: (fastify: FastifyInstance) => Promise<void>;
  /** The routes that this listener may have. */
  table?: readonly ListedRoute[];
}

/** No call takes more than a few short fields. */
const largestBody = 64 * 1024;

/** A fastify that speaks in envelopes whatever happens, and whose logs never hold a query string, header or body. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { log, pages, table = accessTable, trustedProxies = [], closedCountries = [], countryHeader = null } = options;
  const fastify = Fastify({
    loggerInstance: log,
    // Fastify's own lines carry the URL with its query, and a password can be in there.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: largestBody,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    exposeHeadRoutes: false,
    // No hook has run yet: a URL that cannot be read has reached no route.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headersOfCalls)),
    clientErrorHandler: answerUnreadable,
    routerOptions: { querystringParser: (text: string) => ({ text }), maxParamLength: 200 },
  });
  refuseUnlistedRoutes(fastify, table);
  fastify.setErrorHandler(answerError);
  readBodiesAs(fastify, 'application/json', (text) => ({ json: readJson(text), form: [] }));
  readBodiesAs(fastify, 'application/x-www-form-urlencoded', (text) => ({ form: readForm(text), json: [] }));
  await addSecurityHeaders(fastify);
  compressAnswers(fastify);
  closeCountries(fastify, { closedCountries, countryHeader, trustedProxies });
  await pages(fastify);
  if (isVerbose(log)) logAnswers(fastify);
  return fastify;
}

function readBodiesAs(fastify: FastifyInstance, type: string, read: (text: string) => ParsedBody): void {
  if (fastify.hasContentTypeParser('text/plain')) fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<string>(type, { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, read(text));
    } catch (error) {
      done(error as Error);
    }
  });
}

const isVerbose = ({ level }: FastifyBaseLogger) => level === 'debug' || level === 'trace';

/** One line per answer: the route's pattern, never the URL as it came. */
function logAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? null;
    const { statusCode: status, elapsedTime } = reply;
    request.log.debug({ method: request.method, route, status, ms: Math.round(elapsedTime) }, 'answered');
    done();
  });
}

/** What could not even be read as HTTP. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return;
  // A browser opens connections ahead and would take this for the answer to the first request that it sends on one.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(badInput('request').envelope);
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    ...Object.entries(headersOfCalls).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
