/**
 * Proves that every row with a test has a wrong that would show it, that each wrong still fits the product's text, and that a
 * copy is whole again after it was broken.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectFile } from '../check/repository.ts';
import { readSpecTags } from '../spec-coverage/read-tags.ts';
import { makeCopy } from './broken-copy.ts';
import { type MutationSources, mutationFaults, quickTests, readMutations, readUnbroken } from './mutations.ts';
import { outcomeOf } from './run-tests.ts';

const { rows, tags } = readSpecTags();
const mutations = readMutations(readProjectFile, rows);

describe('the table', () => {
  it('fits the product as it is, and leaves no row with a quick test out', () => {
    expect(mutationFaults(mutations, { rows, tags, unbroken: readUnbroken(), read: readProjectFile })).toEqual([]);
  });

  it('takes codes, calls and pages from where they act', () => {
    const files = (row: string) => mutations.filter((mutation) => mutation.row === row).map(({ file }) => file);
    expect(files('code:30001')).toEqual(['packages/contract/src/codes.ts']);
    expect(files('call:POST /api/user/logout')).toEqual(['apps/server/src/platform/http/bind-routes.ts']);
    expect(files('route:electric_record')).toEqual(['apps/h5/src/app/pages.ts']);
  });
});

describe('what is wrong with a table', () => {
  const row = (id: string) => ({ id, section: 'A', text: '' });
  const tag = (id: string, file = 'a.test.ts') => ({ id, file, title: '' });
  const sources: MutationSources = {
    rows: [row('rule:a'), row('rule:b')],
    tags: [tag('rule:a'), tag('rule:b', 'e2e/journeys/b.spec.ts')],
    unbroken: [],
    read: () => 'one two two',
  };
  const change = { row: 'rule:a', file: 'a.ts', from: 'one', to: 'none' };
  const faults = (...changes: Partial<typeof change>[]) =>
    mutationFaults(
      changes.map((each) => ({ ...change, ...each })),
      sources,
    );

  it('is nothing when it fits; a row of the browser alone needs none', () => {
    expect(faults({})).toEqual([]);
  });

  it.each([
    ['a text that is gone', { from: 'three' }, 'stands 0 times'],
    ['a text that stands twice', { from: 'two' }, 'stands 2 times'],
    ['a change that changes nothing', { to: 'one' }, 'nothing changes'],
    ['a test instead of the product', { file: 'a.test.ts' }, 'is a test'],
  ])('is %s', (_, wrong, words) => {
    expect(faults(wrong)).toEqual([expect.stringContaining(words)]);
  });

  it('is a row that nobody knows, and one with a test that nothing breaks', () => {
    expect(faults({ row: 'rule:z' })).toEqual([
      expect.stringContaining('is no row'),
      'rule:a has a test, and no mutation that would show it',
    ]);
    expect(mutationFaults([], { ...sources, unbroken: ['rule:a'] })).toEqual([]);
  });

  it('is a row that waits for a mutation and has one, has no quick test, or is no row', () => {
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
    const change = { row: 'rule:a', file: 'package.json', from: '"name": "lode"', to: '"name": "$&"' };
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
