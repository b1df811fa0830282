// Proves that an undocumented environment variable is reported.
import { expect, it } from 'vitest';
import { environmentRule } from './environment.ts';
import { repoOf } from './rule.ts';

const names = (source: string, page: string) =>
  environmentRule
    .check(repoOf({ 'apps/server/src/config.ts': source, 'docs/operations.md': page }))
    .map(({ problem }) => problem.split(' ')[0]);

it('reports each way of reading an undocumented variable', () => {
  expect(names("given('PORT'); env.SMTP_URL; process.env.ROLE; wanted('SIGN')", 'none')).toEqual([
    'PORT',
    'SMTP_URL',
    'ROLE',
    'SIGN',
  ]);
});

it('accepts documented variables, and those of other programs', () => {
  expect(names("given('PORT'); env.PGPASSWORD", '| `PORT` | 8080 |')).toEqual([]);
});
