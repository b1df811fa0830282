/** Proves what a correction says before and after it is made: what it takes and leaves owed, its largest debit, and that one person proposes it. */
import { assertBooksBalance, customerAccount } from '@lode/ledger';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { approveProposal } from '../../testing/approve-proposal.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { giveTo } from '../../testing/gift.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';

let app: TestApp;
let customerId: bigint;
let machineId: bigint;
let customers = 0;
const day = '2026-03-08';

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z' });
  await addStaff(app);
});
afterAll(() => app.stop());

beforeEach(async () => {
  const customer = await app.createCustomer();
  customerId = customer.id;
  machineId = await addMachine(app, {
    machineNo: `D-${++customers}`,
    account: customer.account,
    startTime: '2026-03-09T00:00:00Z',
  });
  if (customers > 1) return;
  await recordDay(app.owner, day);
  await app.owner.query({
    text: `insert into reference_price values ('BTC', $1, 50000000000, 'import', now())`,
    values: [day],
  });
});

const adjust = (args: string) =>
  runCommand(
    app,
    app.slices.electricity.opsCommands['charge:adjust'],
    `--id ${machineId} --date ${day} --by finance --approved-by approver ${args}`,
  );

const give = (account: 'ELE_ACCOUNT' | 'OUTPUT_ACCOUNT', coin: 'USDT' | 'BTC', amount: bigint) =>
  giveTo(app, customerAccount(customerId, account, coin), coin, amount);

async function balances() {
  const { rows } = await app.database.query<{ account: string; posted: bigint }>({
    text: `select account || ' ' || coin as account, posted from ledger.customer_balance where customer = $1 and posted > 0`,
    values: [customerId],
  });
  return Object.fromEntries(rows.map(({ account, posted }) => [account, posted]));
}

async function owed(): Promise<bigint[]> {
  const { rows } = await app.database.query<{ owed: bigint }>({
    text: 'select owed from owed_electricity where customer_id = $1',
    values: [customerId],
  });
  return rows.map((row) => row.owed);
}

/** The day's electricity of the machine, all of it owed. */
const charge = (amount: bigint) =>
  app.owner.query({
    text: `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price,
             amount, owed) values ($1, $2, $3, $4, 'BTC', 86400, 3500, 0.078, $5, $5)`,
    values: [machineId, day, customerId, `D-${customers}`, amount],
  });

const balanced = () => assertBooksBalance(app.database, app.slices.electricity.bookChecks);

it('names the charge, what is taken from which account and what is owed afterwards', async () => {
  await charge(2_000_000n);
  await give('ELE_ACCOUNT', 'USDT', 3_000_000n);
  await give('OUTPUT_ACCOUNT', 'BTC', 1_000n);
  await app.database.transaction((dbTx) => app.slices.electricity.payOwed(dbTx, [customerId], app.clock.now()));
  // 1 USDT of ELE is left, 1000 units are worth 0.5 USDT.
  const { printed } = await adjust('--kind electricity --amount=-5 --reason meter_read_again');
  expect(printed[0]).toContain(
    `by -5.000000 USDT; its own charge is 2.000000 USDT; 5.000000 USDT became a charge, 0.000000 USDT less is owed; taken from the customer: 1.000000 USDT ELE_ACCOUNT, 0.00001000 BTC OUTPUT_ACCOUNT; the customer owes 3.500000 USDT afterwards; key`,
  );
  expect(await owed()).toEqual([3_500_000n]);
  await balanced();
});

it('charges at most ten times the day’s own charge, or 100 USDT, in one correction', async () => {
  await give('ELE_ACCOUNT', 'USDT', 500_000_000n);
  const beyond = await adjust('--kind electricity --amount=-100.000001 --reason typed');
  expect([beyond.exit, beyond.failed]).toEqual([
    1,
    [
      "refused: one correction charges at most 100.000000 USDT: 10 times that day's own charge of 0.000000 USDT, or 100.000000 USDT where that is more",
    ],
  ]);
  await charge(20_000_000n);
  const also = await adjust('--kind electricity --amount=-200.000001 --reason typed');
  expect(also.failed[0]).toContain("at most 200.000000 USDT: 10 times that day's own charge of 20.000000 USDT");
  expect(await balances()).toEqual({ 'ELE_ACCOUNT USDT': 500_000_000n });
  expect(await adjust('--kind electricity --amount=-200 --reason meter_read_again')).toMatchObject({ exit: 0 });
  // 20 of the day itself and 200 of the correction.
  expect(await balances()).toEqual({ 'ELE_ACCOUNT USDT': 280_000_000n });
  await balanced();
});

it('asks a person at a terminal with the same figures, and moves nothing without yes', async () => {
  await give('ELE_ACCOUNT', 'USDT', 3_000_000n);
  const notices = (await app.notices()).length;
  const args = `--id ${machineId} --date ${day} --kind electricity --amount=-5 --reason typed --by finance --approved-by approver`;
  const shown: string[] = [];
  const answering = (answer: string) => ({
    show: (line: string) => void shown.push(line),
    ask: async (question: string) => {
      shown.push(question);
      return answer;
    },
  });
  const command = app.slices.electricity.opsCommands['charge:adjust'];
  expect(await runCommand(app, command, args, answering('no') as never)).toMatchObject({ exit: 1 });
  expect(shown.join('; ')).toContain(
    'taken from the customer: 3.000000 USDT ELE_ACCOUNT; the customer owes 2.000000 USDT afterwards',
  );
  expect(await balances()).toEqual({ 'ELE_ACCOUNT USDT': 3_000_000n });
  expect([await owed(), (await app.notices()).length]).toEqual([[], notices]);
  expect(await runCommand(app, command, args, answering('yes') as never)).toMatchObject({ exit: 0 });
  expect(await owed()).toEqual([2_000_000n]);
  await balanced();
});

it('is proposed by one person and approved by another, once', async () => {
  await give('ELE_ACCOUNT', 'USDT', 3_000_000n);
  const args = `--id ${machineId} --date ${day} --kind electricity --amount=-1 --reason meter_read_again --by finance`;
  const proposed = await runCommand(app, app.slices.electricity.opsCommands['charge:adjust'], args);
  expect(proposed.printed[0]).toMatch(
    /^proposed as \d+: electricity of machine .* taken from the customer: 1\.000000 USDT ELE_ACCOUNT/,
  );
  expect(await balances()).toEqual({ 'ELE_ACCOUNT USDT': 3_000_000n });
  const approvals = await Promise.all([approveProposal(app, proposed), approveProposal(app, proposed)]);
  expect(approvals.map(({ exit }) => exit).toSorted()).toEqual([0, 1]);
  expect(await balances()).toEqual({ 'ELE_ACCOUNT USDT': 2_000_000n });
  const again = await runCommand(app, app.slices.electricity.opsCommands['charge:adjust'], args);
  expect([again.exit, again.failed]).toEqual([1, [expect.stringContaining('already adjusted')]]);
  await balanced();
});
