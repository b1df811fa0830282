// When the books are checked, what an outcome stops and for how long, and which coin a difference is of.
import type { BookCheck, Difference } from '@lode/ledger';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { booksCheck } from '../../commands/books-check.ts';
import { limited, limitedByCoin } from '../../platform/books/limited.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as } from '../../testing/caller-role.ts';
import { runCommandWith } from '../../testing/commands.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ now: '2026-03-10T02:00:00.000Z' });
});
afterEach(() => app.stop());

const hour = 60;
const pass = (minutes: number) => app.clock.advance({ minutes });
const found = (coin: Difference['coin']): Difference => ({
  check: 'a check',
  subject: 'row 1',
  expected: '1',
  found: '2',
  coin,
});
const stops = async () => {
  const { books } = app.slices;
  const now = app.clock.now();
  return {
    BTC: await books.findDifference(app.database, 'BTC', now),
    USDT: await books.findDifference(app.database, 'USDT', now),
  };
};
const isStopped = async () => Object.values(await stops()).map((reason) => reason !== null);
const alerts = async () =>
  (
    await app.owner.query<{ line: string }>({
      text: `select concat_ws(' ', kind, subject || ':', message) as line from alert
             where kind like 'books%' and resolved_at is null order by 1`,
    })
  ).rows.map(({ line }) => line);
/** Whether the worker runs the checks now. */
async function runs(check: BookCheck = async () => []): Promise<boolean> {
  let hasRun = false;
  const counted: BookCheck = (db) => {
    hasRun = true;
    return check(db);
  };
  await app.slices.books.nightly([counted])(app.clock.now());
  return hasRun;
}
const fails = async () => {
  throw new Error('the disk is full');
};

it('checks a new installation at once, also before 06:30, and then every day after the closes', async () => {
  await app.watchBooks(app.clock.now());
  expect(await isStopped()).toEqual([true, true]);
  expect(await runs()).toBe(true);
  expect(await isStopped()).toEqual([false, false]);
  await app.watchBooks(app.clock.now());
  expect(await alerts()).toEqual([]);
  expect(await runs()).toBe(false);
  pass(4 * hour);
  await app.watchBooks(app.clock.now());
  expect(await alerts()).toEqual([]);
  expect(await runs()).toBe(false);
  pass(30);
  expect(await runs()).toBe(true);
  pass(24 * hour - 1);
  expect(await runs()).toBe(false);
  pass(1);
  expect(await runs()).toBe(true);
});

it('alerts when the first check has not ended five minutes after the start, and no earlier', async () => {
  const announced = async () => {
    await app.watchBooks(app.clock.now());
    return alerts();
  };
  expect(await announced()).toEqual([]);
  pass(4);
  expect(await announced()).toEqual([]);
  expect(await isStopped()).toEqual([true, true]);
  pass(1);
  expect(await announced()).toEqual(['books-unchecked payments: nothing is paid: no check of the books has ended yet']);
  await runs();
  expect(await alerts()).toEqual([]);
});

it('alerts at once when the first check failed', async () => {
  await app.watchBooks(app.clock.now());
  await expect(runs(fails)).rejects.toThrow('the disk is full');
  expect(await alerts()).toHaveLength(1);
  await app.watchBooks(app.clock.now());
  expect(await alerts()).toHaveLength(1);
});

it('stops all coins 26 hours after the last outcome, and checks at once after days of standing still', async () => {
  await app.watchBooks(app.clock.now());
  await runs();
  pass(26 * hour);
  expect(await isStopped()).toEqual([false, false]);
  pass(1);
  expect(await isStopped()).toEqual([true, true]);
  await app.watchBooks(app.clock.now());
  expect(await alerts()).toEqual([
    'books-unchecked payments: nothing is paid: the books were last checked at 2026-03-10T02:00:00.000Z',
  ]);
  pass(47 * hour - 2);
  expect(await runs()).toBe(true);
  expect(await isStopped()).toEqual([false, false]);
  expect(await alerts()).toEqual([]);
});

