import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Tests with a PostgreSQL, tests of pages, and the rest. See docs/adr/0023-tests-on-two-cores.md. */
const withPostgres = ['apps/server/src/**/*.test.ts', 'packages/ledger/**/*.test.ts', 'simulation/**/*.test.ts'];
const withPage = ['apps/{h5,console}/src/**/*.test.{ts,tsx}', 'packages/ui/src/**/*.test.{ts,tsx}'];
const plain = ['packages/{money,mining,contract,signing}/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'];

/** Machines differ and are busy with something else: a test ends by its events, a limit only stops what hangs. */
const patient = { testTimeout: 180_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } } };

const postgres = { globalSetup: ['apps/server/src/testing/harness-setup.ts'], ...patient };
const mockingServerTests = filesThatMockModules('apps/server/src');
/** The schema's text is written by the embedded PostgreSQL: another version prints the same views in another form. */
const embeddedOnly = process.env.TEST_DATABASE_URL ? ['**/schema-snapshot.test.ts', '**/query-rows.test.ts'] : [];

/** A dump is made by the pg_dump of the server's version: of PostgreSQL 15, which the tests need. */
const givenOnly = process.env.TEST_DATABASE_URL ? [] : ['**/dumped-months.test.ts'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // The server keeps no state in its modules, so files share them.
      {
        test: {
          name: 'server',
          include: withPostgres,
          exclude: [...mockingServerTests, ...embeddedOnly, ...givenOnly],
          isolate: false,
          ...postgres,
        },
      },
      // A module that a file replaces is replaced for that file only.
      { test: { name: 'server-mocks', include: mockingServerTests, ...postgres } },
      { test: { name: 'plain', include: plain, ...patient } },
      // Real nodes, started by the tests themselves.
      {
        test: {
          name: 'chains',
          include: ['packages/chain*/**/*.test.ts', 'apps/signer/**/*.test.ts'],
          ...patient,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'page',
          include: withPage,
          environment: 'happy-dom',
          ...patient,
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
});

function filesThatMockModules(folder: string): string[] {
  const tests = readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(folder, file));
  return tests.filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('));
}
