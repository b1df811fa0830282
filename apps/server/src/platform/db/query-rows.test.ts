/**
 * Proves that every query of the server fits the migrated schema, and that `query-rows.ts` has the types of its rows as
 * PostgreSQL describes them. `npm run db:types` writes the file.
 */
import { getTypes, type IQueryTypes, startup } from '@pgtyped/query';
import { AsyncQueue } from '@pgtyped/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { declaredQueries } from './query.ts';

const modules = import.meta.glob<unknown>([
  '../../**/*.ts',
  '!../../**/*.test.ts',
  '!../../**/testing/**',
  '!../../main.ts',
  '!../../cli.ts',
]);

const scalars: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'bigint',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  void: 'string',
};

type Column = IQueryTypes['returnTypes'][number];

function typeOf(type: Column['type']): string {
  if (typeof type === 'string') {
    const element = type.startsWith('_') ? scalars[type.slice(1)] : undefined;
    const found = element === undefined ? scalars[type] : `readonly ${element}[]`;
    if (found !== undefined) return found;
  } else if ('enumValues' in type) return type.enumValues.map((value) => `'${value}'`).join(' | ');
  throw new Error(`add the TypeScript type of PostgreSQL's ${JSON.stringify(type)} to query-rows.test.ts`);
}

function columnLine({ returnName, type, nullable }: Column): string {
  const base = typeOf(type);
  const others = base === 'unknown' || nullable === false ? '' : nullable === true ? ' | null' : ' | null | undefined';
  return `    ${/^[A-Za-z_]\w*$/.test(returnName) ? returnName : `'${returnName}'`}: ${base}${others};`;
}

interface Description {
  rows: string[];
  faults: string[];
}

async function describeQueries(url: string, queries: Iterable<[string, string]>): Promise<Description> {
  const { hostname: host, port, username: user, password, pathname } = new URL(url);
  const queue = new AsyncQueue();
  await startup({ host, port: Number(port), user, password, dbName: pathname.slice(1) }, queue);
  const rows: string[] = [];
  const faults: string[] = [];
  for (const [name, text] of queries) {
    const found = await getTypes({ query: text, mapping: [], bindings: [] }, queue);
    if ('errorCode' in found) faults.push(`${name}: ${found.message}`);
    else rows.push([`  '${name}': {`, ...found.returnTypes.map(columnLine), '  };'].join('\n'));
  }
  queue.socket.end();
  return { rows: rows.sort(), faults };
}

let test: TestDatabase;
beforeAll(async () => {
  await Promise.all(Object.values(modules).map((load) => load()));
  test = await createTestDatabase();
  // A temporary table is seen by its own session alone: here each is a table like any other.
  for (const text of declaredQueries.values())
    if (/^\s*create temporary table/i.test(text))
      await test.owner.query({ text: text.replace(/temporary/i, '').replace(/on commit (delete rows|drop)/i, '') });
});
afterAll(() => test.drop());

it('every query fits the schema, and the types of its rows are current; after a change run npm run db:types', async () => {
  const { rows, faults } = await describeQueries(test.ownerUrl, declaredQueries);
  expect(faults).toEqual([]);
  const lines = [
    '// Written by `npm run db:types`: the rows of each query as PostgreSQL describes them. `undefined` marks an expression, of which',
    '// PostgreSQL does not say whether it can be null.',
    'export interface QueryRows {',
    ...rows,
    '}',
    '',
  ];
  await expect(lines.join('\n')).toMatchFileSnapshot('./query-rows.ts');
});

describe('a control', () => {
  it.each([
    ['an unknown column', 'select nothing from customer', 'column "nothing" does not exist'],
    ['an unknown table', 'select id from customers', 'relation "customers" does not exist'],
    ['a value of the wrong type', `select id from customer where id = 'x'`, 'invalid input syntax for type bigint'],
  ])('reports %s', async (_, text, message) => {
    const { faults } = await describeQueries(test.ownerUrl, [['control', text]]);
    expect(faults).toEqual([expect.stringContaining(message)]);
  });
});
