/**
 * Proves that every row with a test has a mutation, that each mutation still finds its code in the product, and that a copy
 * is whole again after it was broken.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectSource, readProjectFile } from '../check/repository.ts';
import { readSpecTags } from '../spec-coverage/rows.ts';
import { makeCopy } from './broken-copy.ts';
import { apply, isEdit, resolveEdit } from './edit.ts';
import { type MutationSources, mutationFaults, quickTests, readMutations } from './mutations.ts';
import { outcomeOf } from './run-tests.ts';

const { rows, tags } = readSpecTags();
const source = projectSource();
const mutations = readMutations(source, rows);

describe('the table', () => {
  it('fits the product as it is, and leaves no row with a quick test out', () => {
    expect(mutationFaults(mutations, { rows, tags, source })).toEqual([]);
  });

  it('takes codes, calls and pages from where they act', () => {
    const files = (row: string) =>
      mutations
        .filter((mutation) => mutation.row === row)
        .map((mutation) => resolveEdit(mutation, source))
        .map((edit) => isEdit(edit) && edit.file);
    expect(files('code:30001')).toEqual(['packages/contract/src/codes.ts']);
    expect(files('call:POST /api/user/logout')).toEqual(['apps/server/src/platform/http/bind-routes.ts']);
    expect(files('route:electric_record')).toEqual(['apps/h5/src/app/pages.ts']);
  });
});

describe('a change', () => {
  const texts: Record<string, string> = {
    'apps/a/src/limits.ts': `
export const limits = { daily: 500, names: ['A', 'B',
] };
export const check = (amount: number) =>
  amount > limits.daily
    && amount < 7;
`,
    'apps/a/src/limits.test.ts': 'export const limits = { daily: 500 };\n',
    'apps/a/src/theme.css': 'html { font-size: 20px; }\n',
    'apps/b/src/limits.ts': 'export const limits = { daily: 500 };\n',
  };
  const files = { files: Object.keys(texts), read: (file: string) => texts[file] as string };
  const resolve = (code: string, changed: string) => resolveEdit({ in: 'apps/a', replace: code, with: changed }, files);

  it.each([
    ['a value', 'daily: 500', 'daily: 400', '{ daily: 400, names'],
    ['code across lines', 'limits.daily && amount', 'amount', '> amount < 7'],
    ['code with a trailing comma', "['A', 'B']", '[]', 'names: [] }'],
    ['a value of a style sheet', 'font-size: 20px', 'font-size: 24px', 'html { font-size: 24px; }'],
  ])('replaces %s', (_, code, changed, expected) => {
    const edit = resolve(code, changed);
    if (!isEdit(edit)) throw new Error(edit.fault);
    expect(apply(edit, files.read(edit.file))).toContain(expected);
  });

  it.each([
    ['code that is gone', 'amount + 1', '', '"amount + 1" stands 0 times in apps/a, not once'],
    ['code that stands more than once', 'amount', 'least', 'stands 3 times'],
    ['half a word', 'daily: 50', 'daily: 40', 'stands 0 times'],
    ['a change that changes nothing', 'daily: 500', 'daily: 500', 'nothing changes'],
    ['a change with a syntax error', 'daily: 500', 'daily: (', 'the change is not TypeScript'],
    ['a change that names what is not there', 'daily: 500', 'daily: weekly', 'the change names weekly, unknown in'],
  ])('refuses %s', (_, code, changed, fault) => {
    expect(resolve(code, changed)).toEqual({ fault: expect.stringContaining(fault) });
  });
});

describe('the faults of a table', () => {
  const row = (id: string) => ({ id, section: 'A', text: '' });
  const tag = (id: string, file = 'a.test.ts') => ({ id, file, title: '' });
  const sources: MutationSources = {
    rows: [row('rule:a'), row('rule:b')],
    tags: [tag('rule:a'), tag('rule:b', 'e2e/journeys/b.spec.ts')],
    source: { files: ['apps/a/a.ts'], read: () => 'const one = 1;' },
  };
  const change = { row: 'rule:a', in: 'apps/a', replace: 'one = 1', with: 'one = 2' };

  it('are none when it fits; a row of the browser alone needs no mutation', () => {
    expect(mutationFaults([change], sources)).toEqual([]);
  });

  it('include a change that finds nothing', () => {
    const faults = mutationFaults([{ ...change, replace: 'two' }], sources);
    expect(faults).toEqual(['rule:a: "two" stands 0 times in apps/a, not once']);
  });

  it('include an unknown row, and a row with a test and no mutation', () => {
    expect(mutationFaults([{ ...change, row: 'rule:z' }], sources)).toEqual([
      expect.stringContaining('is no row'),
      'rule:a has a test, and no mutation that would show it',
    ]);
  });
});

describe('tests of a row', () => {
  it('are each file once, without those that need a browser', () => {
    const named = ['b.test.ts', 'b.test.ts', 'e2e/journeys/a.spec.ts'].map((file) => ({
      id: 'rule:a',
      file,
      title: '',
    }));
    expect(quickTests('rule:a', named)).toEqual(['b.test.ts']);
  });

  it('count as red when one failed or none could begin, not when a file could not be loaded', () => {
    const result = (...statuses: string[]) => ({
      name: '/copy/apps/a.test.ts',
      status: 'failed',
      assertionResults: statuses.map((status) => ({ status, fullName: `is ${status}` })),
    });
    expect(outcomeOf({ testResults: [result('passed', 'failed', 'skipped'), result()] }, '/copy')).toEqual({
      passed: 1,
      red: ['apps/a.test.ts: is failed'],
      unloaded: ['/copy/apps/a.test.ts'],
    });
    const { red } = outcomeOf(
      { testResults: [result('skipped'), { ...result('skipped'), status: 'passed' }] },
      '/copy',
    );
    expect(red).toEqual(['apps/a.test.ts: its tests could not begin']);
  });
});

it('breaks a copy only, and makes it whole again also when the work fails', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lode-copy-'));
  const copy = makeCopy(folder);
  try {
    const start = readProjectFile('package.json').indexOf('"lode"');
    const change = { file: 'package.json', start, end: start + '"lode"'.length, text: '"$&"' };
    const inCopy = () => readFileSync(join(folder, 'package.json'), 'utf8');
    const whole = inCopy();
    expect(whole).toBe(readProjectFile('package.json'));
    await expect(
      copy.broken(change, async () => {
        expect(inCopy()).toContain('"name": "$&"');
        throw new Error('red');
      }),
    ).rejects.toThrow('red');
    expect(inCopy()).toBe(whole);
    expect(readProjectFile('package.json')).toBe(whole);
    copy.remove();
    expect(existsSync(folder)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
