import { readdirSync, readFileSync } from 'node:fs';
import type { Row } from '../spec-coverage/rows.ts';
import type { Tag } from '../spec-coverage/tags.ts';

/** A small wrong in the product that a test of the row must see: `from` stands once in `file`. */
export interface Mutation {
  row: string;
  file: string;
  from: string;
  to: string;
}

const tables = `${import.meta.dirname}/mutations`;
const paths = 'packages/contract/src/paths.ts';
const codes = 'packages/contract/src/codes.ts';
const pages = 'apps/h5/src/app/pages.ts';
const binding = 'apps/server/src/platform/http/bind-routes.ts';
const handling = 'const answer = await handle(context as never, input as never);';

/**
 * The table, and what is the same for every row of a kind: a code with another number, a call whose handler never runs, a
 * page that draws nothing.
 */
export function readMutations(read: (file: string) => string, rows: readonly Row[]): Mutation[] {
  const table = readdirSync(tables).flatMap(
    (name) => JSON.parse(readFileSync(`${tables}/${name}`, 'utf8')) as Mutation[],
  );
  const written = new Set(table.map(({ row }) => row));
  const derived = rows
    .filter(({ id }) => !written.has(id))
    .flatMap(({ id }) => ofCode(id) ?? ofCall(id, read(paths)) ?? ofPage(id, read(pages)) ?? []);
  return [...table, ...derived];
}

export function readUnbroken(): string[] {
  return JSON.parse(readFileSync(`${import.meta.dirname}/unbroken.json`, 'utf8')) as string[];
}

function ofCode(row: string): Mutation | null {
  const code = /^code:(\d+)$/.exec(row)?.[1];
  return code === undefined ? null : { row, file: codes, from: `code: ${code},`, to: 'code: 99999,' };
}

function ofCall(row: string, source: string): Mutation | null {
  const path = /^call:(.+)$/.exec(row)?.[1];
  const call = path && new RegExp(`^ {2}(\\w+): '${path.replaceAll(/[/.]/g, '\\$&')}',$`, 'm').exec(source)?.[1];
  if (!call) return null;
  return { row, file: binding, from: handling, to: handling.replace('await', `call === '${call}' ? null : await`) };
}

function ofPage(row: string, source: string): Mutation | null {
  const page = /^route:(\w+)$/.exec(row)?.[1];
  const part =
    page && new RegExp(`^ {2}${page}: \\(\\) =>\\s+import\\([^)]*\\)\\.then\\((.*)\\),$`, 'm').exec(source)?.[1];
  return part ? { row, file: pages, from: `(${part})`, to: '(() => () => null)' } : null;
}

/** The tests of a row that run without a browser. */
export function quickTests(row: string, tags: readonly Tag[]): string[] {
  return [...new Set(tags.filter(({ id, file }) => id === row && !file.startsWith('e2e/')).map(({ file }) => file))];
}

export interface MutationSources {
  rows: readonly Row[];
  tags: readonly Tag[];
  /** Rows with a quick test that nobody has thought of a mutation for yet; any other has no place here. */
  unbroken: readonly string[];
  read(file: string): string;
}

/** What is wrong with the table, in words. */
export function mutationFaults(
  mutations: readonly Mutation[],
  { rows, tags, unbroken, read }: MutationSources,
): string[] {
  const known = new Set(rows.map(({ id }) => id));
  const mutated = new Set(mutations.map(({ row }) => row));
  const faults = mutations.flatMap(({ row, file, from, to }) => {
    if (!known.has(row)) return [`${row} is no row of spec-rows.json`];
    if (/\.test\.tsx?$/.test(file)) return [`${row}: ${file} is a test, not the product`];
    if (from === to) return [`${row}: nothing changes`];
    const times = read(file).split(from).length - 1;
    return times === 1 ? [] : [`${row}: "${from}" stands ${times} times in ${file}, not once`];
  });
  const stale = unbroken.flatMap((row) => {
    if (!known.has(row)) return [`unbroken.json: ${row} is no row of spec-rows.json`];
    if (mutated.has(row)) return [`unbroken.json: ${row} has a mutation`];
    return quickTests(row, tags).length > 0 ? [] : [`unbroken.json: no quick test proves ${row}`];
  });
  const without = rows.filter(
    ({ id }) => !mutated.has(id) && !unbroken.includes(id) && quickTests(id, tags).length > 0,
  );
  return [...faults, ...stale, ...without.map(({ id }) => `${id} has a test, and no mutation that would show it`)];
}
