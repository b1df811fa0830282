/**
 * Proves the grace rule and its end: a charge that is unpaid when a later day is closed stops its machine, 24 hours after it was
 * posted with a notice to its owner at the earliest, and the payment of the debt starts it again.
 */
import { assertBooksBalance } from '@lode/ledger';
import { displayDebit } from '@lode/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  addCustomer,
  addNetworkDay,
  addPrice,
  addWorldMachine,
  balanceOf,
  chargesOf,
  giveMoney,
  realDay,
} from './testing/mining-fixture.ts';

let app: TestApp;
let customerId: bigint;
let machineId: bigint;

beforeAll(async () => {
  app = await startTestApp();
  for (let date = '2020-03-01'; date <= '2020-03-12'; date = addDays(date, 1)) {
    await addNetworkDay(app.owner, { ...realDay, date });
    await addPrice(app.owner, date, 8_541_770_000n);
  }
  customerId = await addCustomer(app.owner, 1);
  // 47.4 kWh at 1 USDT: far more than it mines.
  machineId = await addWorldMachine(app.owner, { machineNo: 'A-1', customerId, price: '1', hashrate: '1' });
});
afterAll(async () => {
  await assertBooksBalance(app.database, [...app.slices.electricity.bookChecks, ...app.slices.dayClose.bookChecks]);
  await app.stop();
});

const closeAt = (date: string, now: string) => app.slices.dayClose.closeMining(date, new Date(now));

async function machine() {
  const { rows } = await app.database.query<{ status: string; arrear_time: Date | null; status_since: Date }>({
    text: 'select status, arrear_time, status_since from machine where id = $1',
    values: [machineId],
  });
  return rows[0];
}

async function notices({ database }: TestApp): Promise<string[]> {
  const { rows } = await database.query<{ text: string }>({
    text: `select detail ->> 'text' as text from customer_message where kind = 'ELECTRICITY' and event = 'NOTICE' order by id`,
  });
  return rows.map(({ text }) => text);
}

async function runningSeconds(date: string) {
  const { rows } = await app.database.query<{ running_seconds: number }>({
    text: 'select running_seconds from machine_output where machine_id = $1 and date = $2',
    values: [machineId, date],
  });
  return rows[0]?.running_seconds ?? 0;
}

describe('a machine whose electricity is not paid [state:machine.ARREAR]', () => {
  it('runs on through the first day that it owes', async () => {
    expect(await closeAt('2020-03-01', '2020-03-02T06:00:00Z')).toMatchObject({ outcome: 'closed' });
    expect(await machine()).toMatchObject({ status: 'RUNNING' });
  });

  it('notifies its owner what is owed and from when it stops', async () => {
    // 47.4 USDT, less the output: closed at 14:00 in Shanghai, 24 hours before it can stop.
    const [charge] = await chargesOf(app.database, customerId);
    const owed = displayDebit((charge as { owed: bigint }).owed, 'USDT');
    expect(await notices(app)).toEqual([
      `您已欠缴电费：共 ${owed} USDT。账户余额不足，请在 03-03 14:00 前充值，逾期停机。`,
    ]);
  });

  it('stops with the next close that comes a day later, dated then, and never in the past', async () => {
    const at = '2020-03-05T11:22:33Z';
    expect(await closeAt('2020-03-02', at)).toMatchObject({ outcome: 'closed' });
    expect(await machine()).toEqual({ status: 'ARREAR', arrear_time: new Date(at), status_since: new Date(at) });
    // No time is left that its owner could be given.
    expect((await notices(app)).at(-1)).toMatch(/^您已欠缴电费：共 [\d.]+ USDT。逾期的矿机停机，充值缴清后自动恢复。$/);
  });

  it('earns and pays for all the hours before it stopped, and then nothing', async () => {
    expect(await closeAt('2020-03-03', '2020-03-05T11:22:34Z')).toMatchObject({ outcome: 'closed' });
    expect(await closeAt('2020-03-04', '2020-03-05T11:22:35Z')).toMatchObject({ outcome: 'closed' });
    expect(await runningSeconds('2020-03-03')).toBe(86_400);
    expect(await runningSeconds('2020-03-04')).toBe(86_400);
  });

  it('stays stopped while a part is owed, and starts the moment that all is paid, oldest first', async () => {
    const owed = (await chargesOf(app.database, customerId)).reduce((sum, charge) => sum + charge.owed, 0n);
    const pay = (amount: bigint, at: string) =>
      app.database.transaction(async (dbTx) => {
        await giveMoney(dbTx, customerId, 'ELE_ACCOUNT', amount, at);
        await app.slices.electricity.payOwed(dbTx, [customerId], new Date(at));
      });
    await pay(owed - 1n, '2020-03-05T12:00:00Z');
    expect(await machine()).toMatchObject({ status: 'ARREAR' });
    const charges = await chargesOf(app.database, customerId);
    expect(charges.map((charge) => charge.owed)).toEqual([0n, 0n, 0n, 1n]);
    expect((await notices(app)).at(-1)).toMatch(/^您已欠缴电费/);
    await pay(5n, '2020-03-05T13:00:00Z');
    expect(await machine()).toMatchObject({ status: 'RUNNING', status_since: new Date('2020-03-05T13:00:00Z') });
    expect(await balanceOf(app.database, customerId, 'USDT')).toBe(4n);
  });

  it('gives its owner one notice that nothing is owed any more', async () => {
    await app.database.transaction((dbTx) =>
      app.slices.electricity.payOwed(dbTx, [customerId], new Date('2020-03-05T14:00:00Z')),
    );
    expect((await notices(app)).filter((text) => text.startsWith('欠费'))).toEqual([
      '欠费已缴清：本次补缴 0.01 USDT。因欠费停机的矿机自动恢复，提现和转入 COIN UP 不再因欠费受限。',
    ]);
  });

  it('stops with a close that runs before 06:00 UTC', async () => {
    expect(await closeAt('2020-03-05', '2020-03-06T00:30:00Z')).toMatchObject({ outcome: 'closed' });
    expect(await closeAt('2020-03-06', '2020-03-07T00:45:00Z')).toMatchObject({ outcome: 'closed' });
    expect(await machine()).toMatchObject({ status: 'ARREAR', arrear_time: new Date('2020-03-07T00:45:00Z') });
  });
});

