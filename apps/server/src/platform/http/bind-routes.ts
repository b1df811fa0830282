import type { CallName } from '@lode/contract';
import { type RouteSpec, routes } from '@lode/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import { answerChecker, envelopeSchema, okEnvelope, sendRefusal } from './answers.ts';
import { asCaller } from './caller-network.ts';
import type { CallerContext, Handlers, OpenContext, RequestContext, Session, TokenContext } from './context.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { type Fields, MalformedInput, readForm } from './fields.ts';
import { isFileAnswer, sendFile } from './file-response.ts';
import { inputReader } from './input.ts';
import type { RequestLimits } from './limits.ts';
import { type RefusedBy, refusalLog } from './log-refusals.ts';
import type { ProofOfWork } from './proof-of-work.ts';
import { isRefusal, type Refusal } from './refusal.ts';
import { type CheckSession, hashToken } from './session.ts';

export interface BindingDeps {
  clock: Clock;
  checkSession: CheckSession;
  limits: RequestLimits;
  devices: DeviceCookie;
  proofOfWork: ProofOfWork;
  /** Hold every answer against its contract and fail on a difference. Tests do; customers are served what there is. */
  checksAnswers: boolean;
}

/** A handler as the binding sees it, once the contract's types have done their work at the slice. */
type AnyHandler = (context: never, input: never) => Promise<unknown>;
type AnyEntry = AnyHandler | { sessionInHandler: true; handle: AnyHandler };

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    /** Whether it has been counted for the limit of its network. */
    isCounted: boolean;
  }
}

/** Puts the handlers of all slices behind the paths that the contract gives their calls; every call has one. */
export function bindRoutes(fastify: FastifyInstance, handlers: Required<Handlers>, deps: BindingDeps): void {
  fastify.decorateRequest('session', null);
  fastify.decorateRequest('isCounted', false);
  const logRefusal = refusalLog();
  for (const [call, entry] of Object.entries(handlers) as [CallName, AnyEntry][]) {
    bindRoute(fastify, call, routes[call], entry, { ...deps, logRefusal });
  }
}

function bindRoute(
  fastify: FastifyInstance,
  call: CallName,
  spec: RouteSpec,
  entry: AnyEntry,
  deps: BindingDeps & { logRefusal: ReturnType<typeof refusalLog> },
) {
  const readInput = inputReader(spec);
  const checkAnswer = deps.checksAnswers ? answerChecker(call, spec) : () => undefined;
  const checksItself = typeof entry !== 'function';
  const handle = checksItself ? entry.handle : entry;
  const needsSession = spec.access === 'customer';

  const checkSession = (request: FastifyRequest, now: Date) =>
    asCaller(request.ip, () =>
      deps.checkSession(tokenHash(request), { deviceId: deviceOf(request, deps.devices), ip: request.ip }, now),
    );

  /** Without a solution it is refused, most likely, and a flood of refusals must cost no query. */
  const owesWork = (request: FastifyRequest) =>
    spec.proof !== 'none' && request.headers.altcha === undefined && deps.proofOfWork.isDue(request.ip);

  async function countOnce(request: FastifyRequest): Promise<Refusal | null> {
    if (request.isCounted) return null;
    request.isCounted = true;
    const taken = deps.limits.take(spec.limit, request.ip);
    const tooMany = taken && (await taken);
    if (tooMany) deps.logRefusal(request, call, 'limit');
    return tooMany;
  }

  fastify.route({
    method: spec.method,
    url: spec.path,
    ...(!spec.mediaTypes && { schema: { response: { 200: envelopeSchema(spec) } } }),

    /** Before the body is read: who asks too often or without a session costs no parsing. */
    async onRequest(request, reply) {
      if (!owesWork(request)) {
        const tooMany = await countOnce(request);
        if (tooMany) return sendRefusal(reply, tooMany);
      }
      if (!needsSession || checksItself) return;
      const session = await checkSession(request, deps.clock.now());
      if (isRefusal(session)) return sendRefusal(reply, session);
      request.session = session;
    },

    async handler(request, reply) {
      const caller = callerOf(request, reply, deps);
      let input: Record<string, unknown>;
      try {
        input = readInput(sourcesOf(request));
      } catch (error) {
        // The session is checked before the shape, also where the handler would have done it.
        const session = needsSession && checksItself ? await checkSession(request, caller.now) : null;
        if (isRefusal(session)) return sendRefusal(reply, session);
        const tooMany = await countOnce(request);
        if (tooMany) return sendRefusal(reply, tooMany);
        deps.logRefusal(request, call, 'input');
        throw error;
      }
      if (wantsProof(spec, input)) {
        const { altcha } = request.headers;
        const solution = typeof altcha === 'string' ? altcha : null;
        const unproved = await deps.proofOfWork.demand({ call, ip: request.ip, solution });
        if (unproved) {
          deps.logRefusal(request, call, 'proof-of-work');
          return sendRefusal(reply, unproved);
        }
      }
      const tooMany = await countOnce(request);
      if (tooMany) return sendRefusal(reply, tooMany);
      const context = contextOf(request, caller, { needsSession, checksItself, checkSession });
      const answer = await asCaller(request.ip, () => handle(context as never, input as never));
      if (isFileAnswer(answer)) return sendFile(reply, answer);
      checkAnswer(answer);
      if (isRefusal(answer)) {
        const by = loggedStatus[answer.status];
        if (by !== undefined) deps.logRefusal(request, call, by);
        return sendRefusal(reply, answer);
      }
      reply.header('cache-control', 'no-store');
      if (call === 'login') pairDevice(request, reply, deps.devices);
      return okEnvelope(answer);
    },
  });
}

