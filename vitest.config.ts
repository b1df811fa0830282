import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Two kinds of tests: those that have a PostgreSQL, and those that need a page at most. */
const withPostgres = ['apps/server/src/**/*.test.ts', 'packages/ledger/**/*.test.ts', 'simulation/**/*.test.ts'];
const withPage = ['apps/h5/src/**/*.test.{ts,tsx}', 'packages/ui/src/**/*.test.{ts,tsx}'];
const plain = ['packages/{money,mining,contract,signing}/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'];

/** Machines differ and are busy with something else: a test ends by its events, a limit only stops what hangs. */
const patient = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: withPostgres,
          globalSetup: ['apps/server/src/testing/harness-setup.ts'],
          ...patient,
        },
      },
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
