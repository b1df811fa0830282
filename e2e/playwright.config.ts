import { defineConfig } from '@playwright/test';
import { headlessShell } from './browser.ts';

/** The design's phone. */
const phone = { width: 375, height: 812 };

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './start-product.ts',
  outputDir: '../test-results',
  // Each worker has its own product; E2E_BASE_URL names one for all. The tests of a file run in order.
  workers: process.env.E2E_BASE_URL ? 1 : 2,
  fullyParallel: false,
  retries: 0,
  // A busy machine takes three times as long as a quiet one: what hangs is named by the times of its parts.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // The long journeys start first; the many short tests of screens fill both workers to the end.
  projects: [
    { name: 'journeys', testIgnore: '**/screens.spec.ts' },
    { name: 'screens', testMatch: '**/screens.spec.ts' },
  ],
  use: {
    viewport: phone,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: headlessShell,
    // A page that never answers ends its test in a minute, not at the limit of the whole test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
  },
});
