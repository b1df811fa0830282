import { describe, expect, it } from 'vitest';
import { buildTurns, runInParallel } from './parallel.ts';

/** Work that ends when the test says so, and what is under way. */
function held() {
  const [underWay, ended]: [Set<string>, string[]] = [new Set(), []];
  const endings = new Map<string, () => void>();
  return {
    underWay,
    ended,
    work: async (name: string): Promise<void> => {
      underWay.add(name);
      await new Promise<void>((resolve) => endings.set(name, resolve));
      underWay.delete(name);
      ended.push(name);
    },
    async end(name: string): Promise<void> {
      endings.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}

describe('sequences', () => {
  it('run at once up to the bound, the items of one sequence in their order', async () => {
    const { underWay, ended, work, end } = held();
    const done = runInParallel(
      ['a1', 'a2', 'b1', 'c1'],
      { sequenceOf: ([sequence = '']) => sequence, concurrency: 2 },
      work,
    );
    await new Promise(setImmediate);
    expect([...underWay]).toEqual(['a1', 'b1']);
    await end('b1');
    expect([...underWay]).toEqual(['a1', 'c1']);
    await end('a1');
    expect([...underWay]).toEqual(['c1', 'a2']);
    await end('c1');
    await end('a2');
    await done;
    expect(ended).toEqual(['b1', 'a1', 'c1', 'a2']);
  });
});

describe('build turns', () => {
  it('of one network follow one another, also after a failure; another network does not wait', async () => {
    const { underWay, work, end } = held();
    const turns = buildTurns();
    const first = turns('BITCOIN').run(() => work('first').then(() => Promise.reject(new Error('no coins'))));
    const failed = first.catch((error: Error) => error.message);
    const second = turns('BITCOIN').run(() => work('second'));
    const other = turns('ERC20').run(() => work('other'));
    await new Promise(setImmediate);
    expect([...underWay]).toEqual(['first', 'other']);
    await end('first');
    expect(await failed).toBe('no coins');
    expect([...underWay]).toEqual(['other', 'second']);
    await end('second');
    await end('other');
    await Promise.all([second, other]);
  });

  it('are in the order in which they were taken, also when the first begins later or gives up', async () => {
    const { underWay, work, end } = held();
    const turns = buildTurns();
    const [idle, oldest, next] = [turns('BITCOIN'), turns('BITCOIN'), turns('BITCOIN')];
    const second = next.run(() => work('next'));
    const first = oldest.run(() => work('oldest'));
    await new Promise(setImmediate);
    expect([...underWay]).toEqual([]);
    idle.end();
    await new Promise(setImmediate);
    expect([...underWay]).toEqual(['oldest']);
    await end('oldest');
    expect([...underWay]).toEqual(['next']);
    await end('next');
    await Promise.all([first, second]);
  });
});
