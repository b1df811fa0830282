/**
 * Which test proves which row of the spec.
 *
 *     npx tsx scripts/spec-coverage.ts            writes docs/spec-coverage.md and takes proved rows off the not-built list
 *     npx tsx scripts/spec-coverage.ts --check    changes nothing; exit 1 when a row is unproved or the page is stale
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { committedBefore, root } from './check/repository.ts';
import { coverageFaults, coveragePage } from './spec-coverage/coverage.ts';
import { readSpecTags, rowsFile } from './spec-coverage/read-tags.ts';
import { parseRows } from './spec-coverage/rows.ts';

const notBuiltFile = 'docs/spec-not-built.json';
const pageFile = 'docs/spec-coverage.md';

function run(check: boolean): number {
  const { rows, tags, faults } = readSpecTags();
  let notBuilt = JSON.parse(readFileSync(`${root}/${notBuiltFile}`, 'utf8')) as string[];
  const page = coveragePage(rows, tags);

  if (!check) {
    notBuilt = notBuilt.filter((id) => !tags.some((tag) => tag.id === id));
    writeFileSync(`${root}/${notBuiltFile}`, `${JSON.stringify(notBuilt, null, 2)}\n`);
    writeFileSync(`${root}/${pageFile}`, page);
  } else if (readFileSync(`${root}/${pageFile}`, 'utf8') !== page) {
    faults.push(`${pageFile} is stale: run npx tsx scripts/spec-coverage.ts`);
  }
  const before = committedBefore(notBuiltFile);
  const rowsBefore = committedBefore(rowsFile);
  faults.push(
    ...coverageFaults({
      rows,
      tags,
      notBuilt,
      notBuiltBefore: before === null ? null : (JSON.parse(before) as string[]),
      rowsBefore: rowsBefore === null ? null : parseRows(rowsBefore).map(({ id }) => id),
    }),
  );
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`spec: ${rows.length - notBuilt.length} of ${rows.length} rows proved by ${tags.length} tags\n`);
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = run(process.argv.includes('--check'));
