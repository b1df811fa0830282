import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { logSampler } from '../log/log-sampler.ts';
import { sendRefusal } from './answers.ts';
import { MalformedInput } from './fields.ts';
import { badInput, notFound, type Refusal, transportRefusal, unavailable } from './refusal.ts';

/** Thrown where a bounded queue is full: the work was not begun, and later is better. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
  /** For the log: which queue. Few different values. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.fields = fields;
  }
}

/** A flood must not fill the log. */
const overloadedEveryMs = 10_000;
const samplers = new WeakMap<object, ReturnType<typeof logSampler>>();

function logOverloaded(error: Overloaded, request: FastifyRequest): void {
  const sampler = samplers.get(request.server) ?? logSampler(overloadedEveryMs);
  samplers.set(request.server, sampler);
  const { message: reason, fields } = error;
  const refused = sampler(JSON.stringify([reason, fields]));
  if (refused !== null) request.log.warn({ event: 'server.overloaded', reason, ...fields, refused });
}

export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  if (error instanceof Overloaded) logOverloaded(error, request);
  else if (refusal.status >= 500) {
    const route = request.routeOptions?.url ?? null;
    request.log.error({ err: error, method: request.method, route }, 'a request failed');
  }
  return sendRefusal(reply, refusal);
}

export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(reply, notFound());
}

function refusalOf(error: Error): Refusal {
  if (error instanceof MalformedInput) return badInput(error.field);
  if (error instanceof Overloaded || isOutage(error)) return unavailable();
  const { statusCode = 500 } = error as FastifyError;
  if (statusCode === 413 || statusCode === 415 || statusCode === 404) return transportRefusal(statusCode);
  // What else fastify itself refuses is a request that it could not read.
  return statusCode >= 400 && statusCode < 500 ? badInput('request') : transportRefusal(500);
}

/**
 * PostgreSQL classes: connection lost, resources short, cancelled or shutting down, a lock not had in time, a standby that is being
 * promoted and does not write yet.
 */
const outageStates = /^(?:08|53|57)|^(?:55P03|25006)$/;
const outageErrnos = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
const poolMessages = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

/** The database is down or has no room: nothing is wrong with the request or with the program. */
function isOutage(error: Error): boolean {
  const { code = '', syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code !== 'string') return false;
  if (outageErrnos.has(code)) return syscall === 'connect' || syscall === 'read' || syscall === 'write';
  return (code.length === 5 && outageStates.test(code)) || poolMessages.test(error.message);
}
