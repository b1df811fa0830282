import { projectFiles, readProjectFile } from '../check/repository.ts';
import { type Scan, scanTags } from './tags.ts';

interface Section {
  section: string;
  rows: Record<string, string>;
}

/** One row of the product spec under our own id, such as `call:GET /api/user/wallet`. */
export interface Row {
  id: string;
  section: string;
  text: string;
}

export function parseRows(json: string): Row[] {
  const sections = JSON.parse(json) as Section[];
  const rows = sections.flatMap(({ section, rows }) =>
    Object.entries(rows).map(([id, text]): Row => ({ id, section, text })),
  );
  const ids = new Set<string>();
  for (const { id } of rows) {
    if (ids.has(id)) throw new Error(`spec row ${id} is listed twice`);
    ids.add(id);
  }
  return rows;
}

/** The part before the colon of every row: only brackets that open with one of these are tags. */
export function kindsOf(rows: readonly Row[]): Set<string> {
  return new Set(rows.map(({ id }) => id.slice(0, id.indexOf(':'))));
}

const rowsFile = 'docs/spec-rows.json';
const isTest = /\.test\.tsx?$|^e2e\/.*\.spec\.ts$/;
/** Their tests hold tags that are examples. */
const isOfScanner = /^scripts\/(?:check|spec-break|spec-coverage)\//;

/** All rows of the spec, and all tags of all tests. */
export function readSpecTags(): { rows: Row[] } & Scan {
  const rows = parseRows(readProjectFile(rowsFile));
  const kinds = kindsOf(rows);
  const files = projectFiles().filter((file) => isTest.test(file) && !isOfScanner.test(file));
  const scans = files.map((file) => scanTags(file, readProjectFile(file), kinds));
  return { rows, tags: scans.flatMap(({ tags }) => tags), faults: scans.flatMap(({ faults }) => faults) };
}
