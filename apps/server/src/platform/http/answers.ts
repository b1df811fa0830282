import { codes } from '@lode/contract';
import type { RouteSpec } from '@lode/contract/schemas';
import type { TSchema } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { FastifyReply } from 'fastify';
import { isRefusal, type Refusal } from './refusal.ts';

const { ok } = codes;

export function okEnvelope(data: unknown) {
  return { code: ok.code, message: ok.message, data };
}

/** Answers "no". Text goes out as it is: refusals have no schema of their own to be written by. */
export function sendRefusal(reply: FastifyReply, { status, envelope }: Refusal): FastifyReply {
  const { retryAfter } = (envelope.data ?? {}) as { retryAfter?: number };
  if (status === 429 && retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope));
}

/** The schema that writes a good answer: fields it does not name stay inside, a named one that is missing is an error. */
export function envelopeSchema(spec: Pick<RouteSpec, 'data'>): Record<string, unknown> {
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data: writerSchema(spec.data) },
  };
}

type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
};

/** Reduced to what writing needs. "This or null" becomes a mark on "this": trying alternatives costs a validator. */
function writerSchema(schema: TSchema): JsonSchema & { nullable?: boolean } {
  const { type, properties, required, items, anyOf } = schema as JsonSchema;
  if (anyOf !== undefined) {
    const [only, ...others] = anyOf.filter((one) => one.type !== 'null');
    if (only === undefined || others.length > 0) throw new Error('an answer may be of one shape, or null');
    return { ...writerSchema(only as TSchema), nullable: anyOf.length > 1 };
  }
  return {
    type,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, writerSchema(field as TSchema)]),
      ),
      required: required ?? [],
    }),
    ...(items && { items: writerSchema(items as TSchema) }),
  };
}

/** Throws on an answer that the contract does not allow. For tests: a customer gets what there is. */
export function answerChecker(
  call: string,
  spec: Pick<RouteSpec, 'data' | 'refusals'> & { access: string },
): (answer: unknown) => void {
  const checker = TypeCompiler.Compile(spec.data);
  const everyCustomerCall = spec.access === 'customer' ? ['sessionExpired', 'accountDisabled'] : [];
  const refusals = new Set<string>([...spec.refusals, ...everyCustomerCall]);
  return (answer) => {
    if (isRefusal(answer)) {
      if (answer.codeName !== null && !refusals.has(answer.codeName)) {
        throw new Error(`${call} refuses with ${answer.codeName}, which its contract does not name`);
      }
    } else if (!checker.Check(answer)) {
      const { path, message, value } = checker.Errors(answer).First() ?? {};
      throw new Error(`${call} answers ${path} = ${String(value)}: ${message}`);
    }
  };
}
