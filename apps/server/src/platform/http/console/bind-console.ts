import { type ConsoleCall, type ConsoleRoute, consoleRoutes } from '@lode/contract/console';
import { unattendedHeader } from '@lode/contract/console-paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock/clock.ts';
import { answerChecker, envelopeSchema, okEnvelope, sendRefusal } from '../answers.ts';
import type { ParsedBody } from '../bind-routes.ts';
import { readForm } from '../fields.ts';
import { isFileAnswer, sendFile } from '../file-response.ts';
import { inputReader } from '../input.ts';
import type { RequestLimits } from '../limits.ts';
import { badInput, isRefusal, type Refusal, refuse, transportRefusal } from '../refusal.ts';
import { hashToken } from '../session.ts';
import type { CheckStaffSession, ConsoleContext, ConsoleHandlers, StaffSession } from './console-context.ts';
import type { ConsoleCookies } from './console-cookies.ts';
import { ownOrigin } from './own-origin.ts';

export interface ConsoleBindingDeps {
  clock: Clock;
  limits: RequestLimits;
  cookies: ConsoleCookies;
  /** Null in the demo: this machine. */
  origin: string | null;
  checkSession: CheckStaffSession;
  /** Puts a call that the member's role may not make into the security log. */
  recordRefusedRole: (staff: string) => Promise<void>;
  /** Hold every answer against its contract: tests do. */
  checksAnswers: boolean;
}

type AnyHandler = (context: ConsoleContext & { session?: StaffSession }, input: never) => Promise<unknown>;

/** Puts the handlers behind the paths of the console's calls; every call has one. */
export function bindConsole(fastify: FastifyInstance, handlers: ConsoleHandlers, deps: ConsoleBindingDeps): void {
  for (const [call, route] of Object.entries(consoleRoutes) as [ConsoleCall, ConsoleRoute][])
    bindCall(fastify, call, route, handlers[call] as AnyHandler, deps);
}

function bindCall(
  fastify: FastifyInstance,
  call: ConsoleCall,
  route: ConsoleRoute,
  answerCall: AnyHandler,
  deps: ConsoleBindingDeps,
): void {
  const readInput = inputReader(route);
  const checkAnswer = deps.checksAnswers ? answerChecker(call, route) : () => undefined;
  const opened = new WeakMap<FastifyRequest, { session: StaffSession | null; origin: string }>();

  fastify.route({
    method: route.method,
    url: route.path,
    ...(route.largestBody !== undefined && { bodyLimit: route.largestBody }),
    ...(!route.isFile && { schema: { response: { 200: envelopeSchema(route) } } }),

    /** Before the body is read: a page of another site and who asks too often cost no parsing. */
    async onRequest(request, reply) {
      const tooMany = await deps.limits.take(route.limit, callerOf(request, deps));
      if (tooMany) return sendRefusal(reply, tooMany);
      const origin = ownOrigin(request, deps.origin);
      if (origin === null) return sendRefusal(reply, badInput('origin'));
      const session = route.access === 'open' ? null : await sessionOf(request, route, deps);
      if (isRefusal(session)) return sendRefusal(reply, session);
      opened.set(request, { session, origin });
    },

    async handler(request, reply) {
      const known = opened.get(request);
      if (known === undefined) throw new Error('a console call was let through unchecked');
      const { text } = request.query as { text: string };
      const body = (request.body ?? { form: [], json: [] }) as ParsedBody;
      const input = readInput({ query: readForm(text), form: [], json: body.json });
      const context = {
        ...contextOf(request, reply, deps, known.origin),
        ...(known.session && { session: known.session }),
      };
      const answer = await answerCall(context, input as never);
      if (isFileAnswer(answer)) return sendFile(reply, answer);
      checkAnswer(answer);
      if (isRefusal(answer)) return sendRefusal(reply, answer);
      reply.header('cache-control', 'no-store');
      return okEnvelope(answer);
    },
  });
}

/** A device that a member has logged in on is counted by itself: strangers in its network use up nothing of it. */
function callerOf(request: FastifyRequest, { cookies }: ConsoleBindingDeps): string {
  const device = cookies.deviceOf(request.headers.cookie);
  return device === null ? request.ip : `device ${device}`;
}

async function sessionOf(
  request: FastifyRequest,
  { access, roles }: ConsoleRoute,
  { cookies, checkSession, recordRefusedRole, clock }: ConsoleBindingDeps,
): Promise<StaffSession | Refusal> {
  const { cookie } = request.headers;
  const [token, device] = [cookies.tokenOf(cookie), cookies.deviceOf(cookie)];
  const given = token === null || device === null ? null : { hash: hashToken(token), device };
  const isUnattended = request.headers[unattendedHeader] !== undefined;
  const session = await checkSession(given, { ip: request.ip, isUnattended }, clock.now());
  if (isRefusal(session)) return session;
  if (access === 'staff' && session.stage !== 'OPEN') return refuse('notOperable', { stage: session.stage });
  if (roles?.includes(session.role) ?? true) return session;
  await recordRefusedRole(session.name);
  return transportRefusal(403, { roles });
}

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, clock }: ConsoleBindingDeps,
  origin: string,
): ConsoleContext {
  const device = cookies.deviceOf(request.headers.cookie);
  return {
    now: clock.now(),
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    device,
    origin,
    setSession: (token, named) =>
      void reply.header('set-cookie', [cookies.session(token), ...(device === null ? [cookies.device(named)] : [])]),
    dropSession: () => void reply.header('set-cookie', cookies.noSession()),
  };
}
