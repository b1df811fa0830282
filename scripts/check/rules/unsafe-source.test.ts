// Proves that one line cannot switch off the check of certificates, follow a redirect, give a text to a shell, or listen to other windows.
import { expect, it } from 'vitest';
import { repoOf } from './rule.ts';
import { unsafeSourceRule } from './unsafe-source.ts';

const lines = (source: string, file = 'apps/server/src/a.ts') =>
  unsafeSourceRule.check(repoOf({ [file]: source })).map(({ line }) => line);

it.each([
  'new Agent({ connect: { rejectUnauthorized: false } });',
  "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';",
  "spawn('ls', [], { shell: true });",
  "import { exec, spawn } from 'node:child_process';",
  "window.addEventListener('message', act);",
  'const answer = await fetch(url, { signal });',
])('finds %s', (source) => {
  expect(lines(`const a = 1;\n${source}\n`)).toEqual([2]);
});

it('leaves alone what has arguments, workers, and tests', () => {
  expect(lines("import { execFile } from 'node:child_process';\nworker.addEventListener('message', act);")).toEqual([]);
  expect(lines('rejectUnauthorized: false', 'apps/server/src/a.test.ts')).toEqual([]);
  expect(lines("const answer = await fetch(url, {\n  signal,\n  redirect: 'error',\n});")).toEqual([]);
  expect(lines('this.ahead = this.fetch(hash);\n  private fetch(hash: string): Fetched {')).toEqual([]);
  expect(lines('await fetch(path);', 'apps/h5/src/a.ts')).toEqual([]);
});
