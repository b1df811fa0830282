/**
 * Proves that an outage in closed days is credited for a site in one go: the golden case of `docs/golden/outages.md`, once, whatever ends a
 * process in between, and so that later corrections and books:check agree with it.
 */
import { assertBooksBalance, checkBooks, customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { approveProposal, opsCommand } from '../../testing/approve-proposal.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { addMachine } from '../../testing/machines.ts';
import {
  addNetworkDay,
  addPrice,
  balanceOf,
  chargesOf,
  choosePayMode,
  giveMoney,
  givePromotion,
  realDay,
} from './testing/mining-fixture.ts';

let app: TestApp;
const customers = {} as Record<'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G', TestCustomer>;
const ids = new Map<string, bigint>();
const two = '--by finance --approved-by approver';
const half = '--from 2020-03-01T12:00:00Z --to 2020-03-01';
const ops = (name: string, args: string) => runCommand(app, opsCommand(app, name), args);

beforeAll(async () => {
  app = await startTestApp({ now: '2020-02-28T06:00:00Z', max: 8, env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  const machines = {
    'M-1': 'A',
    'M-2': 'A',
    'M-3': 'B',
    'M-4': 'C',
    'M-5': 'D',
    'M-6': 'E',
    'M-7': 'A',
    'M-8': 'F',
    'M-9': 'G',
  } as const;
  const sites: Record<string, string> = { 'M-7': 'S2', 'M-8': 'S4', 'M-9': 'S4' };
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const) customers[name] = await app.createCustomer();
  for (const [machineNo, owner] of Object.entries(machines)) {
    const { account } = customers[owner];
    const isEth = machineNo === 'M-5';
    const values = {
      machineNo,
      account,
      site: sites[machineNo] ?? 'S1',
      ...(owner === 'F' && { endTime: '2020-03-02T00:00:00Z' }),
      startTime: '2020-03-01T00:00:00Z',
      ...(isEth && { coin: 'ETH', model: 'E9', hashrateUnit: 'MH/s' }),
    };
    ids.set(machineNo, await addMachine(app, values));
  }
  const at = '2020-02-28T06:00:00Z';
  await giveMoney(app.database, customers.A.id, 'ELE_ACCOUNT', 100_000_000n, at);
  await choosePayMode(app.owner, customers.B.id, 'OUTPUT_FIRST');
  await givePromotion(app.owner, customers.C.id, 1_500_000n, at);
  for (const name of ['E', 'F', 'G'] as const)
    await giveMoney(app.database, customers[name].id, 'ELE_ACCOUNT', 2_133_000n, at);
  await addNetworkDay(app.owner, realDay);
  await addPrice(app.owner, '2020-03-01', 8_000_000_000n);
  app.clock.set('2020-03-01T00:00:01Z');
  for (const tick of app.slices.machines.ticks) await tick(app.clock.now());
  app.clock.set('2020-03-02T06:00:00Z');
  expect(await app.slices.dayClose.closeMining('2020-03-01', app.clock.now())).toMatchObject({ outcome: 'closed' });
  await ops(
    'charge:adjust',
    `--id ${ids.get('M-2')} --kind electricity --date 2020-03-01 --amount 0.5 --reason meter ${two}`,
  );
  const account = customerAccount(customers.E.id, 'OUTPUT_ACCOUNT', 'BTC');
  await postTransfer(app.database, {
    key: 'spent by E',
    input: {},
    kind: 'given',
    businessDate: '2020-03-02',
    postedAt: app.clock.now(),
    postings: [
      {
        from: account,
        to: houseAccount('WITHDRAWAL_PENDING', 'BTC'),
        type: 'WITHDRAW',
        amount: 60_000n,
        date: '2020-03-02',
      },
    ],
  });
});
afterAll(() => app.stop());

const balances = async (name: keyof typeof customers) => [
  await balanceOf(app.database, customers[name].id, 'USDT'),
  await balanceOf(app.database, customers[name].id, 'BTC'),
];
const owed = async (name: keyof typeof customers) => {
  const { rows } = await app.database.query<{ owed: bigint }>({
    text: 'select owed from owed_electricity where customer_id = $1',
    values: [customers[name].id],
  });
  return rows.map((row) => row.owed);
};
const promotion = async (name: keyof typeof customers) => {
  const { rows } = await app.database.query({
    text: 'select promo_remaining from electricity_account where customer_id = $1',
    values: [customers[name].id],
  });
  return rows[0]?.promo_remaining;
};
const credit = (args: string) => ops('outage:credit', args);
const books = () => {
  const { electricity, dayClose, machines } = app.slices;
  return [...electricity.bookChecks, ...electricity.replays, ...machines.replays, ...dayClose.bookChecks];
};
const balanced = () => assertBooksBalance(app.database, books());

describe('an outage of a site in a closed day [entity:ledger-type.ADJUST_OUTPUT] [entity:ledger-type.ADJUST_ELE]', () => {
  it.each([
    [`--site S1 --from 2020-03-02 --to 2020-03-02T05:00:00Z --reason 停电 ${two}`, 1, '2020-03-02 is not closed'],
    [`--site S1 ${half} --reason power ${two}`, 1, 'write it in Chinese'],
    [`--site S3 ${half} --reason 停电 ${two}`, 1, 'site S3 is unknown'],
    [`--machine 99999999 ${half} --reason 停电 ${two}`, 1, 'there is no machine'],
    [`--site S1 --machine 1 ${half} --reason 停电 ${two}`, 2, 'one of them'],
    [`--site S1 --from 2020-03-01 --to 2020-04-01 --reason 停电 ${two}`, 1, 'lies ahead'],
    [`--site S1 --from 2020-03-01 --to 2020-02-29 --reason 停电 ${two}`, 1, 'is not after'],
    [`--site S1 --from 2020-02-29 --to 2020-03-01 --reason 停电 ${two}`, 1, '2020-02-29 is not closed'],
    [`--site S1 ${half} --reason 停电 --by operations`, 1, 'operations is OPERATIONS'],
    [`--site S1 ${half} --reason 停电 --by finance --approved-by finance`, 1, ''],
  ])('%s is refused', async (args, exit, reason) => {
    expect(await credit(args)).toMatchObject({ exit, failed: [expect.stringContaining(reason)] });
  });

  it('is previewed per coin and in USDT, and credited by two people', async () => {
    const charges = await chargesOf(app.database, customers.B.id);
    expect(charges.map(({ paid_btc }) => paid_btc)).toEqual([26_662n]);
    expect((await chargesOf(app.database, customers.C.id)).map((row) => [row.paid_promotion, row.paid_btc])).toEqual([
      [1_500_000n, 7_912n],
    ]);
    const before = await balances('A');
    const proposed = await credit(`--site S1 ${half} --reason 停电 --by finance`);
    expect(proposed.printed[0]).toContain(
      '6 machines, 6 machine days, 259200 s that were counted as running; 1 machine days were corrected by hand and are left alone; electricity: 5.332500 USDT is given back or taken off what is owed; output: 0.00196115 BTC (15.689200 USDT on its days) is taken back; in USDT for 5 customers: -10.356700 USDT',
    );
    expect(await balances('A')).toEqual(before);
    expect(await approveProposal(app, proposed)).toMatchObject({
      exit: 0,
      printed: [
        expect.stringContaining(
          'electricity 0.00021244 BTC of 2 machine days; electricity 3.633040 USDT of 4 machine days; output -0.00196115 BTC of 5 machine days',
        ),
      ],
    });
    const [usdt = 0n, btc = 0n] = before;
    expect(await balances('A')).toEqual([usdt + 1_066_500n, btc - 2n * 39_223n]);
    expect(await balances('B')).toEqual([0n, 78_446n - 26_662n + 13_332n - 39_223n]);
    expect(await balances('C')).toEqual([433_540n, 78_446n - 39_223n]);
    expect(await promotion('C')).toBe(433_540n);
    expect([await balances('D'), await owed('D')]).toEqual([[0n, 0n], [1_066_500n]]);
    expect([await balances('E'), await owed('E')]).toEqual([[0n, 0n], [595_660n]]);
    await balanced();
  });

  it('is looked at in the console, customer by customer and masked, proposed with a reason that customers can read, and listed', async () => {
    const console = consoleClient(app.console);
    await console.call('loginByPassword', { name: 'finance', password: 'Lode@Console1' });
    const action = 'outage:credit';
    const options = { site: 'S2', from: '2020-03-01T12:00:00Z', to: '2020-03-02T00:00:00Z' };
    const { data } = await console.call('previewProposal', { action, options });
    expect(data.summary).toContain('1 台矿机，1 个矿机日，12 小时被误计为运行');
    expect(data.summary).toContain(
      `${customers.A.account.slice(0, 3)}****${customers.A.account.slice(-2)}：+1.066500 USDT，−0.00039223 BTC`,
    );
    expect(data.summary).not.toContain(customers.A.account);
    const propose = (reason: string) => console.call('propose', { action, options, reason });
    expect(await propose('power')).toMatchObject({
      code: 40008,
      data: { reason: '客户会读到原因：请用中文，最多 100 个字' },
    });
    expect((await propose('停电')).code).toBe(200);
    const { records } = (await console.call('outageCreditList')).data;
    expect(records).toMatchObject([
      {
        site: 'S1',
        machine: null,
        from: '2020-03-01T12:00:00.000Z',
        customers: 5,
        electricity: [
          { coin: 'BTC', amount: '0.00021244' },
          { coin: 'USDT', amount: '3.633040' },
        ],
        output: [{ coin: 'BTC', amount: '0.00196115' }],
        left: 0,
        reason: '停电',
        approvedBy: 'staff:approver',
      },
    ]);
    expect((await console.call('outageCreditList', { site: '999' })).data.records).toEqual([]);
    expect((await console.call('machineChoices')).data.firstOpenDay).toBe('2020-03-02');
  });

  it('is read by its customers, in a notice and in their records', async () => {
    const texts = (await app.notices()).filter(({ to }) => to === customers.B.account).map(({ text }) => text);
    expect(texts).toContain(
      '【停机更正】机房 S1 于 2020-03-01 20:00 至 2020-03-02 08:00（北京时间）停机：停电。您的 1 台矿机账单已更正，减免电费 0.00013332 BTC，冲回停机时段产出 0.00039223 BTC。',
    );
    const { records } = await app.data('ledgerPage', {}, customers.B.caller);
    expect(records.slice(0, 2).map(({ type, amount, reason }) => [type, amount, reason])).toEqual([
      ['ADJUST_OUTPUT', '-0.00039223', '停电'],
      ['ADJUST_ELE', '0.00013332', '停电'],
    ]);
    expect(records[2]?.reason).toBeNull();
    const { rows } = await app.database.query({
      text: 'select net from output_total where customer_id = $1',
      values: [customers.B.id],
    });
    expect(rows).toEqual([{ net: 39_223n }]);
  });

  it('is credited once', async () => {
    const before = await balances('A');
    expect(await credit(`--site S1 ${half} --reason 停电 ${two}`)).toMatchObject({
      exit: 0,
      printed: [expect.stringContaining('credited already, as credit')],
    });
    expect(await credit(`--site S1 ${half} --reason 停电 --by finance`)).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('credited already')],
    });
    expect(await credit(`--machine ${ids.get('M-1')} ${half} --reason 停电 ${two}`)).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('nothing changes')],
    });
    expect(await balances('A')).toEqual(before);
  });

  it('is not said to be credited when the outputs were to be treated otherwise', async () => {
    const other = await credit(`--site S1 ${half} --keep-output --reason 停电 ${two}`);
    expect(other).toMatchObject({ exit: 1, failed: [expect.stringContaining('outputs were taken back')] });
  });

  it('takes out only the seconds that an earlier one has left', async () => {
    const [usdt = 0n, btc = 0n] = await balances('A');
    const args = `--machine ${ids.get('M-1')} --from 2020-03-01T06:00:00Z --to 2020-03-01T18:00:00Z --reason 检修 ${two}`;
    expect(await credit(args)).toMatchObject({ exit: 0 });
    expect(await balances('A')).toEqual([usdt + 533_250n, btc - 19_612n]);
    await balanced();
  });

  it('leaves to charge:adjust what is left of the day', async () => {
    const adjust = (args: string) =>
      ops('charge:adjust', `--id ${ids.get('M-1')} --date 2020-03-01 ${args} --reason meter ${two}`);
    expect(await adjust('--kind electricity --amount 0.533251')).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('only 0.533250 USDT')],
    });
    expect(await adjust('--kind electricity --amount 0.533250')).toMatchObject({ exit: 0 });
    expect(await adjust('--kind output --amount=-0.00019612')).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('mined only 0.00019611 BTC')],
    });
    await balanced();
  });

  it('leaves outputs with the customers when the house bears them', async () => {
    const [usdt = 0n, btc = 0n] = await balances('A');
    const args = `--site S2 --from 2020-03-01 --to 2020-03-01 --keep-output --reason 停电 ${two}`;
    expect(await credit(args)).toMatchObject({ exit: 0 });
    expect(await balances('A')).toEqual([usdt + 2_133_000n, btc]);
    await balanced();
  });

  it('leaves out a customer who has left before, and says so', async () => {
    expect(await ops('customer:leave', `--id ${customers.F.id} --receipt paid --reason leaves ${two}`)).toMatchObject({
      exit: 0,
    });
    const leftOut =
      '1 customers have left and are left out: 1.066500 USDT are not given back, 0.00039223 BTC not taken back';
    expect(await credit(`--machine ${ids.get('M-8')} ${half} --reason 停电 ${two}`)).toMatchObject({
      exit: 1,
      failed: [expect.stringMatching(`nothing changes: .*${leftOut}`)],
    });
    const [usdt = 0n, btc = 0n] = await balances('G');
    const proposed = await credit(`--site S4 ${half} --reason 停电 --by finance`);
    expect(proposed.printed[0]).toContain('1 machines, 1 machine days, 43200 s');
    expect(proposed.printed[0]).toContain(leftOut);
    expect(await approveProposal(app, proposed)).toMatchObject({
      exit: 0,
      printed: [
        expect.stringContaining(
          `electricity 1.066500 USDT of 1 machine days; output -0.00039223 BTC of 1 machine days; ${leftOut}`,
        ),
      ],
    });
    expect(await balances('G')).toEqual([usdt + 1_066_500n, btc - 39_223n]);
    expect((await app.notices()).filter(({ text }) => text.includes('S4')).map(({ to }) => to)).toEqual([
      customers.G.account,
    ]);
    await assertBooksBalance(app.database, [...books(), ...app.slices.leaving.replays]);
  });

  it.each(['electricity = electricity + 1', 'output = output - 1'])(
    'books:check names an omission with %s',
    async (set) => {
      const found = await app.owner.transaction(async (dbTx) => {
        await dbTx.query({ text: 'alter table outage_credit_omission disable trigger user' });
        await dbTx.query({ text: `update outage_credit_omission set ${set}` });
        const differences = await checkBooks(dbTx, app.slices.electricity.replays);
        await dbTx.query({ text: 'rollback' });
        return differences;
      });
      expect(found.map(({ check }) => check)).toEqual([
        'an outage credit omits what a customer who has left would have received',
      ]);
    },
  );

  it('books:check names a price that was added to the closed day', async () => {
    const found = await app.owner.transaction(async (dbTx) => {
      await addPrice(dbTx as never, '2020-03-01', 2_000n, 'DOGE');
      const differences = await checkBooks(dbTx, app.slices.dayClose.replays);
      await dbTx.query({ text: 'rollback' });
      return differences;
    });
    expect(found.map(({ check, subject }) => [check, subject])).toEqual([
      ['a closed day has no other price than it had', 'DOGE 2020-03-01'],
    ]);
  });

  it('has a control: books:check names a correction that is a unit too much', async () => {
    const { electricity } = app.slices;
    const found = await app.owner.transaction(async (dbTx) => {
      await dbTx.query({ text: 'alter table charge_adjustment disable trigger user' });
      await dbTx.query({
        text: `update charge_adjustment set adjusted_amount = adjusted_amount + 1, moved = moved + 1 where adjusted_amount = 2133000`,
      });
      const differences = await checkBooks(dbTx, electricity.replays);
      await dbTx.query({ text: 'rollback' });
      return differences;
    });
    expect(found.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['an outage credit is posted', 'an outage credit is what the days would have been less']),
    );
  });
});