/** Refusals of a handler that a probe would cause; another customer's record answers as an unknown one. */
const loggedStatus: Record<number, RefusedBy> = { 400: 'input', 404: 'not-found' };

/** After the shape: what is malformed costs nothing, and the scene has been read. */
function wantsProof({ proof }: RouteSpec, { scene }: Record<string, unknown>): boolean {
  if (proof === 'none' || proof === 'always') return proof === 'always';
  return proof.scenes.some((one) => one === scene);
}

function contextOf(
  request: FastifyRequest,
  caller: CallerContext,
  route: {
    needsSession: boolean;
    checksItself: boolean;
    checkSession: (request: FastifyRequest, now: Date) => Promise<Session | Refusal>;
  },
): RequestContext | OpenContext | TokenContext {
  if (route.checksItself) return { ...caller, tokenHash: tokenHash(request) };
  if (!route.needsSession) return { ...caller, checkSession: () => route.checkSession(request, caller.now) };
  if (request.session === null) throw new Error('a call that needs a session was let through without one');
  return { ...caller, session: request.session };
}

function deviceOf(request: FastifyRequest, devices: DeviceCookie): string | null {
  return devices.deviceOf(callerHeader(request, 'deviceid'), request.headers.cookie);
}

/** Who has just proved who it is gets the second half of the device's name. */
function pairDevice(request: FastifyRequest, reply: FastifyReply, devices: DeviceCookie): void {
  const isSecure = request.protocol === 'https';
  const cookie = devices.cookieFor(callerHeader(request, 'deviceid'), request.headers.cookie, isSecure);
  if (cookie !== null) reply.header('set-cookie', cookie);
}

function callerOf(request: FastifyRequest, reply: FastifyReply, { devices, clock }: BindingDeps): CallerContext {
  return {
    now: clock.now(),
    deviceId: deviceOf(request, devices),
    requestId: callerHeader(request, 'requestid'),
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    hungUp: () => hungUp(reply),
  };
}

function hungUp({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abortUnlessFinished = () => {
    if (!raw.writableFinished) controller.abort();
  };
  if (raw.destroyed) abortUnlessFinished();
  raw.once('close', abortUnlessFinished);
  return controller.signal;
}

const headerNames = { deviceid: 'deviceId', requestid: 'requestId' } as const;
const headerShape = /^[\x20-\x7e]{1,128}$/;

function callerHeader(request: FastifyRequest, header: keyof typeof headerNames): string | null {
  const value = request.headers[header];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string' || !headerShape.test(value)) throw new MalformedInput(headerNames[header]);
  return value;
}

function tokenHash(request: FastifyRequest): Buffer | null {
  const token = request.headers.accesstoken;
  return typeof token === 'string' && token !== '' ? hashToken(token) : null;
}

/** What the parsers of `server.ts` left in the request. */
export interface ParsedBody {
  form: Fields;
  json: Fields;
}

function sourcesOf(request: FastifyRequest) {
  const query = readForm((request.query as { text: string }).text);
  if (request.method === 'GET') return { query, form: [], json: [] };
  const { form, json } = (request.body ?? { form: [], json: [] }) as ParsedBody;
  return { query, form, json };
}
