/** Proves that the check of dependencies finds what is wrong in a lock file and in a registry's report, and says what it could not ask. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readAudit } from './advisories.ts';
import { type LockFile, lockFindings } from './lock-file.ts';

const lockFile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;

it('finds nothing in the lock file of the product', () => {
  expect(lockFindings(lockFile)).toEqual([]);
});

it.each([
  ['a package without a hash', { integrity: undefined }, 'pg 8.0.0 has no SHA-512 of its content'],
  [
    'a hash that collides',
    { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
    'pg 8.0.0 has no SHA-512 of its content',
  ],
  [
    'another place',
    { resolved: 'https://example.org/pg.tgz' },
    'pg 8.0.0 does not come from the registry: https://example.org/pg.tgz',
  ],
  ['a licence', { license: 'AGPL-3.0-only' }, 'pg 8.0.0 has the licence AGPL-3.0-only'],
  ['no licence', { license: undefined }, 'pg 8.0.0 has the licence none'],
])('names %s', (_, changed, finding) => {
  const sound = { version: '8.0.0', integrity: `sha512-${'A'.repeat(86)}==`, license: '(MPL-2.0 OR Apache-2.0)' };
  expect(lockFindings({ packages: { 'node_modules/a/node_modules/pg': sound } })).toEqual([]);
  expect(lockFindings({ packages: { 'node_modules/a/node_modules/pg': { ...sound, ...changed } as never } })).toEqual([
    finding,
  ]);
});

const advisory = { url: 'https://github.com/advisories/GHSA-1', title: 'reads any file' };
const report = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    pg: { severity: 'high', via: [advisory, 'pg-pool'] },
    pino: { severity: 'low', via: [{ url: 'https://github.com/advisories/GHSA-2', title: 'is slow' }] },
  },
});

it('names an advisory, unless it is accepted up to that day', () => {
  const finding = 'pg high: reads any file (https://github.com/advisories/GHSA-1)';
  const accepted = [{ url: advisory.url, reason: 'only a file that the operator names is read', until: '2026-11-30' }];
  expect(readAudit(report, [], '2026-11-23')).toEqual({ outcome: 'checked', findings: [finding] });
  expect(readAudit(report, accepted, '2026-11-30')).toEqual({ outcome: 'checked', findings: [] });
  expect(readAudit(report, accepted, '2026-12-01')).toEqual({ outcome: 'checked', findings: [finding] });
});

it.each(['', 'npm error network', '{"message":"405 Method Not Allowed","method":"POST"}'])(
  'says that nothing was asked when the registry gives no report: %s',
  (output) => {
    expect(readAudit(output, [], '2026-11-23')).toMatchObject({ outcome: 'not checked' });
  },
);
