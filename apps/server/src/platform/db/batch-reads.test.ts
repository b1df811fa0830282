// Reads that wait together are one statement, and no reader notices: neither by an error of another, nor by an older state, nor by waiting.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { Overloaded } from '../http/errors.ts';
import { batchReads, type ReadLimits, type Reads } from './batch-reads.ts';

const limits: ReadLimits = { concurrency: 2, largest: 4, longestMs: 10_000, failed: () => undefined };

/** Statements that end when the test says so. */
function heldStatements() {
  const sent: { keys: readonly number[]; end: () => void; fail: () => void }[] = [];
  const hold = <Found>(keys: readonly number[], found: Found) =>
    new Promise<Found>((resolve, reject) => {
      sent.push({ keys, end: () => resolve(found), fail: () => reject(new Error('the statement failed')) });
    });
  const reads: Reads<number, string> = {
    one: (key) => hold([key], `${key}`),
    batch: (keys) => hold(keys, keys.map(String)),
  };
  return { sent, reads, keysSent: () => sent.map(({ keys }) => [...keys]) };
}

describe('statements', () => {
  it('take the reads of one turn of the event loop, each with its own result', async () => {
    const { sent, reads, keysSent } = heldStatements();
    const read = batchReads(reads, limits);
    const found = Promise.all([3, 1, 2, 1].map(read));
    await nextTurn();
    expect(keysSent()).toEqual([[3, 1, 2, 1]]);
    sent[0]?.end();
    expect(await found).toEqual(['3', '1', '2', '1']);
  });

  it('are the plain one for a read on its own, sent in its own turn', async () => {
    const one = vi.fn(async (key: number) => `${key}`);
    const read = batchReads({ one, batch: () => Promise.reject(new Error('never')) }, limits);
    const found = read(7);
    await nextTurn();
    expect(one).toHaveBeenCalledExactlyOnceWith(7);
    expect(await found).toBe('7');
  });

  it('are so many at once and so large at most, in the order of asking', async () => {
    const { sent, reads, keysSent } = heldStatements();
    const read = batchReads(reads, limits);
    const found = Promise.all(Array.from({ length: 11 }, (_, key) => read(key)));
    await nextTurn();
    const first = [
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ];
    expect(keysSent()).toEqual(first);
    await nextTurn();
    expect(keysSent()).toEqual(first);
    sent[1]?.end();
    await vi.waitFor(() => expect(keysSent()).toEqual([...first, [8, 9, 10]]));
    for (const { end } of sent) end();
    expect(await found).toEqual(Array.from({ length: 11 }, (_, key) => `${key}`));
  });

  it('that find too few or too many results are done alone', async () => {
    const failed = vi.fn();
    const reads = { one: async (key: number) => key, batch: async () => [0] };
    const read = batchReads(reads, { ...limits, failed });
    expect(await Promise.all([1, 2, 3].map(read))).toEqual([1, 2, 3]);
    expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('3 reads found 1'));
  });

  it('that throw before they are sent free their lane too', async () => {
    const one = (): Promise<string> => {
      throw new Error('no connection');
    };
    const read = batchReads({ one, batch: one as never }, { ...limits, concurrency: 1 });
    for (const keys of [[1], [1, 2], [1, 2, 3], [4]]) {
      const results = await Promise.allSettled(keys.map(read));
      expect(results.map(({ status }) => status)).toEqual(keys.map(() => 'rejected'));
    }
  });
});

describe('what was written before a read was asked for', () => {
  /** A database that is one number: a statement sees it as it was when it was sent. */
  function oneNumber() {
    const { sent, reads } = heldStatements();
    let value = 0;
    const seen = async (statement: Promise<unknown>) => {
      const snapshot = value;
      await statement;
      return snapshot;
    };
    const numbers: Reads<number, number> = {
      one: (key) => seen(reads.one(key)),
      batch: async (keys) => {
        const snapshot = await seen(reads.batch(keys));
        return keys.map(() => snapshot);
      },
    };
    return { sent, numbers, write: () => value++ };
  }

  /** Asks, writes while the first statement is under way, asks again. */
  async function secondRead(readerOf: (reads: Reads<number, number>) => (key: number) => Promise<number>) {
    const { sent, numbers, write } = oneNumber();
    const read = readerOf(numbers);
    const before = Promise.all([read(1), read(1)]);
    await nextTurn();
    expect(sent).toHaveLength(1);
    write();
    const after = Promise.all([read(1), read(1)]);
    await nextTurn();
    for (const { end } of sent) end();
    await before;
    return after;
  }

  it('is seen by it: it joins no statement that was sent', async () => {
    expect(await secondRead((reads) => batchReads(reads, limits))).toEqual([1, 1]);
  });

  it('is not by one that joins a read under way (broken control)', async () => {
    const joining = (reads: Reads<number, number>) => {
      const read = batchReads(reads, limits);
      let underWay: Promise<number> | null = null;
      return (key: number) => (underWay ??= read(key));
    };
    expect(await secondRead(joining)).toEqual([0, 0]);
  });
});

