import { readdirSync, readFileSync } from 'node:fs';
import type { Row } from '../spec-coverage/rows.ts';
import type { Tag } from '../spec-coverage/tags.ts';
import { type Anchor, type Change, isEdit, resolveEdit, type Source } from './anchor.ts';

/** A small fault in the product that a test of the row must see. */
export type Mutation = Anchor & Change & { row: string };

const tables = `${import.meta.dirname}/mutations`;
const binding = { in: 'apps/server', symbol: 'bindRoute' };
const handling = 'await handle(';

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

export function readUnbroken(): string[] {
  return JSON.parse(readFileSync(`${import.meta.dirname}/unbroken.json`, 'utf8')) as string[];
}

function ofCode(row: string): Mutation | null {
  const code = /^code:(\d+)$/.exec(row)?.[1];
  if (code === undefined) return null;
  return { row, in: 'packages/contract', symbol: 'codes', replace: `code: ${code}`, with: 'code: 99999' };
}

function ofCall(row: string, source: Source): Mutation | null {
  const path = /^call:(.+)$/.exec(row)?.[1];
  if (!path) return null;
  const call = keyOfPath(path, source);
  if (call === null) return null;
  return { row, ...binding, replace: handling, with: `call === '${call}' ? null : ${handling}` };
}

/** What the contract calls `METHOD /path`. */
function keyOfPath(path: string, source: Source): string | null {
  const edit = resolveEdit({ in: 'packages/contract', symbol: 'paths', replace: `: '${path}'`, with: ": ''" }, source);
  return isEdit(edit) ? (/\w+$/.exec(source.read(edit.file).slice(0, edit.start))?.[0] ?? null) : null;
}

function ofPage(row: string, source: Source): Mutation | null {
  const page = /^route:(\w+)$/.exec(row)?.[1];
  if (!page) return null;
  const anchor = { in: 'apps/h5', symbol: `loaders.${page}`, value: '() => Promise.resolve(() => null)' };
  return isEdit(resolveEdit(anchor, source)) ? { row, ...anchor } : null;
}

/** The tests of a row that run without a browser. */
export function quickTests(row: string, tags: readonly Tag[]): string[] {
  return [...new Set(tags.filter(({ id, file }) => id === row && !file.startsWith('e2e/')).map(({ file }) => file))];
}

export interface MutationSources {
  rows: readonly Row[];
  tags: readonly Tag[];
  /** Rows with a quick test and, so far, without a mutation. */
  unbroken: readonly string[];
  source: Source;
}

/** Each fault of the table, with the row that it belongs to. */
export function mutationFaults(
  mutations: readonly Mutation[],
  { rows, tags, unbroken, source }: MutationSources,
): string[] {
  const known = new Set(rows.map(({ id }) => id));
  const mutated = new Set(mutations.map(({ row }) => row));
  const faults = mutations.flatMap((mutation) => {
    if (!known.has(mutation.row)) return [`${mutation.row} is no row of spec-rows.json`];
    const edit = resolveEdit(mutation, source);
    return isEdit(edit) ? [] : [`${mutation.row}: ${edit.fault}`];
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
