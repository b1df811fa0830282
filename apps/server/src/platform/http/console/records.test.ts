// Proves that a list of the console goes on exactly behind what was shown, and takes no cursor that it did not make.
import { expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { recordsOf, recordsRequest } from './records.ts';

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: BigInt(from + n), at: new Date(Date.UTC(2026, 10, 1, 0, from + n)) }));
const answerOf = (found: ReturnType<typeof rows>) =>
  recordsOf(
    found,
    ({ at, id }) => [at, id],
    ({ id }) => String(id),
  );

it('shows one fewer than it asked for, and goes on behind the last', () => {
  const first = recordsRequest({}, ['time', 'integer']);
  if (isRefusal(first)) throw new Error('refused');
  expect(first.after).toBeNull();
  const { records, nextCursor } = answerOf(rows(1, first.limit));
  expect(records).toHaveLength(first.limit - 1);
  const second = recordsRequest({ cursor: nextCursor ?? '' }, ['time', 'integer']);
  expect(second).toMatchObject({ after: ['2026-11-01T00:50:00.000Z', '50'] });
});

it('ends where there is no more', () => {
  expect(answerOf(rows(1, 50)).nextCursor).toBeNull();
  expect(answerOf([])).toEqual({ records: [], nextCursor: null });
});

it('refuses a cursor of other kinds, or one that was not made here', () => {
  const { nextCursor } = answerOf(rows(1, 51));
  expect(isRefusal(recordsRequest({ cursor: nextCursor ?? '' }, ['integer', 'integer']))).toBe(true);
  expect(isRefusal(recordsRequest({ cursor: 'bm9ib2R5' }, ['time', 'integer']))).toBe(true);
});
