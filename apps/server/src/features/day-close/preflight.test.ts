/**
 * Proves that the pre-flight check names what stops the close of a mining date, hindrance by hindrance, that a green one closes, that it
 * changes nothing, and that the schedule raises an alert of it hours before and resolves it when it is put right.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { runCommand } from '../../testing/commands.ts';
import {
  addCustomer,
  addNetworkDay,
  addPrice,
  addWorldMachine,
  choosePayMode,
  realDay,
} from './testing/mining-fixture.ts';

let app: TestApp;
const date = '2020-03-01';
/** Four hours before the close is due. */
const early = '2020-03-02T02:00:00Z';

beforeAll(async () => {
  app = await startTestApp({ now: early, max: 8 });
  await addNetworkDay(app.owner, { ...realDay, date: '2020-02-29' });
  app.clock.set('2020-03-01T06:00:00Z');
  expect(await app.slices.dayClose.closeMining('2020-02-29', app.clock.now())).toMatchObject({ outcome: 'closed' });
  const customerId = await addCustomer(app.owner, 1);
  await choosePayMode(app.owner, customerId, 'OUTPUT_FIRST');
  await addWorldMachine(app.owner, { machineNo: 'P-1', customerId, startTime: '2020-03-01T00:00:00Z' });
  // A second tariff of the site, without a price on the date.
  await addWorldMachine(app.owner, { machineNo: 'P-2', customerId, startTime: '2020-03-01T00:00:00Z' });
  await app.owner.query({
    text: `update machine_terms set tariff_name = 'night' where machine_id = (select id from machine where machine_no = 'P-2')`,
  });
  app.clock.set(early);
});
afterAll(() => app.stop());

const check = (args: string) => runCommand(app, app.slices.dayClose.commands['day-close:preflight'], args);
const tick = (at: string) => app.slices.dayClose.preflightTick(app.slices.alerts)(new Date(at));
const alerts = async () => {
  const { rows } = await app.database.query<{ message: string }>({
    text: `select message from alert where kind = 'close-is-hindered' and resolved_at is null`,
  });
  return rows.map(({ message }) => message);
};
const countRows = async () => {
  const { rows } = await app.database.query({
    text: `select (select count(*) from ledger.transfer) + (select count(*) from machine_output) + (select count(*) from electricity_charge)
             + (select count(*) from machine_status_period) + (select count(*) from day_close_batch) as rows`,
  });
  return rows[0]?.rows;
};

const network = 'the network day of BTC 2020-03-01 is missing: import it first';
const tariff = 'machine P-2 has no electricity price on 2020-03-01';
const price = 'the price of BTC of 2020-03-01 is missing: import it first';

describe('a pre-flight check of a mining date', () => {
  it('raises an alert some hours before, not earlier', async () => {
    await tick('2020-03-02T01:59:59Z');
    expect(await alerts()).toEqual([]);
    await tick(early);
    expect(await alerts()).toEqual([`mining 2020-03-01: would stop it: ${network}; would stop it: ${tariff}`]);
  });

  it.each([
    [[network, tariff], network, async () => addNetworkDay(app.owner, realDay)],
    [
      [tariff],
      tariff,
      async () =>
        app.owner.query({
          text: `insert into tariff (site_id, name, effective_from, price)
                 select site_id, 'night', '2020-03-01', 0.03 from machine where machine_no = 'P-2'`,
        }),
    ],
    [[price], price, async () => addPrice(app.owner, date, 8_000_000_000n)],
  ])('names %s, which stops the close', async (found, stopping, putRight) => {
    const before = await countRows();
    expect(await check('--kind mining')).toEqual({
      exit: 1,
      printed: [],
      failed: found.map((reason) => `mining ${date} would stop it: ${reason}`),
    });
    expect(await countRows()).toEqual(before);
    app.clock.set('2020-03-02T06:00:00Z');
    expect(await app.slices.dayClose.closeMining(date, app.clock.now())).toEqual({
      outcome: 'refused',
      reasons: [stopping],
    });
    await app.owner.query({ text: `delete from day_close_batch where date = $1`, values: [date] });
    await app.owner.query({ text: `delete from day_close where date = $1`, values: [date] });
    app.clock.set(early);
    await putRight();
  });

  it('names a date that has to be closed before', async () => {
    const reason = 'days close in order: 2020-03-01 comes next';
    expect((await check('--kind mining --date 2020-03-02')).failed[0]).toBe(
      `mining 2020-03-02 would stop it: ${reason}`,
    );
    app.clock.set('2020-03-03T06:00:00Z');
    expect(await app.slices.dayClose.closeMining('2020-03-02', app.clock.now())).toEqual({
      outcome: 'refused',
      reasons: [reason],
    });
    app.clock.set(early);
  });

  it('is green when nothing is missing, the alert is resolved, and the date closes', async () => {
    expect(await check('--kind mining')).toEqual({
      exit: 0,
      printed: [`mining ${date}: nothing stands in the way of its close`],
      failed: [],
    });
    await tick('2020-03-02T02:14:00Z');
    expect(await alerts()).toHaveLength(1);
    await tick('2020-03-02T02:15:00Z');
    expect(await alerts()).toEqual([]);
    app.clock.set('2020-03-02T06:00:00Z');
    expect(await app.slices.dayClose.closeMining(date, app.clock.now())).toMatchObject({ outcome: 'closed' });
    expect(await check(`--kind mining --date ${date}`)).toMatchObject({
      exit: 0,
      printed: [`mining ${date} is closed already`],
    });
  });

  it('names machines that no pool report has: the date closes without them', async () => {
    const day = { ...realDay, date: '2020-03-02' };
    await addNetworkDay(app.owner, day);
    await addPrice(app.owner, day.date, 8_000_000_000n);
    const customerId = await addCustomer(app.owner, 2);
    await addWorldMachine(app.owner, { machineNo: 'P-3', customerId, coin: 'ETH' });
    app.clock.set('2020-03-03T05:00:00Z');
    const { exit, failed } = await check('--kind mining');
    expect([exit, failed]).toEqual([
      1,
      [
        expect.stringContaining(
          'mining 2020-03-02 would be left out: the pool report lacks machines of other coins than BTC that run: 1 (P-3)',
        ),
      ],
    ]);
    await tick('2020-03-03T05:00:00Z');
    expect(await alerts()).toHaveLength(1);
    app.clock.set('2020-03-03T06:00:00Z');
    expect(await app.slices.dayClose.closeMining(day.date, app.clock.now())).toMatchObject({
      outcome: 'closed',
      lines: expect.arrayContaining([expect.stringContaining('no report    machines of other coins than BTC')]),
    });
    await tick('2020-03-03T06:00:05Z');
    expect(await alerts()).toEqual([]);
  });

  it('names an imported day that has one epoch while the difficulty changed', async () => {
    await addNetworkDay(app.owner, { ...realDay, date: '2020-03-03', epochs: [{ difficulty: '1', seconds: 86_400 }] });
    app.clock.set('2020-03-04T05:00:00Z');
    expect((await check('--kind mining')).failed).toContainEqual(
      expect.stringContaining('the difficulty changed from'),
    );
  });
});
