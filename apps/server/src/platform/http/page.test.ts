// Lists are walked by a cursor that holds the last row's sort key; a forged cursor is refused, never run as SQL.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor, pageOf, pageRequest, rowId } from './page.ts';
import { isRefusal } from './refusal.ts';

it('gives back what was put into a cursor', () => {
  const time = new Date('2026-03-10T04:00:00.123Z');
  const cursor = encodeCursor([time, '2026-03-09', -5n, 'BTC']);
  expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,200}$/);
  expect(decodeCursor(cursor, ['time', 'day', 'integer', 'word'])).toEqual([
    time.toISOString(),
    '2026-03-09',
    '-5',
    'BTC',
  ]);
});

it('takes nothing else', () => {
  for (const forged of ['', '2026-02-30', "1' or 1=1", '9223372036854775808', '1 2', 'NaN']) {
    const cursor = Buffer.from(forged).toString('base64url');
    expect(decodeCursor(cursor, ['integer'])).toBeNull();
    expect(decodeCursor(cursor, ['day'])).toBeNull();
    expect(decodeCursor(cursor, ['time'])).toBeNull();
  }
  expect(isRefusal(pageRequest({ cursor: 'AAAA' }, ['integer']))).toBe(true);
  fc.assert(
    fc.property(fc.base64String(), (text) => {
      const values = decodeCursor(text, ['integer', 'word']);
      if (values !== null) expect(values[0]).toMatch(/^-?\d+$/);
    }),
  );
});

it('reads one row more than it shows, to know whether there is more', () => {
  const input = pageRequest({ current: 3, size: 2 }, ['integer']);
  expect(input).toEqual({ current: 3, size: 2, limit: 3, offset: 4, after: null });
  const toCursor = (row: number) => encodeCursor([BigInt(row)]);
  expect(pageOf([9, 8, 7], 2, 3, toCursor)).toEqual({
    records: [9, 8],
    current: 3,
    size: 2,
    hasMore: true,
    nextCursor: toCursor(8),
  });
  expect(pageOf([9, 8], 2, 3, toCursor)).toMatchObject({ records: [9, 8], hasMore: false, nextCursor: null });
  expect(pageOf([], 2, 1, toCursor)).toMatchObject({ records: [], hasMore: false, nextCursor: null });
});

it('walks on from the cursor, wherever it came from', () => {
  const input = pageRequest({ current: 7, cursor: encodeCursor([41n]) }, ['integer']);
  expect(input).toEqual({ current: 7, size: 20, limit: 21, offset: 0, after: ['41'] });
});

it('knows which ids can be rows', () => {
  expect(rowId('10001')).toBe(10001n);
  expect(rowId('9223372036854775807')).toBe(9223372036854775807n);
  for (const id of ['0', '-1', '01', '9223372036854775808', 'a', '1.0', '']) expect(rowId(id)).toBeNull();
});
