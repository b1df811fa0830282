import { defineConfig } from 'vitest/config';

/** What the product is put through whole, on the harness of its tests. Started by `npm run simulate`, which gives the sizes. */
export default defineConfig({
  test: {
    name: 'simulation',
    root: new URL('../..', import.meta.url).pathname,
    include: ['simulation/product/**/*.sim.ts'],
    globalSetup: ['apps/server/src/testing/harness-setup.ts'],
    testTimeout: 24 * 3_600_000,
    hookTimeout: 1_800_000,
    // One after the other: each is a load of its own.
    fileParallelism: false,
  },
});
