// Interest is paid from revenue only as far as money stands behind it: promotional credit that was spent, outputs that no pool has paid,
// network fees and removed deposits are none. The figures are those of docs/golden/treasury.md.
import { customerAccount, houseAccount, type PostingType, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command } from '../../platform/commands/command.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { giveTo, giveToTreasury } from '../../testing/gift.ts';
import { addMachine } from '../../testing/machines.ts';
import { addNetworkDay, addPrice, givePromotion, realDay } from './testing/mining-fixture.ts';

const two = '--by finance --approved-by approver';
const day = '2020-02-28';
let app: TestApp;
const muchUsdt = 100_000_000n;
let keys = 0;
let own: bigint;
let promoted: bigint;

async function ops(name: string, args: string) {
  const { coinUp, electricity, suspense } = app.slices;
  const commands: Record<string, Command> = {
    ...coinUp.opsCommands,
    ...electricity.opsCommands,
    ...suspense.opsCommands,
  };
  const { exit, printed, failed } = await runCommand(app, commands[name] as Command, `${args} ${two}`);
  return { exit, text: [...printed, ...failed].join('\n') };
}
/** What the check of the books says of the fund. */
async function checkFund() {
  const found = await Promise.all(app.slices.coinUp.bookChecks.map((check) => check(app.database)));
  return found.flat().filter(({ check }) => /revenue/.test(check));
}
const feed = (coin: 'BTC' | 'USDT', units: bigint, from = 'electricity-revenue') =>
  ops('coin-up:fund', `--coin ${coin} --amount ${formatAmount(units, coin)} --from ${from} --reason r${++keys}`);
const refund = (machineId: bigint, amount: string) =>
  ops('charge:adjust', `--id ${machineId} --date ${day} --kind electricity --coin USDT --amount ${amount} --reason r`);

async function post(from: bigint, to: bigint, type: PostingType, amount: bigint) {
  const date = '2020-02-29';
  const transfer = { key: `test ${++keys}`, input: null, kind: 'test', businessDate: date, postedAt: app.clock.now() };
  await postTransfer(app.database, { ...transfer, postings: [{ from, to, type, amount, date }] });
}

/** One machine runs on the day on promotional credit, another one on own money: 2.133 USDT each. */
beforeAll(async () => {
  app = await startTestApp({ now: '2020-02-27T00:00:01Z', max: 8 });
  await addStaff(app);
  const [a, b] = [await app.createCustomer(), await app.createCustomer()];
  const [startTime, site] = [`${day}T00:00:00Z`, 'S1'];
  promoted = await addMachine(app, { machineNo: 'A-1', account: a.account, site, startTime });
  own = await addMachine(app, { machineNo: 'B-1', account: b.account, site, startTime });
  await givePromotion(app.owner, a.id, 2_133_000n, '2020-02-27T06:00:00Z');
  await giveTo(app, customerAccount(b.id, 'ELE_ACCOUNT', 'USDT'), 'USDT', 10_000_000n);
  for (const coin of ['BTC', 'USDT'] as const) await giveToTreasury(app, coin, 10_000_000n, 'CUSTODY');
  await addNetworkDay(app.owner, { ...realDay, date: day });
  await addPrice(app.owner, day, 8_000_000_000n);
  app.clock.set('2020-02-29T06:00:00Z');
  for (const tick of app.slices.machines.ticks) await tick(app.clock.now());
  expect((await app.slices.dayClose.closeMining(day, app.clock.now())).outcome).toBe('closed');
});
afterAll(() => app.stop());

it('pays no promotional credit, and refunds what customers paid, not what interest took', async () => {
  expect(await feed('USDT', 2_133_001n)).toEqual({
    exit: 1,
    text: expect.stringContaining(
      'ELECTRICITY_REVENUE can pay only 2.133000 USDT: the coins that the house holds cover',
    ),
  });
  expect((await feed('USDT', 4_266_001n)).text).toContain('ELECTRICITY_REVENUE has only 4.266000 USDT');
  expect((await feed('USDT', 1_133_000n)).exit).toBe(0);
  expect((await refund(own, '1.000001')).text).toContain('only 1.000000 USDT');
  expect((await refund(own, '0.5')).exit).toBe(0);
  expect(await feed('USDT', 500_001n)).toMatchObject({ exit: 1, text: expect.stringContaining('0.500000 USDT') });
  expect((await feed('USDT', 500_000n)).exit).toBe(0);
  expect((await refund(own, '0.1')).text).toContain('only 0.000000 USDT');
  // What was promotional credit is that again, and takes no money.
  expect((await refund(promoted, '2.133')).exit).toBe(0);
  expect(await checkFund()).toEqual([]);
});

