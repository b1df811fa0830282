/** `npm test`: everything that must hold before a change lands. `npm test -- unit e2e` runs only those stages. */
import { mkdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { startDebianPostgres } from './lib/debian-postgres.ts';
import {
  type FileTime,
  type PlaywrightReport,
  playwrightFailures,
  playwrightTimes,
  type RunDetails,
  slowestFiles,
  type VitestReport,
  vitestFailures,
} from './lib/failures.ts';
import { ensureBuilt } from './lib/prepare.mjs';
import { root, run } from './lib/project.mjs';
import { ensureSystemTools } from './lib/system-tools.ts';

// Programs of packages that are called by name, however this was started.
process.env.PATH = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`;

/** The tests of SQL, which run on the oldest supported PostgreSQL too (docs/adr/0023-tests-on-two-cores.md). */
const sqlTests = [
  'packages/ledger',
  'apps/server/src/platform/db',
  'apps/server/src/platform/books',
  'apps/server/src/platform/jobs',
  'apps/server/src/testing/contract-fuzz.test.ts',
  'apps/server/src/features/demo/seed-demo.test.ts',
];

const total = { passed: 0, failed: 0 };
const failures: string[] = [];
const startSource = (file: string, ...args: string[]) => run(process.execPath, ['--import', 'tsx', file, ...args]);

const stages: Record<string, () => Promise<boolean>> = {
  check: () => countOne(startSource('scripts/check/check.ts')),
  dependencies: () => countOne(startSource('scripts/dependencies.ts')),
  unit: () => runVitest('unit'),
  postgres15: async () => {
    const server = await startDebianPostgres();
    try {
      const options = ['--project', 'server', '--project', 'server-mocks', ...sqlTests];
      return await runVitest('postgres15', options, { TEST_DATABASE_URL: server.url });
    } finally {
      server.stop();
    }
  },
  e2e: async () => {
    const report = '.cache/e2e.json';
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: join(root, report) };
    const program = join('node_modules', '@playwright/test/cli.js');
    const code = await run(process.execPath, [program, 'test', '-c', 'e2e', '--reporter=list,json'], { env });
    const result = await readJson<PlaywrightReport & { stats: { expected: number } }>(report);
    printSlowest(playwrightTimes(result));
    return countNamed(result.stats.expected, playwrightFailures(result), code);
  },
  simulate: () => countOne(startSource('simulation/run.ts', '--short')),
  'spec-break': () => countOne(startSource('scripts/spec-break.ts', '--rows', '3', '--seed', 'ci')),
  size: () => countOne(startSource('bench/size.ts')),
};

async function runVitest(name: string, options: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const report = `.cache/${name}.json`;
  const reporters = ['./scripts/lib/plain-reporter.ts', 'json'].map((each) => `--reporter=${each}`);
  const args = ['run', ...reporters, `--outputFile.json=${report}`, ...options];
  const program = join('node_modules', 'vitest/vitest.mjs');
  const code = await run(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  const result = await readJson<VitestReport>(report);
  const { unhandled, files } = await readJson<RunDetails>(`.cache/${name}-details.json`);
  printSlowest(files);
  return countNamed(result.numPassedTests, vitestFailures(result, unhandled), code);
}

function printSlowest(files: readonly FileTime[]): void {
  console.log(`the slowest files:\n${slowestFiles(files).join('\n')}`);
}

function countNamed(passed: number, failed: readonly string[], code: number): boolean {
  // Named here too: of a long run's output a reader may keep any one part.
  for (const failure of failed.slice(0, 20)) console.log(failure);
  failures.push(...failed);
  return count(passed, failed.length, code);
}

async function readJson<Content>(file: string): Promise<Content> {
  return JSON.parse(await readFile(join(root, file), 'utf8')) as Content;
}

/** A stage that is one check in itself. */
async function countOne(running: Promise<number>): Promise<boolean> {
  const code = await running;
  return count(code === 0 ? 1 : 0, code === 0 ? 0 : 1, code);
}

function count(passed: number, failed: number, code: number): boolean {
  if (passed === 0 && failed === 0 && code === 0) throw new Error('the stage ran no test');
  const isGood = code === 0 && failed === 0;
  total.passed += passed;
  // A program that ends badly and names nothing has failed all the same.
  total.failed += isGood ? 0 : Math.max(failed, 1);
  return isGood;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in stages));
if (unknown.length > 0) {
  console.error(`no such stage: ${unknown.join(', ')}. Stages: ${Object.keys(stages).join(', ')}`);
  process.exit(2);
}

const seconds: string[] = [];
async function timed(name: string, work: () => Promise<boolean>): Promise<void> {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const isGood = await work();
  const line = `${isGood ? 'ok  ' : 'FAIL'} ${name} ${((performance.now() - started) / 1000).toFixed(1)} s`;
  console.log(line);
  seconds.push(line);
}

await mkdir(join(root, '.cache'), { recursive: true });
await timed('prepare', async () => {
  await ensureSystemTools();
  await ensureBuilt();
  return true;
});
for (const [name, work] of Object.entries(stages)) {
  if (asked.length === 0 || asked.includes(name)) await timed(name, work);
}

console.log(`\n${seconds.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
for (const failure of failures.slice(0, 20)) console.log(failure);
process.exit(total.failed === 0 ? 0 : 1);
