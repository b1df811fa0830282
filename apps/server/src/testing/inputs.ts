import type { RouteSpec } from '@lode/contract/schemas';
import fc from 'fast-check';

/** What of a JSON Schema the contract's inputs use. */
interface FieldSchema {
  type?: string;
  enum?: readonly string[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

function fieldsOf(spec: RouteSpec): [string, FieldSchema][] {
  return Object.entries((spec.input as unknown as { properties: Record<string, FieldSchema> }).properties);
}

function requiredOf(spec: RouteSpec): string[] {
  return (spec.input as unknown as { required?: string[] }).required ?? [];
}

/** Values that a field's own schema allows. */
function goodValue(schema: FieldSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum, max: schema.maximum });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.format === 'date') {
    const days = { min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
    return fc.date(days).map((date) => date.toISOString().slice(0, 10));
  }
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  return fc.oneof(
    fc.constantFrom('13800138000', 'alice@example.com', 'Passw0rd'),
    fc
      .string({ minLength: schema.minLength, maxLength: schema.maxLength, unit: 'grapheme' })
      .map((text) => text.slice(0, schema.maxLength)),
  );
}

const nastyText = fc.constantFrom(
  '',
  ' ',
  '0',
  '-1',
  '01',
  '1e400',
  'NaN',
  'null',
  'true',
  '[object Object]',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '﷽'.repeat(50),
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '340282366920938463463374607431768211456',
  "' or 1=1 --",
  '"; drop table customer; --',
  '${7*7}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '%00',
  '%zz',
  '0000-00-00',
  '9999-99-99',
  '2026-02-30',
  '294277-01-01',
  '١٢٣٤٥٦',
  'a'.repeat(20_000),
);
const nastyJson = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    0.1,
    [],
    {},
    [[]],
    { toString: 1 },
    { $ne: null },
    { length: -1 },
  ),
  fc.jsonValue(),
);

/** One malformed or merely hostile request for a call, derived from the call's own schema. */
export function hostileInput(spec: RouteSpec): fc.Arbitrary<{ fields: [string, unknown][]; asJson: boolean }> {
  const schemas = fieldsOf(spec);
  const required = new Set(requiredOf(spec));
  const field = ([name, schema]: [string, FieldSchema]): fc.Arbitrary<[string, unknown][]> => {
    const named = (values: fc.Arbitrary<unknown>) => values.map((value): [string, unknown][] => [[name, value]]);
    const good = named(goodValue(schema));
    return fc.oneof(
      { weight: required.has(name) ? 6 : 3, arbitrary: good },
      { weight: 2, arbitrary: named(nastyText) },
      { weight: 1, arbitrary: named(nastyJson) },
      { weight: 1, arbitrary: named(fc.string({ unit: 'binary' })) },
      { weight: 1, arbitrary: fc.constant<[string, unknown][]>([]) },
      { weight: 1, arbitrary: fc.tuple(good, good).map(([one, other]) => [...one, ...other]) },
    );
  };
  const strangers = fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom('__proto__', 'constructor', 'account', 'customerId', '_', ''), fc.string()),
      nastyJson,
    ),
    { maxLength: 1 },
  );
  return fc.record({
    fields: fc
      .tuple(fc.tuple(...schemas.map(field)), fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, strangers))
      .map(([own, other]) => [...own.flat(), ...(other as [string, unknown][])]),
    asJson: fc.boolean(),
  });
}

/** An input that the schema allows; for tests that are about something else than the input. */
export function sampleInput(spec: RouteSpec): Record<string, unknown> {
  const required = new Set(requiredOf(spec));
  const values = fieldsOf(spec)
    .filter(([name]) => required.has(name))
    .map(([name, schema]) => [name, fc.sample(goodValue(schema), { numRuns: 1, seed: 7 })[0]]);
  return Object.fromEntries(values);
}
