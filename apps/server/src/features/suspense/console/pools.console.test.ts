// Pools in the console: what closed days mined and no payment is for, what arrived, what was paid against what was expected; and a
// shortfall that is matched only with its reason, by two people.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consoleOrigin, type StaffClients, staffClients } from '../../../testing/console-client.ts';
import { addMachine } from '../../../testing/machines.ts';
import { startPoolFixture } from '../testing/pool-fixture.ts';
import { readUnpaidDays } from './pool-board.store.ts';

let world: Awaited<ReturnType<typeof startPoolFixture>>;
let by: StaffClients;
beforeAll(async () => {
  world = await startPoolFixture({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  by = await staffClients(world.app.console, ['finance', 'approver', 'auditor']);
});
afterAll(() => world.app.stop());

const board = async () => (await by('auditor').call('poolBoard')).data;
const payments = async (input: object = {}) => (await by('auditor').call('poolPaymentList', input)).data.records;

it('shows what is unpaid, coin by coin, and what arrived', async () => {
  const { id, txid } = await world.pays(3_400_000n);
  const { unpaid, days, arrivals, reports } = await board();
  expect(unpaid).toEqual([
    { coin: 'BTC', days: 3, outputs: '0.06000000', from: '2026-03-01', to: '2026-03-03', isCut: false },
    { coin: 'DOGE', days: 1, outputs: '5.00000000', from: '2026-03-01', to: '2026-03-01', isCut: false },
  ]);
  expect(days.filter(({ coin }) => coin === 'BTC').map(({ date, outputs }) => `${date} ${outputs}`)).toEqual([
    '2026-03-01 0.01500000',
    '2026-03-02 0.02000000',
    '2026-03-03 0.02500000',
  ]);
  expect(arrivals).toMatchObject([{ id: String(id), amount: '0.03400000', isAtPoolAddress: true, txid }]);
  expect(reports).toHaveLength(7);
  expect(reports.map(({ isClosed }) => isClosed)).toEqual([...Array(6).fill(false), true]);
  expect(await payments()).toEqual([]);
});

it('matches a shortfall only with its reason, and by two people', async () => {
  const [arrival] = (await board()).arrivals;
  const options = { coin: 'BTC', from: '2026-03-01', to: '2026-03-02', arrival: arrival?.id ?? '' };
  const action = 'pool:payment';
  const silent = await by('finance').call('previewProposal', { action, options });
  expect(silent.code).toBe(40008);
  expect((silent.data as unknown as { reason: string }).reason).toContain('少付 0.00100000 BTC');
  const explained = { ...options, variance: 'rejected shares, statement 45' };
  const { data } = await by('finance').call('propose', { action, options: explained, reason: 'statement 45' });
  expect((await by('finance').call('approveProposal', { id: data.id })).code).toBe(40008);
  expect(await payments()).toEqual([]);
  expect((await by('approver').call('approveProposal', { id: data.id })).code).toBe(200);
  expect(await payments({ view: 'DIFFERING' })).toMatchObject([
    {
      coin: 'BTC',
      from: '2026-03-01',
      to: '2026-03-02',
      expected: '0.03500000',
      paid: '0.03400000',
      difference: '-0.00100000',
      corrections: '0.00000000',
      reason: 'rejected shares, statement 45',
      arrival: { id: arrival?.id, txid: arrival?.txid },
      isUndone: false,
    },
  ]);
  // A day that nothing is unpaid of takes no place in the list, though it mined no ETH and no DOGE.
  const open = await readUnpaidDays(world.app.database, 10);
  expect(open.map(({ date }) => date)).toEqual(['2026-03-03', '2026-03-01']);
  const { unpaid, arrivals } = await board();
  expect(unpaid.map(({ coin, days, outputs }) => `${coin} ${days} ${outputs}`)).toEqual([
    'BTC 1 0.02500000',
    'DOGE 1 5.00000000',
  ]);
  expect(arrivals).toEqual([]);
  await world.assertBooks();
});

it('lists by coin, and what differs apart; an undone match opens its days again', async () => {
  const hand = { coin: 'DOGE', from: '2026-03-01', to: '2026-03-01', amount: '5' };
  const proposed = await by('finance').call('propose', { action: 'pool:payment', options: hand, reason: 'r' });
  expect((await by('approver').call('approveProposal', { id: proposed.data.id })).code).toBe(200);
  expect((await payments({ view: 'DIFFERING' })).map(({ coin }) => coin)).toEqual(['BTC']);
  expect((await payments({ coin: 'DOGE' })).map(({ arrival, reason }) => [arrival, reason])).toEqual([[null, null]]);
  expect((await board()).unpaid.map(({ coin }) => coin)).toEqual(['BTC']);
  const [doge] = await payments({ coin: 'DOGE' });
  const undo = { action: 'pool:undo', options: { id: doge?.id ?? '' }, reason: 'wrong period' } as const;
  const { data } = await by('finance').call('propose', undo);
  expect((await by('approver').call('approveProposal', { id: data.id })).code).toBe(200);
  expect((await payments({ coin: 'DOGE' })).map(({ isUndone }) => isUndone)).toEqual([true]);
  expect((await board()).unpaid.map(({ coin }) => coin)).toEqual(['BTC', 'DOGE']);
});

it('names what has come of the days ahead, and what lacked at the close of those behind', async () => {
  const { app, miner } = world;
  const startTime = '2026-03-05T00:00:00Z';
  const machineId = await addMachine(app, { machineNo: 'E-1', account: miner.account, startTime });
  await app.owner.query({
    text: `insert into pool_report (machine_id, date, coin, gross, pool_fee, created_at) values ($1, '2026-03-09', 'DOGE', 300, 100, $2)`,
    values: [machineId, app.clock.now()],
  });
  await app.owner.query({
    text: `insert into day_close_batch (kind, date, stage, batch, first_customer, last_customer, finished_at, result)
           values ('mining', '2026-03-03', 'post', 1, 1, 9, $1, '{"withoutReport": 2, "firstWithoutReport": ["E-1", "E-2"]}'),
                  ('mining', '2026-03-03', 'post', 2, 10, 99, $1, '{"withoutReport": 0, "firstWithoutReport": []}')`,
    values: [app.clock.now()],
  });
  const { reports } = await board();
  expect(reports[0]).toMatchObject({
    date: '2026-03-09',
    isClosed: false,
    come: [{ coin: 'DOGE', machines: 1, net: '0.00000200' }],
    missing: null,
  });
  expect(reports.at(-1)).toEqual({
    date: '2026-03-03',
    isClosed: true,
    come: [],
    missing: 2,
    firstMissing: ['E-1', 'E-2'],
  });
});

it('what stands in SUSPENSE is said to be a customer’s or a pool’s by the options of the books’ page, and by two people', async () => {
  const standing = async () => (await by('auditor').call('reconciliation')).data.origins.map(({ id }) => id);
  const explain = async (options: Record<string, string>) => {
    const input = { action: 'suspense:settle', options } as const;
    expect((await by('finance').call('previewProposal', input)).code).toBe(200);
    const { data } = await by('finance').call('propose', { ...input, reason: 'statement 46' });
    expect((await by('finance').call('approveProposal', { id: data.id })).code).toBe(40008);
    expect(await standing()).toContain(options.id);
    expect((await by('approver').call('approveProposal', { id: data.id })).code).toBe(200);
    expect(await standing()).not.toContain(options.id);
  };
  const stray = await world.pays(70_000n);
  await explain({ id: String(stray.id), as: 'customer', account: world.miner.account });
  const paid = await world.pays(2_400_000n);
  const period = { coin: 'BTC', from: '2026-03-03', to: '2026-03-03' };
  const input = { action: 'suspense:settle', options: { id: String(paid.id), as: 'pool', ...period } } as const;
  expect((await by('finance').call('previewProposal', input)).code).toBe(40008);
  await explain({ ...input.options, variance: 'statement 46' });
  expect((await payments({ view: 'DIFFERING' }))[0]).toMatchObject({ from: '2026-03-03', difference: '-0.00100000' });
  await world.assertBooks();
});
