// Proves that an undocumented variable is caught.
import { expect, it } from 'vitest';
import { environmentRule } from './environment.ts';
import { repoOf } from './rule.ts';

const names = (source: string, readme: string) =>
  environmentRule
    .check(repoOf({ 'apps/server/src/config.ts': source, 'README.md': readme }))
    .map(({ problem }) => problem.split(' ')[0]);

it('catches each way of reading an undocumented switch', () => {
  expect(names("given('PORT'); env.SMTP_URL; process.env.ROLE; wanted('SIGN')", 'none')).toEqual([
    'PORT',
    'SMTP_URL',
    'ROLE',
    'SIGN',
  ]);
});

it('accepts what the table names, and what is not ours', () => {
  expect(names("given('PORT'); env.PGPASSWORD", '| `PORT` | 8080 |')).toEqual([]);
});
