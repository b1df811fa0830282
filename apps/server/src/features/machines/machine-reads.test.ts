/**
 * Proves what a customer sees of machines through the real app on a real PostgreSQL: only what is closed, page by page,
 * and nothing of anybody else's.
 */
import type { Data, Input } from '@lode/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';
import { readLastDays, readStatusLog } from './machine-reads.ts';

let app: TestApp;
let owner: TestCustomer;
let stranger: TestCustomer;
let machines = 0;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  owner = await app.createCustomer();
  stranger = await app.createCustomer();
});
afterAll(() => app.stop());

const newMachine = (values: Parameters<typeof addMachine>[1] = {}, customer = owner) =>
  addMachine(app, { machineNo: `R-${++machines}`, account: customer.account, ...values });

describe('machinePage and machineDetail', () => {
  it('shows zeros before the first close, and only what is closed afterwards [call:GET /api/user/machine/pow/page] [call:GET /api/user/machine/detail]', async () => {
    const customer = await app.createCustomer();
    const machineId = await newMachine(
      { startTime: '2026-03-05T12:00:00Z', endTime: '2027-03-05T00:00:00Z' },
      customer,
    );
    const { id: customerId } = customer;
    const id = String(machineId);
    const fresh = await app.data('machineDetail', { id }, customer.caller);
    expect(fresh).toMatchObject({
      model: 'S17 Pro',
      hashrate: '50',
      electricityPrice: '0.045',
      yesterdayOutput: '0.00000000',
      totalOutput: '0.00000000',
      yesterdayFee: '0.000000',
      owed: '0.000000',
      last30: [],
      poolFeeRate: '0.04',
      breakEvenPrice: null,
      endTime: '2027-03-05T00:00:00.000Z',
    });

    await recordDay(app.owner, '2026-03-05', { outputs: [{ machineId, customerId, net: 1000n }] });
    await recordDay(app.owner, '2026-03-06', {
      outputs: [
        { machineId, customerId, net: 3000n },
        { machineId, customerId, net: 9n, coin: 'DOGE', epochSeconds: null },
      ],
      charges: [{ machineId, customerId, amount: 2_133_000n, owed: 33_000n }],
    });
    await recordDay(app.owner, '2026-03-07', { outputs: [{ machineId, customerId, net: 5000n }], isClosed: false });

    const detail = await app.data('machineDetail', { id }, customer.caller);
    expect(detail).toMatchObject({
      yesterdayOutput: '0.00003000',
      totalOutput: '0.00004000',
      yesterdayFee: '2.133000',
      owed: '0.033000',
      owesElectricity: true,
      last30: [
        { date: '2026-03-05', output: '0.00001000', fee: '0.000000' },
        { date: '2026-03-06', output: '0.00003000', fee: '2.133000' },
      ],
      breakEvenPrice: '71100',
    });
    const page = await app.data('machinePage', {}, customer.caller);
    expect(page.records).toHaveLength(1);
    expect(page.records[0]).toMatchObject({ id, totalOutput: '0.00004000', owed: '0.033000' });
  });

  it('counts corrections of outputs, and hosting with what is owed', async () => {
    const customer = await app.createCustomer();
    const { id: customerId } = customer;
    const machineId = await newMachine({ startTime: '2026-03-09T12:00:00Z', purchaseKind: 'THIRD' }, customer);
    await app.owner.query({ text: `update machine set start_time = '2026-03-05' where id = $1`, values: [machineId] });
    const date = '2026-03-06';
    await app.owner.query({
      text: `insert into machine_output (machine_id, date, coin, customer_id, hashrate, running_seconds, pool_fee_rate, gross, pool_fee, net)
             values ($1, $2, 'BTC', $3, '50', 86400, 0, 3000, 0, 3000)`,
      values: [machineId, date, customerId],
    });
    for (const [coin, amount, about] of [
      ['BTC', -400, date],
      ['BTC', 50, '2026-03-05'],
      ['DOGE', 7, date],
    ] as const)
      await app.owner.query({
        text: `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin,
                 adjusted_amount, moved, amount, owed, reason, adjusted_at)
               values ($1, $2, $3, 'M', $4, '2026-03-09', 'output', 'BTC', $5, $6, $6, 0, 0, 'r', now())`,
        values: [`${machineId} ${coin} ${about}`, machineId, customerId, about, coin, amount],
      });
    await app.owner.query({
      text: `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, amount, owed, charged_at)
             values ($1, '2026-02-01', $2, '2026-02-28', '2026-02-01', '2026-02-28', 28, 5000000, 5000000, now())`,
      values: [machineId, customerId],
    });
    const detail = await app.data('machineDetail', { id: String(machineId) }, customer.caller);
    expect(detail).toMatchObject({
      yesterdayOutput: '0.00002600',
      totalOutput: '0.00002650',
      owed: '5.000000',
      owesElectricity: false,
      last30: [
        { date: '2026-03-05', output: '0.00000050' },
        { date, output: '0.00002600' },
      ],
    });
  });

  it("reads a machine's log and days together with whose it is", async () => {
    const id = await newMachine({ startTime: '2026-03-09T00:00:00Z' });
    expect(await readStatusLog(app.database, owner.id, id)).toHaveLength(1);
    expect(await readStatusLog(app.database, stranger.id, id)).toEqual([]);
    const early = await newMachine({ startTime: '2026-03-10T03:00:00Z' });
    await app.owner.query({ text: `update machine set start_time = '2026-03-01' where id = $1`, values: [early] });
    expect(await readLastDays(app.database, owner.id, early)).not.toEqual([]);
    expect(await readLastDays(app.database, stranger.id, early)).toEqual([]);
  });

  it('filters, and pages by cursor and by number alike, newest first [entity:purchase-kind.SUBSCRIBE]', async () => {
    const customer = await app.createCustomer();
    for (const [n, kind] of ['SUBSCRIBE', 'THIRD', 'SUBSCRIBE', 'SUBSCRIBE', 'THIRD'].entries())
      await newMachine({ purchaseKind: kind, startTime: `2026-03-${20 + n}T00:00:00Z` }, customer);
    const all = await app.data('machinePage', {}, customer.caller);
    const ids = all.records.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => Number(b) - Number(a)));

    const walked: string[] = [];
    let cursor: string | null = null;
    for (let current = 1; current <= 3; current++) {
      const byCursor: Awaited<ReturnType<typeof app.data<'machinePage'>>> = await app.data(
        'machinePage',
        { size: 2, ...(cursor && { cursor }) },
        customer.caller,
      );
      const byNumber = await app.data('machinePage', { size: 2, current }, customer.caller);
      expect(byCursor.records).toEqual(byNumber.records);
      walked.push(...byCursor.records.map(({ id }) => id));
      cursor = byCursor.nextCursor;
    }
    expect(walked).toEqual(ids);
    expect(cursor).toBeNull();

    const third = await app.data('machinePage', { purchaseKind: 'THIRD' }, customer.caller);
    expect(third.records.map(({ purchaseKind }) => purchaseKind)).toEqual(['THIRD', 'THIRD']);
    const bought = await app.data('machinePage', { purchaseKind: 'SUBSCRIBE' }, customer.caller);
    expect(bought.records.map(({ purchaseKind }) => purchaseKind)).toEqual(['SUBSCRIBE', 'SUBSCRIBE', 'SUBSCRIBE']);
    expect((await app.data('machinePage', { status: 'RUNNING' }, customer.caller)).records).toEqual([]);
    expect((await app.data('machinePage', { coin: 'DOGE' }, customer.caller)).records).toEqual([]);
    expect((await app.data('machinePage', {}, stranger.caller)).records).toEqual([]);
  });

  it('refuses a cursor that it did not make', async () => {
    const reply = await app.call('machinePage', { cursor: 'bm90LWEtY3Vyc29y' }, owner.caller);
    expect(reply).toMatchObject({ status: 400, data: { field: 'cursor' } });
  });
});

