// Secrets are compared in bounded queues: what strangers do starves neither known devices nor money.
import { expect, it } from 'vitest';
import { Overloaded } from '../http/errors.ts';
import { type Asker, secretQueues } from './secret-queues.ts';

/** Work that ends when the test says so, in the order in which it was begun. */
function scene(width: number, length: number) {
  const inTurn = secretQueues(width, length);
  const begun: Asker[] = [];
  const endings: (() => void)[] = [];
  return {
    begun,
    ask: (asker: Asker) =>
      inTurn(asker, () => {
        begun.push(asker);
        return new Promise<string>((resolve) => endings.push(() => resolve('done')));
      }),
    /** Ends the oldest work; what waits behind it has begun afterwards. */
    async endOne() {
      endings.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

it('does so many at once, lets so many wait, and refuses the rest before beginning', async () => {
  const { ask, begun, endOne } = scene(2, 3);
  const asked = Promise.allSettled(Array.from({ length: 8 }, () => ask('money')));
  await new Promise(setImmediate);
  expect(begun).toHaveLength(2);
  for (let ended = 0; ended < 5; ended++) await endOne();
  const results = await asked;
  expect(results.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')]);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused.every((reason) => reason instanceof Overloaded && reason.fields.asker === 'money')).toBe(true);
  expect(begun).toHaveLength(5);
});

it('goes on after work that failed', async () => {
  const inTurn = secretQueues(1, 1);
  await expect(inTurn('stranger', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await inTurn('stranger', async () => 'done')).toBe('done');
});

it('has room for known devices and money when strangers fill theirs, and begins them at once', async () => {
  const { ask, begun } = scene(2, 3);
  const flood = Promise.allSettled(Array.from({ length: 100 }, () => ask('stranger')));
  await new Promise(setImmediate);
  expect(begun).toEqual(['stranger']);
  void ask('known-device');
  await new Promise(setImmediate);
  expect(begun).toEqual(['stranger', 'known-device']);
  await expect(ask('stranger')).rejects.toThrow(Overloaded);
  void flood;
});

it('lets money and logins take turns, known devices before strangers', async () => {
  const { ask, begun, endOne } = scene(1, 10);
  void ask('stranger');
  for (const asker of ['stranger', 'stranger', 'known-device', 'known-device', 'money', 'money', 'money'] as const) {
    void ask(asker);
  }
  for (let ended = 0; ended < 8; ended++) await endOne();
  expect(begun.slice(1)).toEqual(['money', 'known-device', 'money', 'known-device', 'money', 'stranger', 'stranger']);
});
