// A month of the ledger is sealed, kept elsewhere and brought back by the owner of the tables, in the name of an ADMIN; the books are
// checked without it, and the balances of the house hold.
import { assertBooksBalance, houseAccount, openMonth, readKeptMonths } from '@lode/ledger';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readAccountSums } from './features/wallet/statement/statement.store.ts';
import { moveMonth, readMonthStep } from './kept-months.ts';
import { runMigrate } from './migrate-command.ts';
import { lockedHouseBalance } from './platform/house-account/house-balance.ts';
import { startTestApp, type TestApp, type TestCustomer } from './testing/app.ts';
import { addStaff } from './testing/commands.ts';

let app: TestApp;
let owner: TestCustomer;
const cash = houseAccount('CASH', 'USDT');

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T02:00:00.000Z' });
  await addStaff(app);
  owner = await app.createCustomer();
  // Cash that nothing of the product explains: a check of its rows would name it.
  await post('march', 100);
  await openMonth(app.owner, '2026-04-02');
  await post('april', 20, '2026-04-02');
});
afterAll(() => app.stop());

const post = (key: string, units: number, day = '2026-03-10') =>
  app.owner.query({
    text: `select ledger.post_transfer($1, sha256('x'), 'by-hand', null, $4::date, $4::date, $2, ledger.account_id($5, 'ELE_ACCOUNT', 'USDT'),
      'ELE_RECHARGE', $3, $4::date, null)`,
    values: [key, cash, units, day, owner.id],
  });
const take = (line: string) => {
  const step = readMonthStep(line.split(' '));
  if (!step) throw new Error('no step');
  return moveMonth(app.owner, step, app.clock.now());
};
const houseBalance = () => app.database.transaction((dbTx) => lockedHouseBalance(dbTx, cash));
const audited = async () =>
  (
    await app.owner.query({
      text: `select concat_ws(' ', action, subject) as line from audit_log where action like 'ledger:%' order by id`,
    })
  ).rows.map(({ line }) => line);
const checkNow = () => app.slices.books.checkNow([async () => [unexplained]], app.clock.now());
const unexplained = { check: 'cash is explained', subject: 'march', expected: '0', found: '100', coin: null };

it('reads a step, or says that it is none', () => {
  expect(readMonthStep(['--seal-month', '2026-10', '--by', 'admin'])).toEqual({
    step: 'seal',
    of: 'ledger',
    month: '2026-10-01',
    by: 'admin',
  });
  expect(readMonthStep(['--attach-days', '2026-10', '--by', 'admin'])).toEqual({
    step: 'attach',
    of: 'days',
    month: '2026-10-01',
    by: 'admin',
  });
  expect(readMonthStep(['--detach-month', 'first', '--by', 'admin'])).toMatchObject({ month: '-infinity' });
  for (const args of [
    ['--seal-month', '2026-13', '--by', 'admin'],
    ['--seal-month', '2026-10-01', '--by', 'admin'],
    ['--seal-month', '2026-10'],
    ['--seal-month', '2026-10', '--by', ''],
    ['--drop-month', '2026-10', '--by', 'admin'],
    ['--seal-days', 'first', '--by', 'admin'],
    ['--seal-day', '2026-10', '--by', 'admin'],
    ['--seal-month', '2026-10', '--by', 'admin', '--now'],
  ])
    expect(readMonthStep(args), args.join(' ')).toBeNull();
});

it('seals only for an ADMIN, and books that were found to balance', async () => {
  await expect(take('--seal-month first --by finance')).rejects.toThrow('finance is no active ADMIN');
  await expect(take('--seal-month first --by admin')).rejects.toThrow('no check of the books has ended yet');
  await checkNow();
  await expect(take('--seal-month first --by admin')).rejects.toThrow(
    'the books of BTC are not known to balance: cash is explained',
  );
  expect(await audited()).toEqual([]);
  await app.slices.books.checkNow([], app.clock.now());
  expect(await take('--seal-month first --by admin')).toMatch(/^-infinity is sealed: [0-9a-f]{64}\n$/);
  await expect(take('--seal-month 2026-04 --by admin')).rejects.toThrow('2026-04-01 is not over');
});

const statement = (from: string, to: string) =>
  readAccountSums(app.database, { customerId: owner.id, from, to }).then(
    ([sum]) => sum && { ...sum, account: undefined },
  );

it('keeps it elsewhere: the ledger’s laws are checked, rows of the product are not, and the house has what it had', async () => {
  expect(await houseBalance()).toBe(-120n);
  await take('--detach-month first --by admin');
  expect(await readKeptMonths(app.database)).toEqual(['-infinity']);
  expect(await houseBalance()).toBe(-120n);
  expect(await checkNow()).toEqual([]);
  await assertBooksBalance(app.database);
  // The customer reads so, of that month alone.
  const bill = await app.data('billMonth', { month: '2026-03' }, owner.caller);
  expect(bill).toMatchObject({ isArchived: true, sums: [] });
  expect(await app.data('billMonth', { month: '2026-04' }, owner.caller)).toMatchObject({ isArchived: false });
  const electricity = async ({ caller }: TestCustomer) =>
    (await app.data('electricityReminder', {}, caller)).elsewhereTo;
  const other = await app.createCustomer();
  expect([await electricity(owner), await electricity(other)]).toEqual(['2026-03-10', null]);
  expect(await app.data('billMonth', { month: '2026-03' }, other.caller)).toMatchObject({ isArchived: false });
  // A statement after it or before it adds up, one that meets it does not, and is refused.
  const none = { given: 0n, taken: 0n, lines: 0, posted: 120n };
  expect(await statement('2026-04-01', '2026-04-30')).toEqual({
    ...none,
    opening: 100n,
    given: 20n,
    lines: 1,
    later: 0n,
  });
  expect(await statement('2026-02-01', '2026-02-28')).toEqual({ ...none, opening: 0n, later: 120n });
  expect(await statement('2026-03-01', '2026-04-30')).toEqual({
    ...none,
    opening: 0n,
    given: 20n,
    lines: 1,
    later: 0n,
  });
});

it('brings it back, by the command of the owner', async () => {
  const url = new URL(inject('postgres').ownerUrl);
  url.pathname = new URL(app.databaseUrl).pathname;
  let text = '';
  const code = await runMigrate(['--attach-month', 'first', '--by', 'admin'], {
    env: { DATABASE_OWNER_URL: url.href, DEMO: '1' },
    print: (part) => void (text += part),
    fail: (line) => void (text += `${line}\n`),
  });
  expect({ code, text }).toMatchObject({
    code: 0,
    text: expect.stringContaining('-infinity is back, as it was sealed'),
  });
  expect(await houseBalance()).toBe(-120n);
  expect(await checkNow()).toEqual([unexplained]);
  expect(await audited()).toEqual([
    'ledger:seal-month month -infinity',
    'ledger:detach-month month -infinity',
    'ledger:attach-month month -infinity',
  ]);
});
