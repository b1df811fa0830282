/**
 * Proves that outputs come with evidence that recomputes them to the satoshi, hosting fees with their state, and both to
 * their owner only.
 */
import { fppsOutput } from '@lode/mining';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';

let app: TestApp;
let stranger: TestCustomer;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  stranger = await app.createCustomer();
});
afterAll(() => app.stop());

describe('outputPage', () => {
  let miner: TestCustomer;
  let machineId: bigint;
  const network = { blocks: 142, subsidySum: '1775.00000000', feeSum: '27.63375097' };

  beforeAll(async () => {
    miner = await app.createCustomer();
    machineId = await addMachine(app, {
      machineNo: 'O-1',
      account: miner.account,
      startTime: '2026-03-09',
    });
    await app.owner.query({
      text: `insert into network_day (coin, date, blocks, subsidy_sum, fee_sum, epochs, source, created_at) values
        ('BTC', '2026-03-09', 142, 177500000000, 2763375097,
         '[{"difficulty": "15546745765529.31", "seconds": 36000}, {"difficulty": "15486913440292.87", "seconds": 50400}]', 'import', now())`,
    });
    const worked = fppsOutput({
      ...network,
      hashrate: '50',
      poolFeeRate: '0.04',
      epochs: [
        { difficulty: '15546745765529.31', seconds: 6000 },
        { difficulty: '15486913440292.87', seconds: 50_400 },
      ],
    });
    await recordDay(app.owner, '2026-03-09', {
      outputs: [
        { machineId, customerId: miner.id, net: worked.net, gross: worked.gross, epochSeconds: [6000, 50_400] },
        { machineId, customerId: miner.id, net: 700n, coin: 'DOGE', epochSeconds: null },
      ],
      charges: [{ machineId, customerId: miner.id, amount: 2_133_000n }],
    });
  });

  it('shows outputs with evidence that recomputes them, and none for what the pool reported [call:GET /api/user/wallet/output/page]', async () => {
    const { records } = await app.data('outputPage', {}, miner.caller);
    expect(records).toHaveLength(2);
    const [doge, btc] = records;
    expect(doge).toMatchObject({
      coin: 'DOGE',
      net: '0.00000700',
      evidence: null,
      fee: { amount: '2.133000', coin: 'USDT' },
    });
    expect(btc).toMatchObject({
      coin: 'BTC',
      machineNo: 'O-1',
      hashrateUnit: 'TH/s',
      runningSeconds: 56_400,
      date: '2026-03-09',
    });
    const evidence = btc?.evidence;
    if (!evidence || !btc) throw new Error('no evidence');
    expect(evidence).toMatchObject({
      ...network,
      firstHeight: null,
      poolFeeRate: '0.04',
      source: 'import',
    });
    const again = fppsOutput({ hashrate: btc.hashrate, ...evidence });
    expect(again.net).toBe(BigInt(btc.net.replace('.', '')));
    expect(again.poolFee).toBe(BigInt(btc.poolFee.replace('.', '')));
    expect(evidence.epochs.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(btc.runningSeconds);
  });

  it('filters by coin, machine and day', async () => {
    const coins = async (input: Parameters<typeof app.data<'outputPage'>>[1], who = miner) =>
      (await app.data('outputPage', input, who.caller)).records.map(({ coin }) => coin);
    const id = String(machineId);
    expect(await coins({ coin: 'BTC' })).toEqual(['BTC']);
    expect(await coins({ machineId: id })).toEqual(['DOGE', 'BTC']);
    expect(await coins({ machineId: id, coin: 'DOGE' })).toEqual(['DOGE']);
    expect(await coins({ from: '2026-03-10' })).toEqual([]);
    expect(await coins({ to: '2026-03-09', from: '2026-03-09' })).toEqual(['DOGE', 'BTC']);
    expect(await coins({ machineId: 'nonsense' })).toEqual([]);
    expect(await coins({ machineId: id }, stranger)).toEqual([]);
    expect(await coins({}, stranger)).toEqual([]);
  });

  it('walks by cursor over days, machines and coins', async () => {
    const first = await app.data('outputPage', { size: 1 }, miner.caller);
    const second = await app.data('outputPage', { size: 1, cursor: first.nextCursor ?? '' }, miner.caller);
    expect([first, second].flatMap(({ records }) => records.map(({ coin }) => coin))).toEqual(['DOGE', 'BTC']);
    expect(second).toMatchObject({ hasMore: false, nextCursor: null });
    expect(await app.data('outputPage', { size: 1, current: 2 }, miner.caller)).toMatchObject({
      records: second.records,
    });
  });
});

describe('hostingFeeList', () => {
  it('shows months, paid and owed, by machine or by its own id, to their owner [call:GET /api/user/machine/special/parkingFeeList]', async () => {
    const host = await app.createCustomer();
    const [one, two] = await Promise.all(
      ['H-1', 'H-2'].map((machineNo) =>
        addMachine(app, {
          machineNo,
          account: host.account,
          startTime: '2026-03-10',
          purchaseKind: 'THIRD',
          hostingFeeMonthly: '15',
        }),
      ),
    );
    await app.owner.query({
      text: `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, monthly_fee, amount,
          paid_prepaid, owed, charged_at, paid_at) values
        ($1, '2026-01-01', $3, '2026-01-31', '2026-01-01', '2026-01-31', 31, 15000000, 15000000, 15000000, 0,
          '2026-02-01T06:00:00Z', '2026-02-02T00:00:00Z'),
        ($1, '2026-02-01', $3, '2026-02-28', '2026-02-01', '2026-02-28', 28, 15000000, 15000000, 5000000, 10000000,
          '2026-03-01T06:00:00Z', null),
        ($2, '2026-02-01', $3, '2026-02-28', '2026-02-15', '2026-02-28', 14, 15000000, 7500000, 7500000, 0,
          '2026-03-01T06:00:00Z', '2026-03-01T06:00:00Z')`,
      values: [one, two, host.id],
    });
    const list = async (input: Parameters<typeof app.data<'hostingFeeList'>>[1], who = host) =>
      (await app.data('hostingFeeList', input, who.caller)).records.map(({ id, status }) => [
        id.replace(/-\d+$/, ''),
        status,
      ]);
    expect(await list({})).toEqual([
      [`${two}-2026-02`, 'PAID'],
      [`${one}-2026-02`, 'OWED'],
      [`${one}-2026-01`, 'PAID'],
    ]);
    expect(await list({ id: String(one) })).toEqual([
      [`${one}-2026-02`, 'OWED'],
      [`${one}-2026-01`, 'PAID'],
    ]);
    expect(await list({ id: `${one}-2026-01` })).toEqual([[`${one}-2026-01`, 'PAID']]);
    const own = (await app.data('hostingFeeList', { id: String(one) }, host.caller)).records[0]?.id as string;
    expect(await list({ id: own })).toEqual([[`${one}-2026-02`, 'OWED']]);
    expect(await list({ id: 'x' })).toEqual([]);
    expect(await list({ id: String(one) }, stranger)).toEqual([]);
    const page = await app.data('hostingFeeList', { size: 1 }, host.caller);
    const rest = await app.data('hostingFeeList', { cursor: page.nextCursor ?? '' }, host.caller);
    expect([...page.records, ...rest.records]).toHaveLength(3);
    expect(rest.records.at(-1)).toMatchObject({
      month: '2026-01',
      days: 31,
      monthlyFee: '15.000000',
      amount: '15.000000',
      coin: 'USDT',
      time: '2026-02-02T00:00:00.000Z',
    });
  });
});

describe('outputPage while a close runs', () => {
  it('shows nothing of a day whose close is not finished', async () => {
    const customer = await app.createCustomer();
    const id = await addMachine(app, {
      machineNo: 'O-2',
      account: customer.account,
      startTime: '2026-03-10T02:00:00Z',
    });
    await recordDay(app.owner, '2026-03-10', {
      outputs: [{ machineId: id, customerId: customer.id, net: 900n }],
      isClosed: false,
    });
    expect((await app.data('outputPage', {}, customer.caller)).records).toEqual([]);
    const named = { machineId: String(id), coin: 'BTC', from: '2026-03-01', to: '2026-03-31' } as const;
    expect((await app.data('outputPage', named, customer.caller)).records).toEqual([]);
    await app.owner.query({
      text: `update day_close set closed_at = now(), seal = $1, tie_out = '{}' where date = '2026-03-10'`,
      values: [Buffer.alloc(32)],
    });
    expect((await app.data('outputPage', named, customer.caller)).records).toHaveLength(1);
  });
});