it('is given once when two revenue accounts pay at once', async () => {
  await giveTo(app, houseAccount('HOSTING_REVENUE', 'USDT'), 'USDT', 1_000_000n);
  await giveTo(app, houseAccount('ELECTRICITY_REVENUE', 'USDT'), 'USDT', 3_133_000n);
  // 2.133 is what the customer has of promotional credit again: it is owed until it is spent.
  await post(houseAccount('NETWORK_FEE_EXPENSE', 'USDT'), houseAccount('CUSTODY', 'USDT'), 'NETWORK_FEE', 1_000_000n);
  const paid = await Promise.all([feed('USDT', 1_000_000n), feed('USDT', 1_000_000n, 'hosting-revenue')]);
  expect(paid.map(({ exit }) => exit).sort()).toEqual([0, 1]);
  expect(paid.find(({ exit }) => exit === 1)?.text).toContain('can pay only 0.000000 USDT');
  expect(await checkFund()).toEqual([]);
});

it('waits in BTC for the pool, less network fees and what a removed deposit took', async () => {
  const mined = await output();
  await giveTo(app, houseAccount('ELECTRICITY_REVENUE', 'BTC'), 'BTC', 100_000n);
  expect((await feed('BTC', 1n)).text).toContain('can pay only 0.00000000 BTC');
  const paid = `--coin BTC --from ${day} --to ${day} --amount ${formatAmount(mined, 'BTC')} --reason r`;
  expect((await ops('pool:payment', paid)).exit).toBe(0);
  await post(houseAccount('NETWORK_FEE_EXPENSE', 'BTC'), houseAccount('CUSTODY', 'BTC'), 'NETWORK_FEE', 30_000n);
  await post(houseAccount('SUSPENSE', 'BTC'), houseAccount('CUSTODY', 'BTC'), 'REORG', 20_000n);
  expect((await feed('BTC', 50_001n)).text).toContain('can pay only 0.00050000 BTC');
  expect((await feed('BTC', 50_000n)).exit).toBe(0);
  expect(await checkFund()).toEqual([]);
});

it('is found by the check of the books when it was never covered (control)', async () => {
  app.clock.set('2020-02-29T09:00:00Z');
  const date = '2020-02-29';
  await postTransfer(app.database, {
    key: 'coin-up-fund:beyond',
    input: null,
    kind: 'coin-up-fund',
    businessDate: date,
    postedAt: app.clock.now(),
    postings: [
      {
        from: houseAccount('ELECTRICITY_REVENUE', 'BTC'),
        to: houseAccount('INTEREST_FUND', 'BTC'),
        type: 'FUND_PAID_IN',
        amount: 1n,
        date,
      },
    ],
  });
  const found = await checkFund();
  expect(found).toEqual([
    expect.objectContaining({
      check: 'revenue pays interest only as far as it is covered',
      expected: 'at most 0',
      found: '1',
    }),
  ]);
  // A grant that no account of promotional credit has is one that was spent.
  const { id } = await app.createCustomer();
  await post(
    houseAccount('PROMOTION_EXPENSE', 'USDT'),
    customerAccount(id, 'ELE_ACCOUNT', 'USDT'),
    'ELE_INIT',
    muchUsdt,
  );
  expect((await checkFund()).map(({ check }) => check)).toContain('money that was paid as revenue covers what left it');
});

async function output(): Promise<bigint> {
  const { rows } = await app.owner.query<{ net: bigint }>({
    text: 'select sum(net)::bigint as net from machine_output where date = $1',
    values: [day],
  });
  return rows[0]?.net ?? 0n;
}
