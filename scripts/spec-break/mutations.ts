import { readdirSync, readFileSync } from 'node:fs';
import type { Row } from '../spec-coverage/rows.ts';
import type { Tag } from '../spec-coverage/tags.ts';
import { type Change, isEdit, resolveEdit, type Source } from './edit.ts';

/** A small fault in the product that a test of the row must see. */
export type Mutation = Change & { row: string };

const tables = `${import.meta.dirname}/mutations`;
const handling = '() => handle(';

/**
 * The table, and what is the same for every row of a kind: a code with another number, a call whose handler never runs, a
 * page that draws nothing.
 */
export function readMutations(source: Source, rows: readonly Row[]): Mutation[] {
  const table = readdirSync(tables).flatMap(
    (name) => JSON.parse(readFileSync(`${tables}/${name}`, 'utf8')) as Mutation[],
  );
  const written = new Set(table.map(({ row }) => row));
  const derived = rows
    .filter(({ id }) => !written.has(id))
    .flatMap(({ id }) => ofCode(id) ?? ofCall(id, source) ?? ofPage(id, source) ?? []);
  return [...table, ...derived];
}

function ofCode(row: string): Mutation | null {
  const code = /^code:(\d+)$/.exec(row)?.[1];
  if (code === undefined) return null;
  return { row, in: 'packages/contract', replace: `code: ${code}`, with: 'code: 99999' };
}

function ofCall(row: string, source: Source): Mutation | null {
  const path = /^call:(.+)$/.exec(row)?.[1];
  if (!path) return null;
  // What the contract calls `METHOD /path`.
  const [, call] =
    source
      .read('packages/contract/src/paths.ts')
      .split(`: '${path}'`)[0]
      ?.match(/(\w+)$/) ?? [];
  if (!call) return null;
  return { row, in: 'apps/server', replace: handling, with: `() => call === '${call}' ? null : handle(` };
}

function ofPage(row: string, source: Source): Mutation | null {
  const page = /^route:(\w+)$/.exec(row)?.[1];
  if (!page) return null;
  const loader = { in: 'apps/h5', replace: `${page}: () => import(` };
  const mutation = { row, ...loader, with: `${page}: () => Promise.resolve(() => null) ?? import(` };
  return isEdit(resolveEdit(mutation, source)) ? mutation : null;
}

/** The tests of a row that run without a browser. */
export function quickTests(row: string, tags: readonly Tag[]): string[] {
  return [...new Set(tags.filter(({ id, file }) => id === row && !file.startsWith('e2e/')).map(({ file }) => file))];
}

export interface MutationSources {
  rows: readonly Row[];
  tags: readonly Tag[];
  source: Source;
}

/** Each fault of the table, with the row that it belongs to. */
export function mutationFaults(mutations: readonly Mutation[], { rows, tags, source }: MutationSources): string[] {
  const known = new Set(rows.map(({ id }) => id));
  const mutated = new Set(mutations.map(({ row }) => row));
  const faults = mutations.flatMap((mutation) => {
    if (!known.has(mutation.row)) return [`${mutation.row} is no row of spec-rows.json`];
    const edit = resolveEdit(mutation, source);
    return isEdit(edit) ? [] : [`${mutation.row}: ${edit.fault}`];
  });
  const without = rows.filter(({ id }) => !mutated.has(id) && quickTests(id, tags).length > 0);
  return [...faults, ...without.map(({ id }) => `${id} has a test, and no mutation that would show it`)];
}
