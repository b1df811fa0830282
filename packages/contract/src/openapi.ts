import { codes, transportMessages } from './codes.ts';
import { routes } from './schemas/index.ts';
import type { RouteSpec } from './schemas/route.ts';

/** A JSON Schema object; OpenAPI 3.1 takes JSON Schema as it is. */
type Schema = Record<string, unknown>;

const tokenScheme = 'accessToken';

/** The OpenAPI 3.1 document of the customer API, made from nothing but the contract. */
export function openApiDocument(version: string): Schema {
  const paths: Record<string, Schema> = {};
  for (const [operationId, spec] of Object.entries(routes) as [string, RouteSpec][]) {
    paths[spec.path] = { ...paths[spec.path], [spec.method.toLowerCase()]: operation(operationId, spec) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lode customer API',
      version,
      description:
        'Every answer is an envelope { code, message, data }; HTTP 200 carries business refusals too, judge by code. ' +
        'Amounts are decimal strings, times ISO 8601 in UTC, ids opaque. ' +
        'Of several refusals a money call answers the first by docs/adr/0029-order-of-refusals.md.',
    },
    paths,
    components: {
      securitySchemes: { [tokenScheme]: { type: 'apiKey', in: 'header', name: 'accessToken' } },
      parameters: {
        deviceId: {
          name: 'deviceId',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 128 },
          description: 'The device that a session is bound to at login.',
        },
        requestId: {
          name: 'requestId',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 128 },
          description:
            'Idempotency key, made by the caller: the same request has one effect and one answer. Required where a funds ' +
            'password or its token is sent.',
        },
        altcha: {
          name: 'altcha',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 2048 },
          description:
            'After code 20006: base64 of { challenge, solution }, the ALTCHA challenge in data.challenge and its solution. ' +
            'Good once, for this call from this network, for five minutes.',
        },
      },
      responses: Object.fromEntries(
        Object.entries(transportMessages).map(([status, message]) => [
          `status${status}`,
          answer(message, envelope({ const: Number(status) }, {})),
        ]),
      ),
    },
  };
}

function operation(operationId: string, spec: RouteSpec): Schema {
  const fields = spec.input as unknown as { properties: Record<string, Schema>; required?: string[] };
  const required = new Set(fields.required ?? []);
  const query = Object.entries(fields.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: plain(schema),
  }));
  const headers = [
    { $ref: '#/components/parameters/deviceId' },
    ...(spec.refusals.includes('keyReused') ? [{ $ref: '#/components/parameters/requestId' }] : []),
    ...(spec.proof === 'none' ? [] : [{ $ref: '#/components/parameters/altcha' }]),
  ];
  const body = plain(spec.input);
  return {
    operationId,
    summary: spec.summary,
    ...(spec.method === 'POST' && { description: 'Each field travels once: in the query, as JSON, or as a form.' }),
    parameters: spec.method === 'GET' ? [...headers, ...query] : headers,
    ...(spec.method === 'POST' &&
      query.length > 0 && {
        requestBody: {
          required: false,
          content: { 'application/json': { schema: body }, 'application/x-www-form-urlencoded': { schema: body } },
        },
      }),
    security: spec.access === 'customer' ? [{ [tokenScheme]: [] }] : [],
    responses: {
      200: spec.mediaTypes
        ? fileAnswer(spec, spec.mediaTypes)
        : answer('ok, or a refusal that says why', {
            oneOf: [envelope({ const: codes.ok.code }, plain(spec.data)), ...refusals(spec)],
          }),
      ...Object.fromEntries(
        Object.keys(transportMessages).map((status) => [status, { $ref: `#/components/responses/status${status}` }]),
      ),
    },
  };
}

function refusals(spec: RouteSpec): Schema[] {
  const ofEveryCustomerCall = spec.access === 'customer' ? (['sessionExpired', 'accountDisabled'] as const) : [];
  const names = new Set([...ofEveryCustomerCall, ...spec.refusals]);
  return [...names].map((name) => ({ ...envelope({ const: codes[name].code }, {}), description: codes[name].message }));
}

function answer(description: string, schema: Schema): Schema {
  return { description, content: { 'application/json': { schema } } };
}

/** A file, or an envelope that says why there is none. */
function fileAnswer(spec: RouteSpec, mediaTypes: readonly string[]): Schema {
  const refused = answer('the file, or a refusal that says why', { oneOf: refusals(spec) });
  const files = mediaTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]);
  return { ...refused, content: { ...(refused.content as Schema), ...Object.fromEntries(files) } };
}

function envelope(code: Schema, data: Schema): Schema {
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { type: 'integer', ...code }, message: { type: 'string' }, data },
  };
}

/** The schema as JSON has it: TypeBox keeps its own marks under symbols, which JSON leaves out. */
function plain(schema: unknown): Schema {
  return JSON.parse(JSON.stringify(schema));
}
