// Electricity that was given back for a closed day is in each figure that shows that day's fee.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';

let app: TestApp;
let customer: TestCustomer;
let machineId: bigint;
const day = '2026-03-08';

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z' });
  await addStaff(app);
  customer = await app.createCustomer();
  machineId = await addMachine(app, {
    machineNo: 'A-1',
    account: customer.account,
    startTime: `${day}T00:00:00Z`,
  });
  await recordDay(app.owner, day);
  await app.owner.query({
    text: `insert into reference_price values ('BTC', $1, 50000000000, 'import', now())`,
    values: [day],
  });
  await app.owner.query({
    text: `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price,
             amount, owed) values ($1, $2, $3, 'A-1', 'BTC', 86400, 3500, 0.078, 5000000, 5000000)`,
    values: [machineId, day, customer.id],
  });
});
afterAll(() => app.stop());

/** Of the list, the machine, its last day and home: one figure when all agree. */
async function fees(): Promise<Set<string | undefined>> {
  const { caller } = customer;
  const { records } = await app.data('machinePage', {}, caller);
  const detail = await app.data('machineDetail', { id: String(machineId) }, caller);
  const { mining } = await app.data('indexInfo', {}, caller);
  return new Set([records[0]?.yesterdayFee, detail.yesterdayFee, detail.last30.at(-1)?.fee, mining.yesterdayFee]);
}

it('by a correction of USDT, and in a coin at the price of the day', async () => {
  expect(await fees()).toEqual(new Set(['5.000000']));
  const correction = `--id ${machineId} --date ${day} --kind electricity --amount 1 --reason meter`;
  const { exit } = await runCommand(
    app,
    app.slices.electricity.opsCommands['charge:adjust'],
    `${correction} --by finance --approved-by approver`,
  );
  expect(exit).toBe(0);
  expect(await fees()).toEqual(new Set(['4.000000']));
  await app.owner.query({
    text: `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin,
             adjusted_amount, moved, owed, reason, adjusted_at)
           values ('coin', $1, $2, 'A-1', $3, '2026-03-10', 'electricity', 'BTC', 'BTC', 1000, 1000, 0, 'r', now())`,
    values: [machineId, customer.id, day],
  });
  expect(await fees()).toEqual(new Set(['3.500000']));
});
