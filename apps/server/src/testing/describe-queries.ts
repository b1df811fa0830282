import { getTypes, type IQueryTypes, isEnum, startup } from '@pgtyped/query';
import { AsyncQueue } from '@pgtyped/wire';
import { runningMachines } from '../features/day-close/mining/running-machines.ts';
import { dayChargesQuery } from '../features/electricity/collect.ts';
import { declaredQueries } from '../platform/db/query.ts';
import type { TestDatabase } from './harness.ts';

const modules = import.meta.glob<unknown>([
  '../**/*.ts',
  '!../**/*.test.ts',
  '!../**/testing/**',
  '!../main.ts',
  '!../cli.ts',
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
  throw new Error(`add the TypeScript type of PostgreSQL's ${JSON.stringify(type)} to scalars in describe-queries.ts`);
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

export interface Description {
  /** Members of an interface, in order of names. */
  rows: string[];
  /** What PostgreSQL refuses. */
  faults: string[];
}

/** Asks PostgreSQL what each query returns; nothing is executed. */
export async function describeQueries(url: string, queries: Iterable<[string, string]>): Promise<Description> {
  const { hostname: host, port, username: user, password, pathname } = new URL(url);
  const queue = new AsyncQueue();
  await startup({ host, port: Number(port), user, password, dbName: pathname.slice(1) }, queue);
  // Each question is small: without this it waits for the acknowledgement of the one before.
  queue.socket.setNoDelay(true);
  const rows: string[] = [];
  const faults: string[] = [];
  for (const [name, text] of queries) {
    const found = await getTypes({ query: text, mapping: [], bindings: [] }, queue);
    if ('errorCode' in found) faults.push(`${name}: ${found.message}`);
    else rows.push(typeLines(name, found.returnTypes));
  }
  queue.socket.end();
  // The texts of a numbered query have one type.
  return { rows: [...new Set(rows)].sort(), faults };
}

/** Every query of the server, described on the schema of `test`. */
export async function describeServerQueries(test: TestDatabase): Promise<Description> {
  await Promise.all(Object.values(modules).map((load) => load()));
  // Two slices make its text together: composing the product declares it.
  dayChargesQuery(runningMachines);
  // A temporary table exists in its own session alone: here each is a table like any other.
  for (const text of declaredQueries.values())
    if (/^\s*create temporary table/i.test(text))
      await test.owner.query({ text: text.replace(/temporary/i, '').replace(/on commit (delete rows|drop)/i, '') });
  return describeQueries(test.ownerUrl, declaredQueries);
}
