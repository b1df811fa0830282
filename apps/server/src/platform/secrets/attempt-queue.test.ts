// Who asks for the same key asks in turn; one final result ends the waiting of all, and every wait ends.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { attemptQueue, type Turn } from './attempt-queue.ts';

const newQueue = (waitsAtMostMs = 1000) =>
  attemptQueue<number, string>({ waitsAtMostMs, triesAgainAfterMs: 1, tooLate: () => new Error('too late') });

/** Gives so many places, then the door is closed. */
function doorman(places: number) {
  let asked = 0;
  const ask = async (): Promise<Turn<number, string>> => {
    const turn = ++asked;
    await pause(1);
    return turn <= places ? { place: turn } : { closed: 'closed' };
  };
  return { ask, asked: () => asked };
}

it('asks once for each place and once for all who come too late for one', async () => {
  const { ask, asked } = doorman(3);
  const queue = newQueue();
  const outcomes = await Promise.all(Array.from({ length: 1000 }, () => queue('alice', ask)));
  expect(outcomes.slice(0, 4)).toEqual([1, 2, 3, 'closed']);
  expect(new Set(outcomes.slice(3))).toEqual(new Set(['closed']));
  expect(asked()).toBe(4);
});

it('keeps keys apart', async () => {
  const queue = newQueue();
  const [alice, bob] = [doorman(0), doorman(1)];
  expect(await Promise.all([queue('alice', alice.ask), queue('bob', bob.ask)])).toEqual(['closed', 1]);
});

it('tries again until there is a result', async () => {
  const queue = newQueue();
  const answers: Turn<number, string>[] = ['later', 'later', { place: 7 }];
  expect(await queue('alice', async () => answers.shift() ?? { closed: 'closed' })).toBe(7);
});

it('gives up in the end, and tells a failure to the one whose turn it was', async () => {
  const queue = newQueue(20);
  await expect(queue('alice', async () => 'later')).rejects.toThrow('too late');
  let asked = 0;
  const failsFirst = async (): Promise<Turn<number, string>> => {
    if (++asked === 1) throw new Error('broken');
    return { place: asked };
  };
  const [first, second] = await Promise.allSettled([queue('bob', failsFirst), queue('bob', failsFirst)]);
  expect(first).toMatchObject({ status: 'rejected', reason: { message: 'broken' } });
  expect(second).toEqual({ status: 'fulfilled', value: 2 });
});

it('serves again after it was empty, whenever the next one comes', async () => {
  const queue = newQueue();
  for (let turn = 0; turn < 50; turn++) {
    const next = queue('alice', async () => ({ place: turn })).then((place) => [
      place,
      queue('alice', async () => ({ place: -turn })),
    ]);
    const [place, following] = await next;
    expect([place, await following]).toEqual([turn, -turn]);
  }
});
