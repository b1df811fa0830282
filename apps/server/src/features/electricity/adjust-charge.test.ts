/**
 * Proves that a closed day is put right by postings of a later day: credits and debits of outputs and electricity, what
 * cannot be taken becomes a charge that the accounts pay in their order, once per key, under two names.
 */
import { assertBooksBalance, customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockedHouseBalance } from '../../platform/house-account/house-balance.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { awaitLockWaiters } from '../../testing/lock-waiters.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordMinedOutput } from '../../testing/mined-output.ts';
import { recordDay } from '../../testing/recorded-days.ts';

let app: TestApp;
let customerId: bigint;
let account: string;
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
  account = customer.account;
  machineId = await addMachine(app, {
    machineNo: `A-${++customers}`,
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

async function give(
  account: 'ELE_ACCOUNT' | 'OUTPUT_ACCOUNT',
  coin: 'USDT' | 'BTC' | 'ETH',
  amount: bigint,
): Promise<void> {
  await postTransfer(app.database, {
    key: `given ${customerId} ${account}`,
    input: {},
    kind: 'given',
    businessDate: '2026-03-10',
    postedAt: app.clock.now(),
    postings: [
      {
        from: houseAccount('CASH', coin),
        to: customerAccount(customerId, account, coin),
        type: coin === 'USDT' ? 'ELE_RECHARGE' : 'RECHARGE_BTC',
        amount,
        date: '2026-03-10',
      },
    ],
  });
}

const mine = (net: bigint, coin: 'BTC' | 'ETH' = 'BTC') =>
  recordMinedOutput(app, { machineId, customerId, date: day, coin, net });

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
    values: [machineId, day, customerId, `A-${customers}`, amount],
  });

const stopForDebt = () =>
  app.database.transaction((dbTx) =>
    app.slices.machines.enterArrear(dbTx, [machineId], { at: app.clock.now(), recordedAt: app.clock.now() }),
  );

async function status(): Promise<unknown> {
  const { rows } = await app.database.query({ text: 'select status from machine where id = $1', values: [machineId] });
  return rows[0]?.status;
}

async function promoRemaining(): Promise<unknown> {
  const { rows } = await app.database.query({
    text: 'select promo_remaining from electricity_account where customer_id = $1',
    values: [customerId],
  });
  return rows[0]?.promo_remaining;
}

async function totals(): Promise<unknown[]> {
  const { rows } = await app.database.query({
    text: 'select coin, net from output_total where customer_id = $1',
    values: [customerId],
  });
  return rows;
}

const balanced = () => assertBooksBalance(app.database, app.slices.electricity.bookChecks);