describe('search and order of machinePage', () => {
  it('puts what needs the customer first, page by page, and says why', async () => {
    const customer = await app.createCustomer();
    const running = await newMachine({ startTime: '2026-03-10T00:00:00Z' }, customer);
    const ending = await newMachine({ startTime: '2026-03-10T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }, customer);
    const owing = await newMachine({ startTime: '2026-03-10T00:00:00Z' }, customer);
    const waiting = await newMachine({ startTime: '2026-05-01T00:00:00Z' }, customer);
    const stopped = await newMachine({ startTime: '2026-03-10T00:00:00Z' }, customer);
    const charges = [{ machineId: owing, customerId: customer.id, amount: 2_000_000n, owed: 2_000_000n }];
    await recordDay(app.owner, '2026-03-09', { charges });
    await app.data('machineSuspend', { id: String(stopped) }, customer.caller);

    const seen: [string, string | null][] = [];
    let cursor: string | null = null;
    do {
      const input = { sort: 'ATTENTION' as const, size: 2, ...(cursor !== null && { cursor }) };
      const page: Data<'machinePage'> = await app.data('machinePage', input, customer.caller);
      seen.push(...page.records.map(({ id, attention }): [string, string | null] => [id, attention]));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual([
      [String(owing), 'OWED'],
      [String(ending), 'ENDING'],
      [String(stopped), null],
      [String(waiting), null],
      [String(running), null],
    ]);
  });

  it('orders by hashrate in any unit, number and end of contract, and finds part of a number, model or site', async () => {
    const customer = await app.createCustomer();
    const base = { account: customer.account, startTime: '2026-03-10T00:00:00Z' };
    const small = await addMachine(app, { ...base, machineNo: 'Q-b', hashrate: '50' });
    const doge = await addMachine(app, {
      ...base,
      machineNo: 'Q-a',
      coin: 'DOGE',
      hashrate: '9500',
      hashrateUnit: 'MH/s',
      model: 'L7 100%_',
    });
    const big = await addMachine(app, {
      ...base,
      machineNo: 'Q-c',
      model: 'S17 Hydro',
      hashrate: '120',
      endTime: '2026-09-01T00:00:00Z',
    });
    const list = async (input: Input<'machinePage'>) =>
      (await app.data('machinePage', input, customer.caller)).records.map(({ id }) => BigInt(id));
    expect(await list({ sort: 'HASHRATE' })).toEqual([big, small, doge]);
    expect(await list({ sort: 'NUMBER' })).toEqual([doge, small, big]);
    expect(await list({ sort: 'CONTRACT_END' })).toEqual([big, doge, small]);
    expect(await list({ search: 'q-A' })).toEqual([doge]);
    // What SQL takes for patterns are letters here.
    expect(await list({ search: '100%_', sort: 'NUMBER' })).toEqual([doge]);
    expect(await list({ search: '%' })).toEqual([doge]);
    expect(await list({ search: 's17' })).toEqual([big, small]);
    expect(await list({ search: 'q-', status: 'REPAIR' })).toEqual([]);
  });

  it('puts a machine that runs at a loss behind stopped ones and before those that earn, and says why', async () => {
    const customer = await app.createCustomer();
    const { id: customerId } = customer;
    const start = { startTime: '2026-03-10T00:00:00Z' };
    const [even, costly, doge, earning, unbilled, off] = [
      await newMachine(start, customer),
      await newMachine(start, customer),
      await newMachine({ ...start, coin: 'DOGE', hashrate: '504', hashrateUnit: 'MH/s', model: 'L3' }, customer),
      await newMachine(start, customer),
      await newMachine(start, customer),
      await newMachine(start, customer),
    ];
    const waiting = await newMachine({ startTime: '2026-05-01T00:00:00Z' }, customer);
    await app.data('machineSuspend', { id: String(off) }, customer.caller);
    // 0.00001 BTC at 50,000 USDT is half a USDT. DOGE has no price.
    await app.owner.query({
      text: `insert into reference_price (coin, date, usdt, source, created_at)
             values ('BTC', '2026-03-01', 10000000000, 'test', now()), ('BTC', '2026-03-09', 50000000000, 'test', now()),
               ('BTC', '2026-03-12', 1000000, 'test', now())`,
    });
    const of = (machineId: bigint, coin: 'BTC' | 'DOGE' = 'BTC') => ({ machineId, customerId, coin, net: 1000n });
    const fee = (machineId: bigint, amount: bigint) => ({ machineId, customerId, amount });
    // The day before, the other way round.
    await recordDay(app.owner, '2026-03-10', {
      outputs: [of(even), of(costly), of(earning)],
      charges: [fee(earning, 900_000n), fee(costly, 100n)],
    });
    await recordDay(app.owner, '2026-03-11', {
      outputs: [of(even), of(costly), of(doge, 'DOGE'), of(earning), of(unbilled), of(off)],
      charges: [
        fee(even, 500_000n),
        fee(costly, 500_001n),
        fee(doge, 1_000_000n),
        fee(earning, 499_999n),
        fee(off, 900_000n),
      ],
    });
    const { records } = await app.data('machinePage', { sort: 'ATTENTION' }, customer.caller);
    expect(records.map(({ id, attention }) => [id, attention])).toEqual([
      [String(off), null],
      [String(costly), 'LOSING'],
      [String(waiting), null],
      [String(unbilled), null],
      [String(earning), null],
      [String(doge), null],
      [String(even), null],
    ]);
    const detail = await app.data('machineDetail', { id: String(costly) }, customer.caller);
    expect(detail.attention).toBe('LOSING');
  });
});
