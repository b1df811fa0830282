import { expect } from 'vitest';
import type { Ended } from './mortal-process.ts';

type Outcome = Pick<Ended, 'outcome'>;

/** One of these processes closed the day, and the others helped or found it closed. */
export function expectClosedTogether(ended: readonly Outcome[]): void {
  const outcomes = ended.map(({ outcome }) => outcome);
  expect(outcomes).toContain('closed');
  for (const outcome of outcomes) expect(['closed', 'already-closed']).toContain(outcome);
}

/** Whether one was killed or had nothing left to take is the race's business. */
export function expectClosedOrKilled(killed: Outcome, other: Outcome): void {
  expect([null, 'closed', 'already-closed']).toContain(killed.outcome);
  expect(['closed', 'already-closed']).toContain(other.outcome);
}
