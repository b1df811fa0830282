// The document describes every call of the contract, and nothing of TypeBox leaks into it.
import { expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { type CallName, methodAndPath, paths } from './paths.ts';
import { routes } from './schemas/index.ts';

type Operation = {
  operationId: string;
  responses: object;
  security: unknown[];
  parameters: { name?: string; $ref?: string }[];
  requestBody?: { content: Record<string, { schema: { properties: object } }> };
};
const document = openApiDocument('1.0.0') as { openapi: string; paths: Record<string, Record<string, Operation>> };

it('has each call once, under its method and path', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(Object.values(paths).sort());
});

it('says who may call and what goes in', () => {
  for (const [call, spec] of Object.entries(routes)) {
    const { method, path } = methodAndPath(call as CallName);
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(call);
    expect(operation?.security).toHaveLength(spec.access === 'customer' ? 1 : 0);
    const fields = Object.keys(spec.input.properties);
    const described =
      method === 'GET'
        ? operation?.parameters.flatMap(({ name }) => name ?? [])
        : Object.keys(operation?.requestBody?.content['application/json']?.schema.properties ?? {});
    expect(described).toEqual(fields);
  }
});

it('names the header of a solved challenge at each call that asks for one', () => {
  const taking = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ parameters }) => parameters.some(({ $ref }) => $ref === '#/components/parameters/altcha'));
  expect(taking.map(({ operationId }) => operationId).sort()).toEqual([
    'accountExists',
    'login',
    'sendCode',
    'setPassword',
  ]);
  for (const { responses } of taking) expect(JSON.stringify(responses)).toContain('20006');
  expect(document).toHaveProperty('components.parameters.altcha.name', 'altcha');
});

it('names the idempotency key at each call that can refuse one that was used', () => {
  const taking = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ parameters }) => parameters.some(({ $ref }) => $ref === '#/components/parameters/requestId'));
  const keyed = Object.entries(routes).filter(([, { refusals }]) => refusals.includes('keyReused'));
  expect(keyed.length).toBeGreaterThan(3);
  expect(taking.map(({ operationId }) => operationId).sort()).toEqual(keyed.map(([call]) => call).sort());
  expect(document).toHaveProperty('components.parameters.requestId.name', 'requestId');
});

it('is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});
