import type { RouteSpec } from '@lode/contract/schemas';
import type { TObject } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { type Fields, MalformedInput } from './fields.ts';

/** Where the fields of one request came from. Text carries everything as strings, JSON has types of its own. */
export interface Sources {
  query: Fields;
  form: Fields;
  json: Fields;
}

/** Names that clients append to a GET to get past caches; they carry nothing. */
const cacheBusters = new Set(['_', '_t']);

type Reader = (text: string) => unknown;

/** Merges, coerces and checks the input of one call; throws `MalformedInput` naming the field. */
export type ReadInput = (sources: Sources) => Record<string, unknown>;

export function inputReader(spec: Pick<RouteSpec, 'input' | 'method'>): ReadInput {
  const object = spec.input as TObject;
  const checker = TypeCompiler.Compile(object);
  const readers = new Map<string, Reader>(
    Object.entries(object.properties).map(([name, schema]) => [name, textReader(schema.type)]),
  );
  const ignored = spec.method === 'GET' ? cacheBusters : new Set<string>();

  return ({ query, form, json }) => {
    const input: Record<string, unknown> = {};
    const take = (name: string, value: unknown, fromText: boolean) => {
      const reader = readers.get(name);
      if (reader === undefined) {
        if (ignored.has(name)) return;
        throw new MalformedInput(name);
      }
      if (Object.hasOwn(input, name)) throw new MalformedInput(name);
      if (!isStorable(value)) throw new MalformedInput(name);
      input[name] = fromText ? reader(value as string) : value;
    };
    for (const [name, value] of query) take(name, value, true);
    for (const [name, value] of form) take(name, value, true);
    for (const [name, value] of json) take(name, value, false);
    assertMatches(checker, input);
    return input;
  };
}

/** PostgreSQL keeps no NUL and no half of a surrogate pair, at whatever depth. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !/\p{Cs}/u.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}

function assertMatches(checker: TypeCheck<TObject>, input: unknown): void {
  if (checker.Check(input)) return;
  const path = checker.Errors(input).First()?.path ?? '';
  throw new MalformedInput(path.split('/')[1] || 'body');
}

const wholeNumber = /^-?(?:0|[1-9][0-9]{0,15})$/;

/** Only whole numbers and booleans are read out of text; what does not read so stays text and fails the check. */
function textReader(type: unknown): Reader {
  if (type === 'integer') return (text) => (wholeNumber.test(text) ? Number(text) : text);
  if (type === 'boolean') return (text) => (text === 'true' ? true : text === 'false' ? false : text);
  return (text) => text;
}