describe('time', () => {
  afterEach(() => void vi.useRealTimers());
  const fakeTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });

  it('gives up a statement that does not end, and its lane serves others', async () => {
    fakeTime();
    const { sent, reads, keysSent } = heldStatements();
    const read = batchReads(reads, { ...limits, concurrency: 1 });
    const stuck = Promise.allSettled([read(1), read(2)]);
    await nextTurn();
    vi.advanceTimersByTime(9999);
    const later = read(3);
    vi.advanceTimersByTime(1);
    const expected = { status: 'rejected', reason: expect.any(Overloaded) };
    expect(await stuck).toEqual([expected, expected]);
    await nextTurn();
    expect(keysSent()).toEqual([[1, 2], [3]]);
    // What was given up fails at last: no one waits for it, so nothing is done alone.
    sent[0]?.fail();
    sent[1]?.end();
    expect(await later).toBe('3');
    await nextTurn();
    expect(sent).toHaveLength(2);
  });

  it('gives up a read that no lane took for so long', async () => {
    fakeTime();
    const { reads, keysSent } = heldStatements();
    const read = batchReads(reads, { ...limits, concurrency: 1, largest: 1 });
    const asked = Promise.allSettled([1, 2, 3].map(read));
    await nextTurn();
    vi.advanceTimersByTime(10_000);
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(keysSent()).toEqual([[1]]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('on PostgreSQL', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  /** Dividing by zero fails a statement. */
  const divide: Reads<number, number> = {
    async one(by) {
      const { rows } = await test.database.query<{ n: number }>({ text: 'select 60 / $1::int as n', values: [by] });
      return rows[0]?.n as number;
    },
    async batch(by) {
      const text = 'select 60 / by as n from unnest($1::int[]) with ordinality asked (by, place) order by place';
      const { rows } = await test.database.query<{ n: number }>({ text, values: [by] });
      return rows.map(({ n }) => n);
    },
  };
  const divisors = [1, 2, 0, 3, 4, 5, 0, 6];
  const outcome = (results: PromiseSettledResult<number>[]) =>
    results.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message));

  it('an error of one is no error of the others', async () => {
    const failed = vi.fn();
    const read = batchReads(divide, { ...limits, largest: 64, failed });
    const results = await Promise.allSettled(divisors.map(read));
    expect(outcome(results)).toEqual([60, 30, 'division by zero', 20, 15, 12, 'division by zero', 10]);
    expect(failed).toHaveBeenCalledOnce();
  });

  it('an error of one is that of all where nothing is done alone (broken control)', async () => {
    const withoutOne = { ...divide, one: async (by: number) => (await divide.batch([0, by]))[1] as number };
    const read = batchReads(withoutOne, { ...limits, largest: 64 });
    const results = await Promise.allSettled(divisors.map(read));
    expect(outcome(results)).toEqual(divisors.map(() => 'division by zero'));
  });

  it('what many write and read at once is seen by each of them', async () => {
    await test.owner.query({ text: 'create table counter (id int primary key, n int not null)' });
    await test.owner.query({ text: 'insert into counter select generate_series(0, 19), 0' });
    await test.owner.query({ text: 'grant select, update on counter to lode_app' });
    let statements = 0;
    const read = batchReads<number, number>(
      {
        async one(id) {
          const { rows } = await test.database.query<{ n: number }>({
            text: 'select n from counter where id = $1',
            values: [id],
          });
          return rows[0]?.n as number;
        },
        async batch(ids) {
          statements++;
          const text = `select n from unnest($1::int[]) with ordinality asked (id, place) join counter using (id) order by place`;
          return (await test.database.query<{ n: number }>({ text, values: [ids] })).rows.map(({ n }) => n);
        },
      },
      limits,
    );
    const writeAndRead = async (id: number) => {
      for (let n = 1; n <= 25; n++) {
        await test.database.query({ text: 'update counter set n = $2 where id = $1', values: [id, n] });
        expect(await Promise.all([read(id), read((id + 1) % 20), read(id)])).toMatchObject({ 0: n, 2: n });
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, id) => writeAndRead(id)));
    expect(statements).toBeGreaterThan(0);
  });
});
