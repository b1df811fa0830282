import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Two kinds of tests: those that have a PostgreSQL, and those that need a page at most. */
const withPostgres = ['apps/server/src/**/*.test.ts', 'packages/ledger/**/*.test.ts', 'simulation/**/*.test.ts'];
const withPage = ['apps/h5/src/**/*.test.{ts,tsx}', 'packages/ui/src/**/*.test.{ts,tsx}'];
const plain = ['packages/{money,mining,contract,signing}/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: withPostgres,
          globalSetup: ['apps/server/src/testing/harness-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'plain', include: plain } },
      // Real nodes, started by the tests themselves.
      {
        test: {
          name: 'chains',
          include: ['packages/chain*/**/*.test.ts', 'apps/signer/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'page',
          include: withPage,
          environment: 'happy-dom',
          // Whole screens are opened, on machines that may be busy with something else.
          testTimeout: 20_000,
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
});
