/**
 * Proves that every row with a test has a mutation, that each mutation still finds its symbol in the product, and that a copy
 * is whole again after it was broken.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectSource, readProjectFile } from '../check/repository.ts';
import { readSpecTags } from '../spec-coverage/read-tags.ts';
import { apply, type Change, isEdit, resolveEdit } from './anchor.ts';
import { makeCopy } from './broken-copy.ts';
import { type MutationSources, mutationFaults, quickTests, readMutations, readUnbroken } from './mutations.ts';
import { outcomeOf } from './run-tests.ts';

const { rows, tags } = readSpecTags();
const source = projectSource();
const mutations = readMutations(source, rows);

describe('the table', () => {
  it('fits the product as it is, and leaves no row with a quick test out', () => {
    expect(mutationFaults(mutations, { rows, tags, unbroken: readUnbroken(), source })).toEqual([]);
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

describe('an anchored change', () => {
  const texts: Record<string, string> = {
    'apps/a/src/limits.ts': `
/** Comments and layout do not count. */
export const limits = { daily: 500, names: { short: 'A', long: 'B' } };
export function check(amount: number, most = 7) {
  // before
  audit.record(amount);
  return amount > limits.daily /* a comment */
    && amount < most;
}
const half = (amount: number) => amount / 2;
const query = \`select id
  from job where done\`;
`,
    'apps/a/src/view.tsx': 'export const View = () => <Box width={600} isOpen><Picture /></Box>;\n',
    'apps/a/src/limits.test.ts': 'export const check = 1;\n',
    'apps/a/src/theme.css': '/* html { } */\nhtml { font-size: 20px; }\n@media print { html { font-size: 10px; } }\n',
    'apps/b/src/limits.ts': 'export const limits = 1;\n',
  };
  const files = { files: Object.keys(texts), read: (file: string) => texts[file] as string };
  const resolve = (symbol: string, change: Change) => resolveEdit({ in: 'apps/a', symbol, ...change }, files);

  it.each<[string, string, Change, string]>([
    ['the value of a constant', 'half', { value: 'null' }, 'const half = null;'],
    ['the value of a key', 'limits.daily', { value: '400' }, 'daily: 400,'],
    ['the value of a nested key', 'limits.names.short', { value: "'C'" }, "short: 'C'"],
    ['a default', 'check.most', { value: '8' }, 'most = 8)'],
    ['an attribute', 'View.width', { value: '560' }, 'width={560}'],
    ['a value of a style sheet', 'html.font-size', { value: '24px' }, '\nhtml { font-size: 24px; }'],
    ['what a function returns', 'check', { returns: 'false' }, 'most = 7) { return false; }'],
    ['what an arrow function returns', 'half', { returns: '{}' }, '=> ({});'],
    ['no statement', 'check', { drop: 'record' }, '// before\n  \n'],
    ['no element', 'View', { drop: 'Picture' }, 'isOpen></Box>'],
    ['no attribute', 'View', { drop: 'isOpen' }, 'width={600} ><'],
    ['no key', 'limits', { drop: 'short' }, "names: {  long: 'B' }"],
    [
      'code across lines and comments',
      'check',
      { replace: 'limits.daily && amount', with: 'amount' },
      '> amount < most',
    ],
    ['a part of a query', 'query', { replace: 'id from job', with: 'id from task' }, 'select id from task where'],
  ])('replaces %s', (_, symbol, change, expected) => {
    const edit = resolve(symbol, change);
    if (!isEdit(edit)) throw new Error(edit.fault);
    expect(apply(edit, files.read(edit.file))).toContain(expected);
  });

  it.each<[string, string, Change, string]>([
    ['an unknown symbol', 'checked', { value: '1' }, 'no symbol checked in apps/a'],
    ['a symbol of a test alone', 'check.deep', { value: '1' }, 'no symbol check.deep in apps/a'],
    [
      'code that is gone',
      'check',
      { replace: 'amount + 1', with: '' },
      '"amount + 1" fits 0 times in check (apps/a/src/limits.ts)',
    ],
    ['code that stands twice', 'check', { replace: 'most', with: 'least' }, 'fits 2 times'],
    ['half a word', 'check', { replace: 'amoun', with: 'x' }, 'fits 0 times'],
    ['a change that changes nothing', 'limits.daily', { value: '500' }, 'nothing changes'],
    ['a change with a syntax error', 'limits.daily', { value: '(' }, 'the change is not TypeScript'],
    [
      'a change that names what is not there',
      'limits.daily',
      { value: 'weekly' },
      'the change names weekly, unknown in',
    ],
  ])('refuses %s', (_, symbol, change, fault) => {
    expect(resolve(symbol, change)).toEqual({ fault: expect.stringContaining(fault) });
  });
});

describe('the faults of a table', () => {
  const row = (id: string) => ({ id, section: 'A', text: '' });
  const tag = (id: string, file = 'a.test.ts') => ({ id, file, title: '' });
  const sources: MutationSources = {
    rows: [row('rule:a'), row('rule:b')],
    tags: [tag('rule:a'), tag('rule:b', 'e2e/journeys/b.spec.ts')],
    unbroken: [],
    source: { files: ['apps/a/a.ts'], read: () => 'const one = 1;' },
  };
  const change = { row: 'rule:a', in: 'apps/a', symbol: 'one', value: '2' };

  it('are none when it fits; a row of the browser alone needs no mutation', () => {
    expect(mutationFaults([change], sources)).toEqual([]);
  });

  it('include an anchor that finds nothing', () => {
    expect(mutationFaults([{ ...change, symbol: 'two' }], sources)).toEqual(['rule:a: no symbol two in apps/a']);
  });

  it('include an unknown row, and a row with a test and no mutation', () => {
    expect(mutationFaults([{ ...change, row: 'rule:z' }], sources)).toEqual([
      expect.stringContaining('is no row'),
      'rule:a has a test, and no mutation that would show it',
    ]);
    expect(mutationFaults([], { ...sources, unbroken: ['rule:a'] })).toEqual([]);
  });

  it('include an entry of unbroken.json that has a mutation, has no quick test, or is no row', () => {
    expect(mutationFaults([change], { ...sources, unbroken: ['rule:a', 'rule:b', 'rule:z'] })).toEqual([
      'unbroken.json: rule:a has a mutation',
      'unbroken.json: no quick test proves rule:b',
      'unbroken.json: rule:z is no row of spec-rows.json',
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

  it('count as red when one failed, not when a file could not be loaded', () => {
    const result = (...statuses: string[]) => ({
      name: '/copy/apps/a.test.ts',
      assertionResults: statuses.map((status) => ({ status, fullName: `is ${status}` })),
    });
    expect(outcomeOf({ testResults: [result('passed', 'failed', 'skipped'), result()] }, '/copy')).toEqual({
      passed: 1,
      red: ['apps/a.test.ts: is failed'],
      unloaded: ['/copy/apps/a.test.ts'],
    });
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
