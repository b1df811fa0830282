// `npm test`: everything that must hold before a change lands. `npm test -- unit e2e` runs only those stages.
import { mkdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { startDebianPostgres } from './lib/debian-postgres.mjs';
import { playwrightFailures, vitestFailures } from './lib/failures.mjs';
import { ensureBuilt } from './lib/prepare.mjs';
import { root, run } from './lib/project.mjs';
import { ensureSystemTools } from './lib/system-tools.mjs';

// Programs of packages that are called by name, however this was started.
process.env.PATH = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`;

const total = { passed: 0, failed: 0 };
const failures = [];
const program = (path, ...args) => [process.execPath, [join('node_modules', path), ...args]];
const fromSource = (file, ...args) => [process.execPath, ['--import', 'tsx', file, ...args]];

const stages = {
  check: () => counted(run(...fromSource('scripts/check/check.ts'))),
  unit: () => vitest('unit'),
  postgres15: async () => {
    const server = await startDebianPostgres();
    try {
      // The picture of the schema is drawn from the embedded version: an older one writes the same views in other words.
      const options = ['--project', 'server', '--exclude', '**/schema-picture.test.ts'];
      return await vitest('postgres15', options, { TEST_DATABASE_URL: server.url });
    } finally {
      server.stop();
    }
  },
  e2e: async () => {
    const report = '.cache/e2e.json';
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: join(root, report) };
    const code = await run(...program('@playwright/test/cli.js', 'test', '-c', 'e2e', '--reporter=list,json'), { env });
    const result = await readJson(report);
    return named(result.stats.expected, playwrightFailures(result), code);
  },
  simulate: () => counted(run(...fromSource('simulation/run.ts', '--short'))),
  'spec-break': () => counted(run(...fromSource('scripts/spec-break.ts', '--rows', '3', '--seed', 'ci'))),
  size: () => counted(run(...fromSource('bench/size.ts'))),
};

async function vitest(name, options = [], env = {}) {
  const report = `.cache/${name}.json`;
  const unhandled = `.cache/${name}-unhandled.json`;
  const reporters = ['dot', 'json', './scripts/lib/unhandled-reporter.mjs'].map((each) => `--reporter=${each}`);
  reporters.push(`--outputFile.json=${report}`);
  const code = await run(...program('vitest/vitest.mjs', 'run', ...reporters, ...options), {
    env: { ...process.env, ...env },
  });
  const result = await readJson(report);
  return named(result.numPassedTests, vitestFailures(result, await readJson(unhandled)), code);
}

function named(passed, failed, code) {
  failures.push(...failed);
  return count(passed, failed.length, code);
}

async function readJson(file) {
  return JSON.parse(await readFile(join(root, file), 'utf8'));
}

/** A stage that is one check in itself. */
async function counted(running) {
  const code = await running;
  return count(code === 0 ? 1 : 0, code === 0 ? 0 : 1, code);
}

function count(passed, failed, code) {
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

const seconds = [];
async function timed(name, work) {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const isGood = await work();
  seconds.push(`${isGood === false ? 'FAIL' : 'ok  '} ${name} ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

await mkdir(join(root, '.cache'), { recursive: true });
await timed('prepare', async () => {
  await ensureSystemTools();
  await ensureBuilt();
});
for (const name of asked.length > 0 ? asked : Object.keys(stages)) await timed(name, stages[name]);

console.log(`\n${seconds.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
for (const failure of failures.slice(0, 20)) console.log(failure);
process.exit(total.failed === 0 ? 0 : 1);