describe('ops charge:adjust [entity:ledger-type.ADJUST_OUTPUT] [entity:ledger-type.ADJUST_ELE]', () => {
  it('gives an output that was too little, once', async () => {
    const args = '--kind output --coin BTC --amount 0.00001000 --reason pool_paid_more';
    expect(await adjust(args)).toMatchObject({ exit: 0 });
    expect(await adjust(args)).toMatchObject({ exit: 0, printed: [expect.stringContaining('already adjusted')] });
    expect(await balances()).toEqual({ 'OUTPUT_ACCOUNT BTC': 1000n });
    await balanced();
  });

  it('gives electricity back, as much as was paid for the day', async () => {
    await give('ELE_ACCOUNT', 'USDT', 2_000_000n);
    expect(await adjust('--kind electricity --amount=-2 --reason meter_read_again')).toMatchObject({ exit: 0 });
    expect(await balances()).toEqual({});
    expect(await adjust('--kind electricity --amount 1.5 --reason outage')).toMatchObject({ exit: 0 });
    expect(await balances()).toEqual({ 'ELE_ACCOUNT USDT': 1_500_000n });
    expect(await adjust('--kind electricity --amount 0.6 --reason outage')).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('only 0.500000 USDT')],
    });
    await balanced();
  });

  it('gives back no revenue that pays interest by now, also when both are asked for at once', async () => {
    await give('ELE_ACCOUNT', 'USDT', 2_000_000n);
    expect(await adjust('--kind electricity --amount=-2 --reason meter_read_again')).toMatchObject({ exit: 0 });
    const revenue = houseAccount('ELECTRICITY_REVENUE', 'USDT');
    const all = await app.database.transaction((dbTx) => lockedHouseBalance(dbTx, revenue));
    const payIn = (amount: bigint) =>
      runCommand(
        app,
        app.slices.coinUp.opsCommands['coin-up:fund'] as never,
        `--coin USDT --amount ${formatAmount(amount, 'USDT')} --from electricity-revenue --reason r --by finance --approved-by approver`,
      );
    expect(await payIn(all - 1_500_000n)).toMatchObject({ exit: 0 });
    const both = await app.database.transaction(async (dbTx) => {
      await lockedHouseBalance(dbTx, revenue);
      const asked = [adjust('--kind electricity --amount 1.5 --reason outage'), payIn(1_500_000n)] as const;
      await awaitLockWaiters(app.owner, 2);
      return asked;
    });
    const exits = (await Promise.all(both)).map(({ exit }) => exit);
    expect(exits.toSorted()).toEqual([0, 1]);
    expect(await adjust('--kind electricity --amount 0.1 --reason outage_too')).toMatchObject({
      exit: 1,
      failed: [expect.stringMatching(/only 0\.000000 USDT/)],
    });
    await balanced();
  });

  it('takes an output that was too much from what is there', async () => {
    await mine(2_000n);
    await give('OUTPUT_ACCOUNT', 'BTC', 5_000n);
    expect(await adjust('--kind output --amount=-0.00002000 --reason counted_twice')).toMatchObject({ exit: 0 });
    expect(await balances()).toEqual({ 'OUTPUT_ACCOUNT BTC': 3_000n });
    expect(await owed()).toEqual([]);
    await balanced();
  });

  it('takes back no more than the machine mined on the day, corrections included', async () => {
    await mine(2_000n);
    await give('OUTPUT_ACCOUNT', 'BTC', 9_000n);
    expect(await adjust('--kind output --amount=-0.00001500 --reason counted_twice')).toMatchObject({ exit: 0 });
    expect(await adjust('--kind output --amount=-0.00000501 --reason again')).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('mined only 0.00000500 BTC')],
    });
    expect(await adjust('--kind output --amount 0.00000100 --reason pool_paid_more')).toMatchObject({ exit: 0 });
    expect(await adjust('--kind output --amount=-0.00000600 --reason never_ran')).toMatchObject({ exit: 0 });
    expect(await balances()).toEqual({ 'OUTPUT_ACCOUNT BTC': 7_000n });
    expect(await totals()).toEqual([{ coin: 'BTC', net: 0n }]);
    await balanced();
    const more = app.owner.query({
      text: `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin,
               adjusted_amount, owed, reason, adjusted_at)
             select 'more', machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin, -1, 0, reason, adjusted_at
             from charge_adjustment where machine_id = $1 limit 1`,
      values: [machineId],
    });
    await expect(more, 'the database refuses it to its owner').rejects.toThrow(/takes back more BTC than machine/);
  });

  it('makes a charge of what is not there, at the price of the day, and a later credit pays it', async () => {
    await mine(2_000n);
    await give('OUTPUT_ACCOUNT', 'BTC', 500n);
    expect(await adjust('--kind output --amount=-0.00002000 --reason counted_twice')).toMatchObject({
      exit: 0,
      printed: [expect.stringContaining('0.750000 USDT became a charge')],
    });
    expect(await owed()).toEqual([750_000n]);
    await app.database.transaction(async (dbTx) => {
      await give('ELE_ACCOUNT', 'USDT', 1_000_000n);
      await app.slices.electricity.payOwed(dbTx, [customerId], app.clock.now());
    });
    expect(await owed()).toEqual([]);
    expect(await balances()).toEqual({ 'ELE_ACCOUNT USDT': 250_000n });
    await balanced();
  });

  it('charges electricity that was too little to the first account, then to the second', async () => {
    await give('ELE_ACCOUNT', 'USDT', 400_000n);
    await give('OUTPUT_ACCOUNT', 'BTC', 100_000n);
    expect(await adjust('--kind electricity --amount=-1 --reason meter_read_again')).toMatchObject({ exit: 0 });
    // 0.6 USDT at 50 000 USDT is 1 200 units.
    expect(await balances()).toEqual({ 'OUTPUT_ACCOUNT BTC': 98_800n });
    expect(await owed()).toEqual([]);
    await balanced();
  });

  it('gives back what was paid of a charge that an output correction became', async () => {
    await mine(2_000n);
    await give('ELE_ACCOUNT', 'USDT', 1_000_000n);
    expect(await adjust('--kind output --amount=-0.00002000 --reason counted_twice')).toMatchObject({ exit: 0 });
    expect(await balances()).toEqual({});
    expect(await adjust('--kind electricity --amount 1 --reason it_was_right')).toMatchObject({ exit: 0 });
    expect(await balances()).toEqual({ 'ELE_ACCOUNT USDT': 1_000_000n });
    await balanced();
  });

  it('takes a charge that was too high off what is still owed, and the machine works again', async () => {
    await charge(2_000_000n);
    await stopForDebt();
    expect(await adjust('--kind electricity --amount 1.5 --reason outage')).toMatchObject({
      exit: 0,
      printed: [expect.stringContaining('1.500000 USDT less is owed')],
    });
    expect(await owed()).toEqual([500_000n]);
    expect(await status()).toBe('ARREAR');
    expect(await adjust('--kind electricity --amount 0.6 --reason outage')).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('only 0.500000 USDT')],
    });
    await balanced();
    expect(await adjust('--kind electricity --amount 0.5 --reason outage')).toMatchObject({ exit: 0 });
    expect(await owed()).toEqual([]);
    expect(await balances()).toEqual({});
    expect(await status()).toBe('RUNNING');
    await balanced();
  });

  it('takes off what is owed first and gives back the rest', async () => {
    await charge(2_000_000n);
    await adjust('--kind electricity --amount=-1 --reason meter_read_again');
    await give('ELE_ACCOUNT', 'USDT', 2_500_000n);
    await app.database.transaction((dbTx) => app.slices.electricity.payOwed(dbTx, [customerId], app.clock.now()));
    expect(await owed()).toEqual([500_000n]);
    expect(await adjust('--kind electricity --amount 1.2 --reason outage')).toMatchObject({ exit: 0 });
    expect(await owed()).toEqual([]);
    expect(await balances()).toEqual({ 'ELE_ACCOUNT USDT': 700_000n });
    await balanced();
  });

  it('would notice a correction that took nothing off (broken control)', async () => {
    await charge(2_000_000n);
    await app.without('electricity.waive', () => adjust('--kind electricity --amount 1 --reason outage'));
    await expect(balanced()).rejects.toThrow(/as much less is owed as corrections say/);
    await app.owner.query({
      text: 'update electricity_charge set waived = 1000000, owed = owed - 1000000 where machine_id = $1',
      values: [machineId],
    });
    await balanced();
  });

  it('gives promotional credit back as promotional credit, real money as real money', async () => {
    const { wallet } = app.slices;
    const two = `--account ${account} --reason x --by finance --approved-by approver`;
    await runCommand(app, wallet.opsCommands.credit, `--kind init --amount 50 ${two}`);
    await adjust('--kind electricity --amount=-6 --reason meter_read_again');
    expect(await promoRemaining()).toBe(44_000_000n);
    await adjust('--kind electricity --amount 6 --reason outage');
    expect(await balances()).toEqual({ 'ELE_ACCOUNT USDT': 50_000_000n });
    expect(await promoRemaining()).toBe(50_000_000n);
    await balanced();

    await runCommand(app, wallet.commands['deposit:manual'], `--coin USDT --amount 10 ${two}`);
    await adjust('--kind electricity --amount=-55 --reason meter_read_again');
    expect(await promoRemaining()).toBe(0n);
    await adjust('--kind electricity --amount 55 --reason outage');
    expect(await balances()).toEqual({ 'ELE_ACCOUNT USDT': 60_000_000n });
    expect(await promoRemaining()).toBe(50_000_000n);
    await balanced();
  });

  it('gives back own money first of a charge that both paid, and finds a wrong part (broken control)', async () => {
    const two = `--account ${account} --reason x --by finance --approved-by approver`;
    await runCommand(app, app.slices.wallet.opsCommands.credit, `--kind init --amount 4 ${two}`);
    await runCommand(app, app.slices.wallet.commands['deposit:manual'], `--coin USDT --amount 10 ${two}`);
    // Promotional credit of 4 and 2 of own money pay 6.
    await adjust('--kind electricity --amount=-6 --reason meter_read_again');
    expect(await promoRemaining()).toBe(0n);
    await adjust('--kind electricity --amount 1.5 --reason outage');
    expect(await promoRemaining()).toBe(0n);
    await adjust('--kind electricity --amount 1.5 --reason outage_too');
    expect(await promoRemaining()).toBe(1_000_000n);
    expect(await balances()).toEqual({ 'ELE_ACCOUNT USDT': 11_000_000n });
    await balanced();
    const change = (by: number) =>
      app.owner.query({
        text: 'update electricity_account set promo_remaining = promo_remaining + $2 where customer_id = $1',
        values: [customerId, by],
      });
    await change(1);
    await expect(balanced()).rejects.toThrow(/promotional credit is what was granted/);
    await change(-1);
    await balanced();
  });

  it.each([
    ['an unknown machine', '--id 999999 --kind output --amount 1 --reason x', 1],
    ['a day that is not closed', '--date 2026-03-09 --kind output --amount 1 --reason x', 1],
    ['no amount', '--kind output --amount 0 --reason x', 2],
    ['too many decimals', '--kind electricity --amount 0.0000001 --reason x', 2],
    ['a charge in a coin', '--kind electricity --coin BTC --amount=-1 --reason x', 2],
    ['a credit of what was never paid', '--kind electricity --coin BTC --amount 1 --reason x', 1],
    ['no such kind', '--kind hosting --amount 1 --reason x', 2],
    ['no date', '--date 2026-02-30 --kind output --amount 1 --reason x', 2],
  ])('refuses %s', async (_, args, exit) => {
    const base = new Map([
      ['--id', String(machineId)],
      ['--date', day],
      ['--by', 'finance'],
      ['--approved-by', 'approver'],
    ]);
    const words = args.split(' ');
    const rest = [...base]
      .filter(([name]) => !words.includes(name))
      .flat()
      .join(' ');
    const result = await runCommand(app, app.slices.electricity.opsCommands['charge:adjust'], `${args} ${rest}`);
    expect(result.exit).toBe(exit);
    expect(await balances()).toEqual({});
  });

  it('needs two people, and a price where one is needed', async () => {
    const same = await runCommand(
      app,
      app.slices.electricity.opsCommands['charge:adjust'],
      `--id ${machineId} --date ${day} --kind output --amount 1 --reason x --by finance --approved-by finance`,
    );
    expect(same.exit).toBe(1);
    await mine(100_000_000n, 'ETH');
    expect(await adjust('--kind output --coin ETH --amount=-1 --reason x')).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('price of ETH')],
    });
  });

  it('takes nothing when the price of what would be owed is missing', async () => {
    await mine(100_000_000n, 'ETH');
    await give('OUTPUT_ACCOUNT', 'ETH', 50_000_000n);
    const before = await balances();
    expect(await adjust('--kind output --coin ETH --amount=-1 --reason counted_twice')).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('price of ETH')],
    });
    expect(await balances()).toEqual(before);
    await balanced();
  });

  it('tells the same key with another amount', async () => {
    expect(await adjust('--kind output --amount 0.1 --key k1 --reason x')).toMatchObject({ exit: 0 });
    expect(await adjust('--kind output --amount 0.2 --key k1 --reason x')).toMatchObject({ exit: 1 });
    expect(await balances()).toEqual({ 'OUTPUT_ACCOUNT BTC': 10_000_000n });
  });
});
