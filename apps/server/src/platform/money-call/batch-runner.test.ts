import { expect, it } from 'vitest';
import { batchRunner } from './batch-runner.ts';

/** Runs that end when the test says so. */
function held() {
  const runs: { items: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const run = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      runs.push({ items, end: () => resolve(items.map((item) => `did ${item}`)), fail: reject });
    });
  return { runs, run };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const runner = (run: ReturnType<typeof held>['run'], others = {}) =>
  batchRunner<string, string>({
    concurrency: 2,
    largest: 3,
    ownerOf: (item) => item[0] ?? '',
    uniqueOf: (item) => [item],
    run,
    ...others,
  });

it('runs at once what is asked for in one turn, at most as much as a run may hold', async () => {
  const { runs, run } = held();
  const ask = runner(run);
  const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask));
  await turn();
  expect(runs.map(({ items }) => items)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]);
  for (const { end } of runs) end();
  expect(await answers).toEqual(['did a', 'did b', 'did c', 'did d', 'did e']);
});

it('gathers what comes while two runs are under way', async () => {
  const { runs, run } = held();
  const ask = runner(run);
  const first = [ask('a'), ask('b'), ask('c'), ask('d')];
  await turn();
  const later = [ask('e'), ask('f')];
  await turn();
  expect(runs).toHaveLength(2);
  runs[0]?.end();
  await Promise.all(first.slice(0, 3));
  await turn();
  expect(runs[2]?.items).toEqual(['e', 'f']);
  for (const { end } of runs) end();
  expect(await Promise.all([...first, ...later])).toHaveLength(6);
});

it('has those of one owner in one run at a time, in their order', async () => {
  const { runs, run } = held();
  const ask = runner(run);
  const answers = Promise.all([ask('a1'), ask('a2'), ask('b1'), ask('a3'), ask('c1')]);
  await turn();
  expect(runs.map(({ items }) => items)).toEqual([['a1', 'a2', 'b1'], ['c1']]);
  runs[0]?.end();
  await turn();
  await turn();
  expect(runs[2]?.items).toEqual(['a3']);
  runs[1]?.end();
  runs[2]?.end();
  expect(await answers).toEqual(['did a1', 'did a2', 'did b1', 'did a3', 'did c1']);
});

it('has no two in a run that must differ', async () => {
  const { runs, run } = held();
  const ask = runner(run);
  const answers = Promise.all([ask('a'), ask('a'), ask('b')]);
  await turn();
  expect(runs.map(({ items }) => items)).toEqual([['a', 'b']]);
  runs[0]?.end();
  await turn();
  await turn();
  expect(runs[1]?.items).toEqual(['a']);
  runs[1]?.end();
  expect(await answers).toEqual(['did a', 'did a', 'did b']);
});

it('fails those of the run that failed, and goes on', async () => {
  const { runs, run } = held();
  const ask = runner(run);
  const broken = ask('a');
  await turn();
  runs[0]?.fail(new Error('gone'));
  await expect(broken).rejects.toThrow('gone');
  const next = ask('a');
  await turn();
  runs[1]?.end();
  expect(await next).toBe('did a');
});

it('does not take another number of results for an answer', async () => {
  const ask = runner(async () => []);
  await expect(ask('a')).rejects.toThrow('0 results for 1 items');
});
