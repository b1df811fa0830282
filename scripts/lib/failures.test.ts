// Proves that a run says at its end which tests failed, were skipped or never started, and which files were slow, a line each.
import { expect, it } from 'vitest';
import { playwrightFailures, playwrightTimes, slowestFiles, vitestFailures } from './failures.ts';

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
  expect(vitestFailures(report, ['Error: unhandled rejection'])).toEqual([
    'failed wallet/pay.test.ts › is paid once: expected 2 to be 1',
    'skipped wallet/pay.test.ts › is forgotten: ',
    'failed a/b.test.ts: no such module',
    'outside of any test: Error: unhandled rejection',
  ]);
});

it('names each browser test that did not go as expected, however deep it stands', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'journeys/wallet.spec.ts',
    tests: [{ status, results: [{}, message ? { error: { message }, errorLocation: { line: 41 } } : {}] }],
  });
  const report = {
    errors: [{ message: 'the product did not start' }],
    suites: [
      {
        title: 'journeys/wallet.spec.ts',
        line: 0,
        specs: [spec('home', 'expected')],
        suites: [
          {
            title: 'in vip',
            line: 9,
            specs: [spec(`pays${' [row:of-spec]'.repeat(40)}`, 'unexpected', 'x'.repeat(900))],
          },
        ],
      },
      { specs: [spec('waits', 'skipped')] },
    ],
  };
  const lines = playwrightFailures(report);
  expect(lines.map((line) => line.slice(0, 60))).toEqual([
    'outside of any test: the product did not start',
    `unexpected journeys/wallet.spec.ts:41 › in vip › pays: ${'x'.repeat(5)}`,
    'skipped journeys/wallet.spec.ts › waits: ',
  ]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(300);
});

it('lists the twenty slowest files, the slowest first', () => {
  const files = Array.from({ length: 25 }, (_, i) => ({ name: `${i}.test.ts`, seconds: i }));
  expect(slowestFiles(files)).toHaveLength(20);
  expect(slowestFiles(files)[0]).toBe('   24.0 s  24.test.ts');
});

it('adds up the browser tests of a file', () => {
  const spec = (file: string, duration: number) => ({
    file,
    title: 'a test',
    tests: [{ status: 'expected', results: [{ duration }] }],
  });
  const report = { suites: [{ specs: [spec('a.spec.ts', 1000)], suites: [{ specs: [spec('a.spec.ts', 500)] }] }] };
  expect(playwrightTimes(report)).toEqual([{ name: 'a.spec.ts', seconds: 1.5 }]);
});
