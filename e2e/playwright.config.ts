import { defineConfig } from '@playwright/test';

/** A phone as the design draws it. Debian's Chromium: a browser download may not be possible where the tests run. */
const phone = { width: 375, height: 812 };

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './start-product.ts',
  outputDir: '../test-results',
  // Each worker has a product of its own; a product that runs already is one for all. A file's tests follow each other.
  workers: process.env.E2E_BASE_URL ? 1 : 2,
  fullyParallel: false,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // The long journeys first; the many short tests of screens fill both workers up to the end.
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
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
