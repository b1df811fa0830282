/**
 * Proves that who has sold a hosted machine leaves only after the hosting of the last days is charged and paid, and that no change of terms
 * gives a machine back to a customer who has left: the golden case of `docs/golden/leaving.md`.
 */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { opsCommand } from '../../testing/approve-proposal.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';
import { addNetworkDay, addPrice, giveMoney, realDay } from './testing/mining-fixture.ts';

let app: TestApp;
let former: TestCustomer;
let seller: TestCustomer;
let buyer: TestCustomer;
const ids = new Map<string, bigint>();
const two = '--approved-by approver --reason asked';

const ops = async (name: string, args: string) => {
  const { exit, printed, failed } = await runCommand(app, opsCommand(app, name), args);
  return { exit, text: [...printed, ...failed].join('\n') };
};
const setTerms = (machineNo: string, args: string) =>
  ops('terms:set', `--id ${ids.get(machineNo)} ${args} --by operations ${two}`);
const leave = ({ id } = former) => ops('customer:leave', `--id ${id} --by finance ${two}`);
const close = async (date: string, now: string) => {
  app.clock.set(now);
  for (const tick of app.slices.machines.ticks) await tick(app.clock.now());
  expect(await app.slices.dayClose.closeMining(date, app.clock.now())).toMatchObject({ outcome: 'closed' });
};
const pay = ({ id }: TestCustomer, amount: bigint) =>
  app.database.transaction(async (dbTx) => {
    await giveMoney(dbTx, id, 'ELE_ACCOUNT', amount, '2020-03-01T07:00:00Z');
    await app.slices.electricity.payOwed(dbTx, [id], app.clock.now());
  });
const assertBooks = () => {
  const { leaving, electricity, dayClose, machines } = app.slices;
  const checks = [...electricity.bookChecks, ...electricity.replays, ...machines.bookChecks, ...dayClose.bookChecks];
  return assertBooksBalance(app.database, [...checks, ...leaving.replays]);
};

beforeAll(async () => {
  app = await startTestApp({ now: '2020-02-20T00:00:01Z' });
  await addStaff(app);
  [former, seller, buyer] = [await app.createCustomer(), await app.createCustomer(), await app.createCustomer()];
  const hosted = { purchaseKind: 'THIRD', hostingFeeMonthly: '29', account: former.account, site: 'S1' };
  const machines = {
    'H-1': { ...hosted, startTime: '2020-02-01T00:00:00Z' },
    'H-2': { account: seller.account, site: 'S1', startTime: '2020-02-29T23:59:59Z' },
    'H-3': { account: seller.account, site: 'S1', startTime: '2020-02-01T00:00:00Z', endTime: '2020-02-28T00:00:00Z' },
  };
  for (const [machineNo, values] of Object.entries(machines))
    ids.set(machineNo, await addMachine(app, { machineNo, ...values }));
  for (const date of ['2020-02-28', '2020-02-29', '2020-03-01']) {
    await addNetworkDay(app.owner, { ...realDay, date });
    await addPrice(app.owner, date, 8_000_000_000n);
  }
  await giveMoney(app.database, buyer.id, 'ELE_ACCOUNT', 50_000_000n, '2020-02-20T06:00:00Z');
  expect(await setTerms('H-1', `--from 2020-02-26 --owner ${buyer.account}`)).toMatchObject({ exit: 0 });
  expect(await setTerms('H-2', `--from 2020-03-01 --owner ${buyer.account}`)).toMatchObject({ exit: 0 });
  await close('2020-02-28', '2020-02-29T06:00:00Z');
});
afterAll(() => app.stop());

it('keeps a former owner until the hosting of the days before the sale is charged with the month and paid', async () => {
  const waits = '25.000000 USDT of hosting of machine H-1: it is charged with the close of 2020-02-29, and paid first';
  expect((await ops('customer:standing', `--id ${former.id}`)).text).toContain(waits);
  expect(await leave()).toMatchObject({ exit: 1, text: expect.stringContaining(waits) });
  const inDatabase = app.database.query({
    text: `insert into customer_departure (customer_id, contact, left_at, staff_id, approved_by)
      select id, account, now(), (select id from staff where name = 'finance'), (select id from staff where name = 'approver')
      from customer where id = $1`,
    values: [former.id],
  });
  await expect(inDatabase).rejects.toThrow('HOSTING H-1 2020-02-29');

  await close('2020-02-29', '2020-03-01T06:00:00Z');
  expect((await leave()).text).toContain('25.000000 USDT owed for machine H-1');
  await pay(former, 25_000_000n);
  expect(await leave()).toMatchObject({ exit: 0 });
  await assertBooks();
});

it('is given no machine again: neither by a sale that is taken back nor by a renewal', async () => {
  const refused = { exit: 1, text: expect.stringContaining(`customer ${seller.id} has left`) };
  await pay(seller, 24n);
  expect(await leave(seller)).toMatchObject({ exit: 0 });
  expect(await setTerms('H-2', '--from 2020-03-01 --cancel')).toMatchObject(refused);
  await close('2020-03-01', '2020-03-02T06:00:00Z');
  expect(await setTerms('H-3', '--from 2020-03-02 --end none')).toMatchObject(refused);
  expect(await setTerms('H-3', '--from 2020-03-02 --site S1 --hashrate 40')).toMatchObject(refused);
  expect(await setTerms('H-3', `--from 2020-03-02 --owner ${buyer.account} --end none`)).toMatchObject({ exit: 0 });
  // The contract is over: nothing is earned or charged by the version that lasts longer again.
  expect(await setTerms('H-3', '--from 2020-03-02 --cancel')).toMatchObject({ exit: 0 });
  await assertBooks();
});

it.each(['electricity_charge', 'hosting_charge'])('is charged nothing: no %s', async (table) => {
  const sql = {
    electricity_charge: `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, owed)
      values ($1, '2020-03-02', $2, 'H-1', 'BTC', 1, 1975, 0.05, 1, 1)`,
    hosting_charge: `insert into hosting_charge (machine_id, month, customer_id, days, amount, owed, charged_at, date, first_day, last_day, monthly_fee)
      values ($1, '2020-03-01', $2, 1, 1, 1, now(), '2020-03-31', '2020-03-01', '2020-03-01', 31)`,
  }[table];
  const insert = app.owner.query({ text: sql as string, values: [ids.get('H-1'), former.id] });
  await expect(insert).rejects.toThrow(`customer ${former.id} has left and is charged nothing`);
});
