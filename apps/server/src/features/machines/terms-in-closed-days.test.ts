/**
 * Proves that no version of a machine's terms or of a tariff is written into a day whose close has begun, by no role of the
 * database, and that no machine earns or is charged before its first version.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';

let app: TestApp;
let machineId: bigint;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-12T12:00:00Z' });
  const { account } = await app.createCustomer();
  machineId = await addMachine(app, { machineNo: 'T-1', account, startTime: '2026-03-09T00:00:00Z' });
  await recordDay(app.owner, '2026-03-11');
});
afterAll(() => app.stop());

const version = (from: string, to = 'infinity') => ({
  text: `insert into machine_terms (machine_id, effective_from, effective_to, customer_id, site_id, tariff_name, hashrate, power_watts,
           pool_fee_rate, recorded_at)
         select machine_id, $2, $3, customer_id, site_id, tariff_name, hashrate + 1, power_watts, pool_fee_rate, now()
         from machine_terms where machine_id = $1 limit 1`,
  values: [machineId, from, to],
});

it('gives every machine the terms that it is brought in with, from the day of its start', async () => {
  const { rows } = await app.owner.query({
    text: `select effective_from::text as from, effective_to::text as to from machine_terms where machine_id = $1`,
    values: [machineId],
  });
  expect(rows).toEqual([{ from: '2026-03-09', to: 'infinity' }]);
});

it('refuses a version in a closed day, of terms and of tariffs, also to the owner', async () => {
  await expect(app.owner.query(version('2026-03-08', '2026-03-09'))).rejects.toThrow('close has begun');
  await expect(app.owner.query(version('2026-03-11'))).rejects.toThrow(/close has begun|same mining day/);
  await expect(app.owner.query(version('2026-03-12'))).rejects.toThrow('same mining day');
  await expect(app.database.query(version('2026-03-20'))).rejects.toThrow('permission denied');
  const tariff = (from: string) => ({
    text: `insert into tariff (site_id, effective_from, price) select site_id, $2, 0.09 from machine where id = $1`,
    values: [machineId, from],
  });
  await expect(app.database.query(tariff('2026-03-11'))).rejects.toThrow('close has begun');
  await app.database.query(tariff('2026-03-12'));
});

it('refuses to change or delete what stood on a closed day', async () => {
  const run = (text: string) => app.owner.query({ text, values: [machineId] });
  await expect(
    run(`update machine_terms set hashrate = 1 where machine_id = $1 and effective_from = '2026-03-09'`),
  ).rejects.toThrow('close of 2026-03-09 has begun');
  await expect(
    run(`delete from machine_terms where machine_id = $1 and effective_from = '2026-03-09'`),
  ).rejects.toThrow('begun');
  await expect(
    run(`update machine_terms set effective_to = '2026-03-11' where machine_id = $1 and effective_from = '2026-03-09'`),
  ).rejects.toThrow('begun');
  await run(
    `update machine_terms set effective_to = '2026-03-12' where machine_id = $1 and effective_from = '2026-03-09'`,
  );
  await expect(
    run(
      `update tariff set price = 1 where effective_from < '2026-03-12' and site_id = (select site_id from machine where id = $1)`,
    ),
  ).rejects.toThrow('begun');
  await app.owner.query(version('2026-03-12'));
  await run(`delete from machine_terms where machine_id = $1 and effective_from = '2026-03-12'`);
});
