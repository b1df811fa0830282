// Proves that a red run says at its end which tests failed, were skipped or never started, a line each.
import { join } from 'node:path';
import { expect, it } from 'vitest';

const { playwrightFailures, vitestFailures } = (await import(join(import.meta.dirname, 'failures.mjs'))) as {
  vitestFailures: (report: object, unhandled: string[]) => string[];
  playwrightFailures: (report: object) => string[];
};

const red = '\u001b[31m';

it('names each test of vitest that did not pass, in a line, and a file that could not start', () => {
  const report = {
    testResults: [
      {
        name: '/somewhere/wallet/pay.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'is paid', failureMessages: [] },
          { status: 'failed', fullName: 'is paid once', failureMessages: [`${red}expected 2\n  to be 1`] },
          { status: 'skipped', fullName: 'is forgotten' },
        ],
      },
      { name: '/somewhere/a/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: '/somewhere/a/c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  };
  expect(vitestFailures(report, ['Error: nobody waits for this'])).toEqual([
    'failed wallet/pay.test.ts › is paid once: expected 2 to be 1',
    'skipped wallet/pay.test.ts › is forgotten: ',
    'failed a/b.test.ts: no such module',
    'outside of any test: Error: nobody waits for this',
  ]);
});

it('names each browser test that did not go as expected, however deep it stands', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'journeys/wallet.spec.ts',
    tests: [{ status, results: [{}, message ? { error: { message } } : {}] }],
  });
  const report = {
    errors: [{ message: 'the product did not start' }],
    suites: [
      { specs: [spec('home', 'expected')], suites: [{ specs: [spec('pays', 'unexpected', 'x'.repeat(900))] }] },
      { specs: [spec('waits', 'skipped')] },
    ],
  };
  const lines = playwrightFailures(report);
  expect(lines.map((line) => line.slice(0, 60))).toEqual([
    'outside of any test: the product did not start',
    `unexpected journeys/wallet.spec.ts › pays: ${'x'.repeat(17)}`,
    'skipped journeys/wallet.spec.ts › waits: ',
  ]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(300);
});