describe('grace over closes that catch up', () => {
  const world = { date: '2020-03-03', at: '2020-03-04T06:00:00Z' };
  let other: TestApp;
  let ids: bigint[];

  beforeAll(async () => {
    other = await startTestApp();
    for (let date = '2020-03-01'; date <= '2020-03-04'; date = addDays(date, 1)) {
      await addNetworkDay(other.owner, { ...realDay, date });
      await addPrice(other.owner, date, 8_541_770_000n);
    }
    ids = await Promise.all(
      [1, 2].map(async (number) => {
        const customer = await addCustomer(other.owner, number);
        await addWorldMachine(other.owner, {
          machineNo: `G-${number}`,
          customerId: customer,
          price: '1',
          hashrate: '1',
        });
        return customer;
      }),
    );
  });
  afterAll(() => other.stop());

  async function statuses() {
    const { rows } = await other.database.query({
      text: 'select status, arrear_time from machine order by machine_no',
    });
    return rows.map(({ status, arrear_time }) => (arrear_time === null ? status : [status, arrear_time]));
  }
  const tick = async (at: string) => {
    for (const run of other.slices.electricity.ticks) await run(new Date(at));
  };

  it('is 24 hours from the posting, for every charge of three closes in a row', async () => {
    for (const date of ['2020-03-01', '2020-03-02', world.date]) {
      const result = await other.slices.dayClose.closeMining(date, new Date(world.at));
      expect(result).toMatchObject({ outcome: 'closed' });
    }
    expect(await statuses()).toEqual(['RUNNING', 'RUNNING']);
    expect(await notices(other)).toHaveLength(6);
    await tick('2020-03-05T05:59:59.999Z');
    expect(await statuses()).toEqual(['RUNNING', 'RUNNING']);
  });

  it('ends between two closes where the next one runs a little early, unless the debt is paid', async () => {
    expect(await other.slices.dayClose.closeMining('2020-03-04', new Date('2020-03-05T05:59:59Z'))).toMatchObject({
      outcome: 'closed',
    });
    expect(await statuses()).toEqual(['RUNNING', 'RUNNING']);
    const payer = ids[1] as bigint;
    await other.database.transaction(async (dbTx) => {
      await giveMoney(dbTx, payer, 'ELE_ACCOUNT', 900_000_000n, '2020-03-05T05:59:59Z');
      await other.slices.electricity.payOwed(dbTx, [payer], new Date('2020-03-05T05:59:59Z'));
    });
    await tick('2020-03-05T06:00:00Z');
    expect(await statuses()).toEqual([['ARREAR', new Date('2020-03-05T06:00:00Z')], 'RUNNING']);
  });

  it('gives the notice of a debt that is settled, too, where a close finds what pays it', async () => {
    const settled = async () => (await notices(other)).filter((text) => text.startsWith('欠费'));
    const before = await settled();
    for (const date of ['2020-03-05', '2020-03-06']) {
      await addNetworkDay(other.owner, { ...realDay, date });
      await addPrice(other.owner, date, 8_541_770_000n);
    }
    await giveMoney(other.database, ids[0] as bigint, 'ELE_ACCOUNT', 900_000_000n, '2020-03-05T12:00:00Z');
    const close = (date: string, at: string) => other.slices.dayClose.closeMining(date, new Date(at));
    expect(await close('2020-03-05', '2020-03-06T06:00:00Z')).toMatchObject({ outcome: 'closed' });
    expect(await statuses()).toEqual([['RUNNING', new Date('2020-03-05T06:00:00Z')], 'RUNNING']);
    const notice = expect.stringMatching(/^欠费已缴清：本次补缴 [\d.]+ USDT。因欠费停机的矿机自动恢复，/);
    expect(await settled()).toEqual([...before, notice]);
    expect(await close('2020-03-06', '2020-03-07T06:00:00Z')).toMatchObject({ outcome: 'closed' });
    expect(await settled()).toHaveLength(before.length + 1);
  });
});

