/** Proves that a month's hosting is corrected like electricity: what is owed first, then own money back, what was too little charged. */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';

let app: TestApp;
let customer: TestCustomer;
let machineId: bigint;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z' });
  await addStaff(app);
  customer = await app.createCustomer();
  machineId = await addMachine(app, {
    machineNo: 'H-1',
    account: customer.account,
    startTime: '2026-03-09T00:00:00Z',
    purchaseKind: 'THIRD',
    hostingFeeMonthly: '28',
  });
  await app.owner.query({
    text: `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, monthly_fee, amount, owed, charged_at)
           values ($1, '2026-02-01', $2, '2026-02-28', '2026-02-01', '2026-02-28', 28, 28000000, 28000000, 28000000, '2026-03-01')`,
    values: [machineId, customer.id],
  });
});
afterAll(() => app.stop());

const two = '--reason r --by finance --approved-by approver';
const adjust = (args: string) =>
  runCommand(
    app,
    app.slices.electricity.opsCommands['charge:adjust'],
    `--id ${machineId} --kind hosting ${args} ${two}`,
  );
const recharge = (amount: number) =>
  runCommand(
    app,
    app.slices.wallet.commands['deposit:manual'],
    `--account ${customer.account} --coin USDT --amount ${amount} ${two}`,
  );

async function standing() {
  const { rows } = await app.database.query<{ owed: bigint; prepaid: bigint }>({
    text: `select (select sum(owed)::bigint from owed_fees where customer_id = $1) as owed,
             (select posted from ledger.customer_balance where customer = $1 and account = 'ELE_ACCOUNT') as prepaid`,
    values: [customer.id],
  });
  return rows[0];
}
const balanced = () => assertBooksBalance(app.database, app.slices.electricity.bookChecks);

it('takes what was too much off the debt, gives back the rest, and charges what was too little [entity:ledger-type.HOSTING_FEE]', async () => {
  await recharge(20);
  expect(await standing()).toEqual({ owed: 8_000_000n, prepaid: 0n });
  expect(await adjust('--month 2026-02 --amount 11')).toMatchObject({
    exit: 0,
    printed: [expect.stringContaining('8.000000 USDT less is owed')],
  });
  expect(await standing()).toEqual({ owed: null, prepaid: 3_000_000n });
  await balanced();
  expect(await adjust('--month 2026-02 --amount 11')).toMatchObject({
    exit: 0,
    printed: [expect.stringContaining('already adjusted')],
  });
  expect(await adjust('--month 2026-02 --amount 17.000001')).toMatchObject({
    exit: 1,
    failed: [expect.stringContaining('only 17.000000 USDT')],
  });
  expect(await adjust('--month 2026-02 --amount=-280.000001')).toMatchObject({
    exit: 1,
    failed: [expect.stringContaining("at most 280.000000 USDT: 10 times that month's own charge of 28.000000 USDT")],
  });
  expect(await adjust('--month 2026-02 --amount=-5')).toMatchObject({
    exit: 0,
    printed: [
      expect.stringMatching(
        /its own charge is 28\.000000 USDT; 5\.000000 USDT became a charge.*taken from the customer: 3\.000000 USDT ELE_ACCOUNT; the customer owes 2\.000000 USDT afterwards/,
      ),
    ],
  });
  expect(await standing()).toEqual({ owed: 2_000_000n, prepaid: 0n });
  await balanced();
  await recharge(2);
  expect(await standing()).toEqual({ owed: null, prepaid: 0n });
  await balanced();
  const { records } = await app.data('hostingFeeList', {}, customer.caller);
  expect(records.map(({ amount, days, status, refunds }) => [amount, days, status, refunds])).toEqual(
    expect.arrayContaining([
      ['28.000000', 28, 'PAID', [{ coin: 'USDT', amount: '11.000000' }]],
      ['5.000000', 0, 'PAID', []],
    ]),
  );
});

it.each([
  ['a month that was not charged', '--month 2026-01 --amount 1', 1],
  ['no month', '--amount 1', 2],
  ['no such month', '--month 2026-13 --amount 1', 2],
  ['a charge in a coin', '--month 2026-02 --coin BTC --amount=-1', 2],
  ['a coin that paid nothing', '--month 2026-02 --coin BTC --amount 1', 1],
])('refuses %s', async (_, args, exit) => {
  const before = await standing();
  expect((await adjust(args)).exit).toBe(exit);
  expect(await standing()).toEqual(before);
});

it('finds a part that was taken off and stands in no correction (broken control)', async () => {
  await balanced();
  await app.owner.query({
    text: `alter table hosting_charge disable trigger user`,
  });
  await app.owner.query({
    text: 'update hosting_charge set waived = waived + 1, paid_prepaid = paid_prepaid - 1 where paid_prepaid > 5000000',
  });
  await expect(balanced()).rejects.toThrow(
    /as much less is owed as corrections say[\s\S]*|what charges and outputs say is posted/,
  );
});
