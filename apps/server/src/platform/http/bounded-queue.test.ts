// Work that a flood begins is bounded: so much at once, so much waiting, the rest refused.
import { expect, it } from 'vitest';
import { boundedQueue } from './bounded-queue.ts';
import { Overloaded } from './errors.ts';

it('does so many at once, lets so many wait, and refuses the rest before beginning', async () => {
  const queue = boundedQueue(2, 3, 'full');
  let running = 0;
  let most = 0;
  const work = () =>
    queue(async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return 'done';
    });
  const results = await Promise.allSettled(Array.from({ length: 8 }, work));
  expect(results.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')]);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused.every((reason) => reason instanceof Overloaded && reason.message === 'full')).toBe(true);
  expect(most).toBe(2);
  await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await work()).toBe('done');
});