describe('a machine that was sold', () => {
  it('runs on for its new owner, who owes something fresh, when the debt of the former one is overdue', async () => {
    const other = await startTestApp();
    try {
      for (const date of ['2020-03-01', '2020-03-02']) {
        await addNetworkDay(other.owner, { ...realDay, date });
        await addPrice(other.owner, date, 8_541_770_000n);
      }
      const [seller, buyer] = [await addCustomer(other.owner, 1), await addCustomer(other.owner, 2)];
      const id = await addWorldMachine(other.owner, {
        machineNo: 'S-1',
        customerId: seller,
        price: '1',
        hashrate: '1',
      });
      await other.owner.query({
        text: `select set_machine_terms(array[$1::bigint], array['2020-03-02'::date], array[$2::jsonb], 'test', '2020-02-28')`,
        values: [id, JSON.stringify({ customer_id: String(buyer) })],
      });
      const closeOther = (date: string, at: string) => other.slices.dayClose.closeMining(date, new Date(at));
      expect(await closeOther('2020-03-01', '2020-03-02T05:00:00Z')).toMatchObject({ outcome: 'closed' });
      expect(await closeOther('2020-03-02', '2020-03-03T04:00:00Z')).toMatchObject({ outcome: 'closed' });
      for (const tick of other.slices.electricity.ticks) await tick(new Date('2020-03-03T05:00:00Z'));
      const { rows } = await other.database.query({ text: 'select customer_id, status from machine' });
      expect(rows).toEqual([{ customer_id: buyer, status: 'RUNNING' }]);
    } finally {
      await other.stop();
    }
  });
});

describe('a contract that ends between the end of the day and its close', () => {
  it('ends then, however late that close runs, and no arrear goes on after it', async () => {
    const other = await startTestApp();
    try {
      const end = '2020-03-03T03:00:00Z';
      const dates = ['2020-03-01', '2020-03-02', '2020-03-03'];
      for (const date of dates) {
        await addNetworkDay(other.owner, { ...realDay, date });
        await addPrice(other.owner, date, 8_541_770_000n);
      }
      const customer = await addCustomer(other.owner, 1);
      const ending = { machineNo: 'E-1', customerId: customer, price: '1', hashrate: '1', endTime: end };
      const id = await addWorldMachine(other.owner, ending);
      for (const date of dates) {
        const result = await other.slices.dayClose.closeMining(date, new Date('2020-03-05T11:22:33Z'));
        expect(result).toMatchObject({ outcome: 'closed' });
      }
      const { rows: periods } = await other.database.query({
        text: 'select status, started_at, ended_at from machine_status_period where machine_id = $1 order by seq',
        values: [id],
      });
      expect(periods).toEqual([
        { status: 'RUNNING', started_at: new Date('2020-01-01T00:00:00Z'), ended_at: new Date(end) },
        { status: 'SUSPEND', started_at: new Date(end), ended_at: null },
      ]);
      const { rows } = await other.database.query({
        text: `select output.running_seconds as mined, charge.running_seconds as charged
               from machine_output output join electricity_charge charge using (machine_id, date) where date = '2020-03-03'`,
      });
      expect(rows).toEqual([{ mined: 3 * 3600, charged: 3 * 3600 }]);
    } finally {
      await other.stop();
    }
  });
});

describe('a price that is needed and missing', () => {
  it('stops the close before anything is kept, and only when it is needed', async () => {
    const date = '2020-03-13';
    for (let day = '2020-03-07'; day < date; day = addDays(day, 1)) {
      expect(await closeAt(day, `${addDays(day, 1)}T06:00:00Z`)).toMatchObject({ outcome: 'closed' });
    }
    await addNetworkDay(app.owner, { ...realDay, date });
    const needy = await addCustomer(app.owner, 2);
    await addWorldMachine(app.owner, { machineNo: 'B-1', customerId: needy });
    expect(await closeAt(date, '2020-03-14T06:00:00Z')).toEqual({
      outcome: 'refused',
      reasons: ['the price of BTC of 2020-03-13 is missing: import it first'],
    });
    expect(
      (await app.database.query({ text: 'select from machine_output where date = $1', values: [date] })).rows,
    ).toEqual([]);
    expect(await balanceOf(app.database, needy, 'BTC')).toBe(0n);
    // Prepaid electricity asks for no price.
    await giveMoney(app.database, needy, 'ELE_ACCOUNT', 900_000_000n, '2020-03-14T05:00:00Z');
    expect(await closeAt(date, '2020-03-14T06:00:00Z')).toMatchObject({ outcome: 'closed' });
  });
});
