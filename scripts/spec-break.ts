/**
 * Does the coverage of the spec show anything? Breaks the product where a row acts, in a copy, and runs only the tests
 * that say they prove it: one of them must turn red.
 *
 *     npm run spec-break -- --rows 3 [--seed S]     random rows; the seed that was used is printed
 *     npm run spec-break -- --row constant:modal-width
 *     npm run spec-break -- --all
 *
 * Exit 1 when a broken row stayed green, or a test of it is red on the whole product.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readProjectFile, root } from './check/repository.ts';
import { type BrokenCopy, makeCopy } from './spec-break/broken-copy.ts';
import { type Mutation, mutationFaults, quickTests, readMutations, readUnbroken } from './spec-break/mutations.ts';
import { runTestsOf } from './spec-break/run-tests.ts';
import { readSpecTags } from './spec-coverage/read-tags.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    row: { type: 'string', multiple: true },
    seed: { type: 'string' },
    all: { type: 'boolean' },
  },
});

const { rows, tags } = readSpecTags();
const mutations = readMutations(readProjectFile, rows);
const faults = mutationFaults(mutations, { rows, tags, unbroken: readUnbroken(), read: readProjectFile });
for (const fault of faults) process.stderr.write(`${fault}\n`);

const seed = values.seed ?? newestCommit() ?? String(Date.now());
const chosen = choose();
const copy = makeCopy();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    copy.remove();
    process.exit(1);
  });
}
let green = 0;
try {
  for (const mutation of chosen) if (!(await isSeen(copy, mutation))) green += 1;
} finally {
  copy.remove();
}
process.stdout.write(`spec-break: ${chosen.length - green} of ${chosen.length} broken rows were seen, seed ${seed}\n`);
process.exitCode = green === 0 && faults.length === 0 && chosen.length > 0 ? 0 : 1;

/** Other rows with each commit, and the same ones again when it is run again. */
function newestCommit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
}

/** In an order that the seed alone decides. */
function choose(): Mutation[] {
  const possible = mutations.filter(({ row }) => quickTests(row, tags).length > 0);
  if (values.all) return possible;
  if (values.row) return possible.filter(({ row }) => values.row?.includes(row));
  const rank = ({ row, from }: Mutation) => createHash('sha256').update(`${seed} ${row} ${from}`).digest('hex');
  const ranked = possible.map((mutation) => ({ mutation, rank: rank(mutation) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.slice(0, Number(values.rows ?? 3)).map(({ mutation }) => mutation);
}

async function isSeen({ folder, broken }: BrokenCopy, mutation: Mutation): Promise<boolean> {
  const { row, file } = mutation;
  const started = performance.now();
  const { passed, failed, unloaded } = await broken(mutation, () => runTestsOf(row, quickTests(row, tags), folder));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const verdict = failed > 0 ? 'red  ' : 'GREEN';
  const notLoaded = unloaded.length > 0 ? `, ${unloaded.length} files did not load` : '';
  process.stdout.write(`${verdict} ${row}: ${failed} red, ${passed} green${notLoaded}, ${file}, ${seconds} s\n`);
  return failed > 0;
}
