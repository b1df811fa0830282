/**
 * Proves that every query of the server fits the migrated schema, and that `query-rows.ts` has the types of its rows as
 * PostgreSQL describes them. `npm run db:types` writes the file.
 */
import { getTypes, type IQueryTypes, isEnum, startup } from '@pgtyped/query';
import { AsyncQueue } from '@pgtyped/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningMachines } from '../../features/day-close/mining/running-machines.ts';
import { dayCharges } from '../../features/electricity/settle.ts';
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
  } else if (isEnum(type)) return type.enumValues.map((value) => `'${value}'`).join(' | ');
  throw new Error(`add the TypeScript type of PostgreSQL's ${JSON.stringify(type)} to query-rows.test.ts`);
}

function columnLine({ returnName, type, nullable }: Column): string {
  const base = typeOf(type);
  const others = base === 'unknown' || nullable === false ? '' : nullable === true ? ' | null' : ' | null | undefined';
  return `    ${/^[A-Za-z_]\w*$/.test(returnName) ? returnName : `'${returnName}'`}: ${base}${others};`;
}

/** Of columns with one name, the last one's value is read. */
function typeLines(name: string, columns: readonly Column[]): string {
  const byName = new Map(columns.map((column) => [column.returnName, column]));
  return [`  '${name.replace(/\.\d+$/, '')}': {`, ...[...byName.values()].map(columnLine), '  };'].join('\n');
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
    else rows.push(typeLines(name, found.returnTypes));
  }
  queue.socket.end();
  return { rows: rows.sort(), faults };
}

let test: TestDatabase;
beforeAll(async () => {
  await Promise.all(Object.values(modules).map((load) => load()));
  // Its text is made of what two slices have: composing the product declares it.
  dayCharges(runningMachines);
  test = await createTestDatabase();
  // A temporary table is seen by its own session alone: here each is a table like any other.
  for (const text of declaredQueries.values())
    if (/^\s*create temporary table/i.test(text))
      await test.owner.query({ text: text.replace(/temporary/i, '').replace(/on commit (delete rows|drop)/i, '') });
});
afterAll(() => test.drop());

it('every query fits the schema', async () => {
  const { rows, faults } = await describeQueries(test.ownerUrl, declaredQueries);
  expect(faults).toEqual([]);
  expect(rows.length).toBeGreaterThan(300);
});

// The types are written from the embedded version; another one may describe an expression otherwise.
it.runIf(!process.env.TEST_DATABASE_URL)(
  'the types of rows are current; after a change run npm run db:types',
  async () => {
    const { rows } = await describeQueries(test.ownerUrl, declaredQueries);
    const lines = [
      '// Written by `npm run db:types`: the rows of each query as PostgreSQL describes them. `undefined` marks an expression, of which',
      '// PostgreSQL does not say whether it can be null.',
      'export interface QueryRows {',
      ...rows,
      '}',
      '',
    ];
    await expect(lines.join('\n')).toMatchFileSnapshot('./query-rows.ts');
  },
);

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
