/**
 * Proves that a pool's statement of a mining day fits what is expected for it: corrections count with the day that they correct, and those of
 * paid days with the next one, alike in `pool:list` and in `pool:payment`.
 */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { opsCommand } from '../../testing/approve-proposal.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';
import { addNetworkDay, addPrice, giveMoney, realDay } from './testing/mining-fixture.ts';

let app: TestApp;
let first: bigint;
let second: bigint;
const two = '--by finance --approved-by approver';
const days = ['2020-03-01', '2020-03-02', '2020-03-03'];

async function ops(name: string, args = ''): Promise<string> {
  const { exit, printed, failed } = await runCommand(app, opsCommand(app, name), args);
  return [String(exit), ...printed, ...failed].join('\n');
}
const list = async () => (await ops('pool:list')).split('\n').slice(1);
const correct = (id: bigint, amount: string) =>
  ops('charge:adjust', `--id ${id} --kind output --date 2020-03-01 --amount ${amount} --reason counted ${two}`);

beforeAll(async () => {
  app = await startTestApp({ now: '2020-02-28T06:00:00Z' });
  await addStaff(app);
  const { id, account } = await app.createCustomer();
  const values = { account, site: 'S1', startTime: '2020-03-01T00:00:00Z' };
  first = await addMachine(app, { ...values, machineNo: 'M-1' });
  second = await addMachine(app, { ...values, machineNo: 'M-2' });
  await giveMoney(app.database, id, 'ELE_ACCOUNT', 100_000_000n, '2020-02-28T06:00:00Z');
  app.clock.set('2020-03-01T00:00:01Z');
  for (const tick of app.slices.machines.ticks) await tick(app.clock.now());
  for (const date of days) {
    await addNetworkDay(app.owner, { ...realDay, date });
    await addPrice(app.owner, date, 8_000_000_000n);
    app.clock.set(`${addDays(date, 1)}T06:00:00Z`);
    expect(await app.slices.dayClose.closeMining(date, app.clock.now())).toMatchObject({ outcome: 'closed' });
  }
});
afterAll(() => app.stop());

it('a correction that is posted later counts with the unpaid day that it corrects', async () => {
  expect(await correct(first, '-0.000001')).toMatch(/^0\n/);
  // Half of each day of the second machine: 39,223 sat twice, posted as two equal lines.
  const outage = `--machine ${second} --from 2020-03-01T12:00:00Z --to 2020-03-02T12:00:00Z --reason 停电 ${two}`;
  expect(await ops('outage:credit', outage)).toMatch(/^0\n/);
  // Two machines of 50 TH/s mine 78,446 sat each.
  expect(await list()).toEqual([
    'unpaid BTC 2020-03-01 expected 0.00117569 (outputs 0.00156892, corrections -0.00039323 of 2020-03-01), 3 days ago',
    'unpaid BTC 2020-03-02 expected 0.00117669 (outputs 0.00156892, corrections -0.00039223 of 2020-03-02), 2 days ago',
    'unpaid BTC 2020-03-03 expected 0.00156892, 1 days ago',
  ]);
});

it('the statement of one day is matched without a difference', async () => {
  const day = '--coin BTC --from 2020-03-01 --to 2020-03-01 --reason statement';
  expect(await ops('pool:payment', `${day} --amount 0.00156892 ${two}`)).toContain(
    'the pool paid 0.00039323 BTC more than the 0.00117569 BTC (outputs 0.00156892, corrections -0.00039323 of 2020-03-01) expected',
  );
  expect(await ops('pool:payment', `${day} --amount 0.00117569 ${two}`)).toMatch(/^0\n.*difference 0\.00000000 BTC$/);
});

it('a correction of a paid day counts with the next unpaid one, and waits where there is none', async () => {
  await correct(second, '0.0000005');
  expect((await list())[0]).toBe(
    'unpaid BTC 2020-03-02 expected 0.00117719 (outputs 0.00156892, corrections -0.00039173 of 2020-03-01, 2020-03-02), 2 days ago',
  );
  const period = '--coin BTC --from 2020-03-02 --to 2020-03-03 --amount 0.00274611 --reason statement';
  expect(await ops('pool:payment', `${period} ${two}`)).toMatch(/^0\n/);
  await correct(second, '0.00000001');
  expect(await list()).toEqual([
    'unpaid BTC with the next closed day expected 0.00000001 (outputs 0.00000000, corrections 0.00000001 of 2020-03-01)',
    'paid BTC 2020-03-02 to 2020-03-03 expected 0.00274611 (outputs 0.00313784, corrections -0.00039173) paid 0.00274611 difference 0.00000000, by hand, payment 2',
    'paid BTC 2020-03-01 to 2020-03-01 expected 0.00117569 (outputs 0.00156892, corrections -0.00039323) paid 0.00117569 difference 0.00000000, by hand, payment 1',
  ]);
});

it('an undone payment frees its days with their corrections', async () => {
  expect(await ops('pool:undo', `--id 2 --reason wrong ${two}`)).toMatch(/^0\n/);
  expect((await list()).slice(0, 2)).toEqual([
    'unpaid BTC 2020-03-02 expected 0.00117720 (outputs 0.00156892, corrections -0.00039172 of 2020-03-01, 2020-03-02), 2 days ago',
    'unpaid BTC 2020-03-03 expected 0.00156892, 1 days ago',
  ]);
  const { electricity, dayClose, suspense } = app.slices;
  await assertBooksBalance(app.database, [...electricity.bookChecks, ...dayClose.bookChecks, ...suspense.bookChecks]);
});
