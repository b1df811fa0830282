/**
 * Which test proves which row of the spec.
 *
 *     npm run spec-coverage                       writes docs/spec-coverage.md
 *     npx tsx scripts/spec-coverage.ts --check    changes nothing; exit 1 when a row is unproved or the page is stale
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { root } from './check/repository.ts';
import { coverageFaults, coveragePage } from './spec-coverage/coverage.ts';
import { readSpecTags } from './spec-coverage/rows.ts';

const pageFile = `${root}/docs/spec-coverage.md`;
const { rows, tags, faults } = readSpecTags();
const page = coveragePage(rows, tags);

if (!process.argv.includes('--check')) writeFileSync(pageFile, page);
else if (readFileSync(pageFile, 'utf8') !== page) faults.push('docs/spec-coverage.md is stale: npm run spec-coverage');
faults.push(...coverageFaults(rows, tags));
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`spec: ${rows.length} rows, ${tags.length} tags, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
