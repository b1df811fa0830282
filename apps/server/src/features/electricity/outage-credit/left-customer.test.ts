// A customer who has left is settled for good: corrections of former days leave the closed accounts alone, and stop nothing for others.
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../../testing/app.ts';
import { opsCommand } from '../../../testing/approve-proposal.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { addMachine } from '../../../testing/machines.ts';

let app: TestApp;
let leaver: TestCustomer;
let stayer: TestCustomer;
let machineId: bigint;
const two = '--by finance --approved-by approver';
const ops = (name: string, args: string) => runCommand(app, opsCommand(app, name), args);

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T06:00:00Z' });
  await addStaff(app);
  [leaver, stayer] = [await app.createCustomer(), await app.createCustomer()];
  const values = { site: 'S1', startTime: '2026-03-09T00:00:00Z', endTime: '2026-03-10T00:00:00Z' };
  machineId = await addMachine(app, { ...values, machineNo: 'L-1', account: leaver.account });
  await addMachine(app, { ...values, machineNo: 'L-2', account: stayer.account });
  await app.owner.query({
    text: `insert into network_day (coin, date, blocks, subsidy_sum, fee_sum, epochs, source, created_at)
           values ('BTC', '2026-03-09', 177, 221250000000, 1447682229, '[{"difficulty": "15486913440292.82", "seconds": 86400}]', 'import', '2026-03-10')`,
  });
  await app.owner.query({
    text: `insert into reference_price values ('BTC', '2026-03-09', 46000000000, 'import', now())`,
  });
  expect(await app.slices.dayClose.closeMining('2026-03-09', app.clock.now())).toMatchObject({ outcome: 'closed' });
  const { exit, failed } = await ops(
    'customer:leave',
    `--account ${leaver.account} --receipt paid --reason asked ${two}`,
  );
  expect([exit, failed]).toEqual([0, []]);
});
afterAll(() => app.stop());

const balanced = () => {
  const { electricity, leaving } = app.slices;
  return assertBooksBalance(app.database, [...electricity.bookChecks, ...electricity.replays, ...leaving.replays]);
};

it('is left alone by an outage credit of the site, which is carried out for the others', async () => {
  const window = '--site S1 --from 2026-03-09 --to 2026-03-09T12:00:00Z --reason 停电';
  const proposed = await ops('outage:credit', `${window} --by finance`);
  expect(proposed.printed[0]).toContain('1 customers have left and are left out');
  expect(await ops('outage:credit', `${window} ${two}`)).toMatchObject({ exit: 0 });
  const { rows } = await app.database.query({
    text: `select customer_id as customer, adjusted from charge_adjustment order by id`,
  });
  expect(rows).toEqual([
    { customer: stayer.id, adjusted: 'electricity' },
    { customer: stayer.id, adjusted: 'output' },
  ]);
  await balanced();
});

it('gives a charge that coins paid back as far as they paid it, and books:check agrees', async () => {
  const rest = '--site S1 --from 2026-03-09T12:00:00Z --to 2026-03-09 --reason 停电';
  expect(await ops('outage:credit', `${rest} ${two}`)).toMatchObject({ exit: 0 });
  const { rows } = await app.database.query({
    text: `select paid_btc::bigint as paid,
             (select sum(moved)::bigint from charge_adjustment where customer_id = $1 and adjusted = 'electricity') as back
           from electricity_charge where customer_id = $1`,
    values: [stayer.id],
  });
  expect(rows).toEqual([{ paid: 4636n, back: 4636n }]);
  await balanced();
});

it.each([
  ['output', '0.00000100'],
  ['output', '-0.00000100'],
  ['electricity', '0.5'],
  ['electricity', '-0.5'],
])('is refused a correction of %s by %s', async (kind, amount) => {
  const args = `--id ${machineId} --date 2026-03-09 --kind ${kind} --amount=${amount} --reason r ${two}`;
  expect(await ops('charge:adjust', args)).toMatchObject({ exit: 1, failed: [expect.stringContaining('has left')] });
  await balanced();
});
