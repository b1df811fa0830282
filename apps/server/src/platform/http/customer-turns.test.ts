// A customer whose reads are costly takes turns, and leaves room for the others.
import { expect, it } from 'vitest';
import { boundedQueue } from './bounded-queue.ts';
import { type CustomerTurns, customerTurns } from './customer-turns.ts';
import { Overloaded } from './errors.ts';

/** What runs when one customer has asked for `requests` and then another for one. */
async function runningAfterFlood(inTurn: CustomerTurns, requests = 20) {
  const running: bigint[] = [];
  const ends: (() => void)[] = [];
  const ask = (customer: bigint) =>
    inTurn(customer, () => {
      running.push(customer);
      return new Promise<void>((end) => void ends.push(end));
    });
  const flood = Array.from({ length: requests }, () => ask(1n));
  const results = Promise.allSettled([...flood, ask(2n)]);
  await new Promise(setImmediate);
  const atOnce = [...running];
  while (ends.length > 0) {
    ends.pop()?.();
    await new Promise(setImmediate);
  }
  return { atOnce, results: await results };
}

it('one of a customer runs, eight wait, more are refused; another customer runs meanwhile', async () => {
  const { atOnce, results } = await runningAfterFlood(customerTurns(2));
  expect(atOnce).toEqual([1n, 2n]);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused).toHaveLength(11);
  expect(refused.every((reason) => reason instanceof Overloaded)).toBe(true);
});

it('without turns of each the other waits (broken control)', async () => {
  const all = boundedQueue(2, 512, 'full');
  expect((await runningAfterFlood((_customer, work) => all(work))).atOnce).toEqual([1n, 1n]);
});