it('stops all coins after a run that failed, says why, and tries again every five minutes', async () => {
  await runs();
  pass(5 * hour);
  await expect(runs(fails)).rejects.toThrow('the disk is full');
  expect(await isStopped()).toEqual([true, true]);
  expect(await alerts()).toEqual([
    'books-unchecked payments: nothing is paid: the check of the books that began at 2026-03-10T07:00:00.000Z failed: the disk is full',
  ]);
  pass(4);
  expect(await runs(fails)).toBe(false);
  pass(1);
  await expect(runs(fails)).rejects.toThrow('the disk is full');
  pass(5);
  expect(await runs()).toBe(true);
  expect(await isStopped()).toEqual([false, false]);
  expect(await alerts()).toEqual([]);
});

it('keeps a difference through a run that failed, and looks again an hour after one that found it', async () => {
  await runs(async () => [found('BTC')]);
  expect(await isStopped()).toEqual([true, false]);
  expect(await alerts()).toEqual(['books-differ BTC: 1 difference, no BTC is paid: a check: row 1 should be 1, is 2']);
  pass(hour - 1);
  expect(await runs()).toBe(false);
  pass(1);
  await expect(runs(fails)).rejects.toThrow('the disk is full');
  expect(await isStopped()).toEqual([true, true]);
  expect(await alerts()).toHaveLength(2);
  pass(5);
  expect(await runs(async () => [found('BTC')])).toBe(true);
  expect(await isStopped()).toEqual([true, false]);
});

it('stops all coins, each with an alert, when the coin of a difference is not known', async () => {
  await runs(async () => [{ ...found(null), subject: '123451', check: 'a transfer has postings' }]);
  expect(await isStopped()).toEqual([true, true]);
  expect((await alerts()).map((line) => line.slice(0, 18))).toEqual([
    'books-differ BTC: ',
    'books-differ DOGE:',
    'books-differ ETH: ',
    'books-differ USDT:',
  ]);
});

it('stops all coins when a check lists no more, since what is left out may be of any', async () => {
  const rows = (count: number) =>
    `select 'a deposit' as "check", 'deposit ' || lpad(n::text, 3, '0') as subject, '1' as expected, '2' as found,
       case when n = 25 then 'USDT' else 'BTC' end as coin from generate_series(1, ${count}) n`;
  const of =
    (text: string): BookCheck =>
    async (db) =>
      (await db.query<Difference>({ text })).rows;
  const lines = await of(limitedByCoin(rows(25)))(app.database);
  expect(lines).toHaveLength(20);
  expect(lines.at(-1)).toMatchObject({ found: '2 (5 more of this check)', coin: null });
  expect(lines.at(-2)).toMatchObject({ coin: 'BTC' });
  await runs(of(limitedByCoin(rows(25))));
  expect(await isStopped()).toEqual([true, true]);

  pass(hour);
  await runs(of(limitedByCoin(rows(20))));
  expect(await isStopped()).toEqual([true, false]);
  pass(hour);
  await runs(of(limited(rows(1))));
  expect(await isStopped()).toEqual([true, true]);
});

it('is stopped and released by a run by hand, at any time of the day', async () => {
  await runs();
  let checks: BookCheck[] = [async () => [found('USDT')]];
  const command = booksCheck(
    (now) => app.slices.books.checkNow(checks, now),
    [],
    async () => ({ ledger: [], days: [] }),
  );
  expect((await runCommandWith(app, command, [])).exit).toBe(1);
  expect(await isStopped()).toEqual([false, true]);
  expect(await alerts()).toHaveLength(1);
  checks = [];
  expect((await runCommandWith(app, command, [])).exit).toBe(0);
  expect(await isStopped()).toEqual([false, false]);
  expect(await alerts()).toEqual([]);
});

it('holds what the run found that began last, not the one that ended last', async () => {
  const { books } = app.slices;
  await books.checkNow(
    [
      async () => {
        await books.checkNow([async () => [found('BTC')]], app.clock.now());
        return [];
      },
    ],
    app.clock.now(),
  );
  expect(await isStopped()).toEqual([true, false]);
  expect(await alerts()).toHaveLength(1);
});

it('is run by one of two workers', async () => {
  expect(
    await runs(async () => {
      expect(await runs()).toBe(false);
      return [];
    }),
  ).toBe(true);
});

it('is run although a process for customers holds the lock of two workers', async () => {
  const taken = as('public', () =>
    app.database.transaction(async (dbTx) => {
      await dbTx.query({ text: `select pg_advisory_xact_lock(hashtext('lode-books-check'), hashtext('run'))` });
      return as('worker', runs);
    }),
  );
  expect(await taken).toBe(true);
});
