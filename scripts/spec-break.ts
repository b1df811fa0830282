/**
 * Does the coverage of the spec show anything? Breaks the product where a row acts, in a copy, and runs only the tests
 * that say they prove it: one of them must turn red.
 *
 *     npm run spec-break -- --rows 3 [--seed S]     random rows; the seed that was used is printed
 *     npm run spec-break -- --row constant:modal-width
 *     npm run spec-break -- --all [--slice 1/4]
 *
 * The tests run once on the whole product first: one that is red there shows nothing. Exit 1 when one is, or when a broken
 * row stayed green.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { projectSource, root } from './check/repository.ts';
import { type BrokenCopy, makeCopy } from './spec-break/broken-copy.ts';
import { isEdit, resolveEdit } from './spec-break/edit.ts';
import { type Mutation, mutationFaults, quickTests, readMutations } from './spec-break/mutations.ts';
import { runTestsOf } from './spec-break/run-tests.ts';
import { readSpecTags } from './spec-coverage/rows.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    row: { type: 'string', multiple: true },
    seed: { type: 'string' },
    all: { type: 'boolean' },
    slice: { type: 'string' },
  },
});

const { rows, tags } = readSpecTags();
const source = projectSource();
const mutations = readMutations(source, rows);
const faults = mutationFaults(mutations, { rows, tags, source });
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
let redBefore = new Set<string>();
try {
  redBefore = await redOnTheWhole(copy, chosen);
  for (const mutation of chosen) if (!(await isSeen(copy, mutation))) green += 1;
} finally {
  copy.remove();
}
process.stdout.write(`spec-break: ${chosen.length - green} of ${chosen.length} broken rows were seen, seed ${seed}\n`);
const isProof = green === 0 && redBefore.size === 0 && faults.length === 0 && chosen.length > 0;
process.exitCode = isProof ? 0 : 1;

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
  const [part, parts] = (values.slice ?? '1/1').split('/').map(Number) as [number, number];
  if (values.all) return possible.filter((_, i) => i % parts === part - 1);
  if (values.row) return possible.filter(({ row }) => values.row?.includes(row));
  const rank = (mutation: Mutation) =>
    createHash('sha256')
      .update(`${seed} ${JSON.stringify(mutation)}`)
      .digest('hex');
  const ranked = possible.map((mutation) => ({ mutation, rank: rank(mutation) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.slice(0, Number(values.rows ?? 3)).map(({ mutation }) => mutation);
}

/** The tests of these rows that are red before anything is broken, in one run. */
async function redOnTheWhole({ folder }: BrokenCopy, mutations: readonly Mutation[]): Promise<Set<string>> {
  const rowsOf = [...new Set(mutations.map(({ row }) => row))];
  if (rowsOf.length === 0) return new Set();
  const files = [...new Set(rowsOf.flatMap((row) => quickTests(row, tags)))];
  const { passed, red, unloaded } = await runTestsOf(rowsOf, files, { folder, isOneEnough: false });
  const wrong = [...red, ...unloaded.map((file) => `${file}: could not be loaded`)];
  for (const test of wrong) process.stdout.write(`red before anything is broken: ${test}\n`);
  process.stdout.write(`whole: ${passed} green, ${wrong.length} red\n`);
  return new Set(wrong);
}

async function isSeen({ folder, broken }: BrokenCopy, mutation: Mutation): Promise<boolean> {
  const { row, replace } = mutation;
  const edit = resolveEdit(mutation, projectSource(folder));
  if (!isEdit(edit)) {
    process.stdout.write(`GREEN ${row}: ${edit.fault}\n`);
    return false;
  }
  const started = performance.now();
  // One that was red before would end the run too early.
  const how = { folder, isOneEnough: redBefore.size === 0 };
  const { red, unloaded } = await broken(edit, () => runTestsOf([row], quickTests(row, tags), how));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const [seen] = red.filter((test) => !redBefore.has(test));
  const notLoaded = unloaded.length > 0 ? `, ${unloaded.length} files did not load` : '';
  const verdict = seen === undefined ? 'GREEN' : 'red  ';
  process.stdout.write(
    `${verdict} ${row}, broken at ${replace} in ${edit.file}, ${seconds} s${notLoaded}${seen ? `, seen by ${seen}` : ''}\n`,
  );
  return seen !== undefined;
}
