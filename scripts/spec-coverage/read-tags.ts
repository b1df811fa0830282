import { projectFiles, readProjectFile } from '../check/repository.ts';
import { kindsOf, parseRows, type Row } from './rows.ts';
import { type Scan, scanTags } from './tags.ts';

export const rowsFile = 'docs/spec-rows.json';
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
