/**
 * Proves that coins without an own node are paid as the pool reported them, also beside a machine's own coin, and that
 * machines which stand in no report are named.
 */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  addCustomer,
  addNetworkDay,
  addPrice,
  addWorldMachine,
  balanceOf,
  chargesOf,
  realDay,
} from './testing/mining-fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await addNetworkDay(app.owner, realDay);
  await addPrice(app.owner, realDay.date, 8_541_770_000n);
  await addPrice(app.owner, realDay.date, 218_970_000n, 'ETH');
});
afterAll(() => app.stop());

async function report(machineId: bigint, coin: string, gross: bigint, poolFee: bigint): Promise<void> {
  await app.owner.query({
    text: 'insert into pool_report (machine_id, date, coin, gross, pool_fee, created_at) values ($1, $2, $3, $4, $5, $2::date)',
    values: [machineId, realDay.date, coin, gross, poolFee],
  });
}

it('pays the report, pays electricity from the mined coin, and a reported machine that did not run too', async () => {
  const customerId = await addCustomer(app.owner, 1);
  const eth = await addWorldMachine(app.owner, {
    machineNo: 'E-1',
    customerId,
    coin: 'ETH',
    powerWatts: 1000,
    price: '0.05',
  });
  const btc = await addWorldMachine(app.owner, { machineNo: 'B-1', customerId, powerWatts: 1000, price: '0.05' });
  const idle = await addWorldMachine(app.owner, {
    machineNo: 'D-1',
    customerId,
    coin: 'DOGE',
    runs: [['2020-02-01T00:00:00Z', '2020-02-02T00:00:00Z']],
  });
  const silent = await addWorldMachine(app.owner, {
    machineNo: 'E-2',
    customerId,
    coin: 'ETH',
    powerWatts: 1000,
    price: '0.05',
  });
  await report(eth, 'ETH', 5_000_000n, 200_000n);
  await report(btc, 'DOGE', 123_456_789n, 3_456_789n);
  await report(idle, 'DOGE', 1_000n, 0n);

  const result = await app.slices.dayClose.closeMining(realDay.date, new Date('2020-03-02T06:00:00Z'));
  expect(result).toMatchObject({ outcome: 'closed' });
  const warning = expect.stringMatching(/^no report .* stand in no pool report: 1 \(E-2\);/);
  expect(result).toMatchObject({
    lines: expect.arrayContaining([
      expect.stringContaining('outputs DOGE: expected 1.20001000, posted 1.20001000'),
      warning,
    ]),
  });
  const again = await app.slices.dayClose.closeMining(realDay.date, new Date('2020-03-02T06:00:00Z'));
  expect(again).toEqual({ outcome: 'already-closed', warnings: [warning] });

  // 24 kWh at 0.05 is 1.2 USDT for each machine that ran, in the machine's own coin.
  const ethFee = (1_200_000n * 100_000_000n) / 218_970_000n;
  expect(await balanceOf(app.database, customerId, 'ETH')).toBe(4_800_000n - 2n * ethFee);
  expect(await balanceOf(app.database, customerId, 'DOGE')).toBe(120_001_000n);
  expect((await chargesOf(app.database, customerId)).map(({ machine_no, owed }) => [machine_no, owed])).toEqual([
    ['B-1', 0n],
    ['E-1', 0n],
    ['E-2', 0n],
  ]);
  const { rows } = await app.database.query({
    text: 'select machine_id, coin, running_seconds, epoch_seconds, net from machine_output where coin <> $1 order by machine_id',
    values: ['BTC'],
  });
  expect(rows).toEqual([
    { machine_id: eth, coin: 'ETH', running_seconds: 86_400, epoch_seconds: null, net: 4_800_000n },
    { machine_id: btc, coin: 'DOGE', running_seconds: 86_400, epoch_seconds: null, net: 120_000_000n },
    { machine_id: idle, coin: 'DOGE', running_seconds: 0, epoch_seconds: null, net: 1_000n },
  ]);
  expect(rows).not.toContainEqual(expect.objectContaining({ machine_id: silent }));
  await assertBooksBalance(app.database, [...app.slices.electricity.bookChecks, ...app.slices.dayClose.bookChecks]);
});
