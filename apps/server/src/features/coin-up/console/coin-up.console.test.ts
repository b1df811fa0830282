// Proves what the console shows of COIN UP against the product's own figures, and that the fund, a rate, a minimum and the switch change
// there by two people only, once, and not on another value than the proposer read.
import { parseAmount } from '@lode/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../../testing/app.ts';
import { consoleOrigin, type StaffClients, staffClients } from '../../../testing/console-client.ts';
import { giveToTreasury } from '../../../testing/gift.ts';
import { savingsFixture } from '../testing/savings-fixture.ts';

let app: TestApp;
let savings: ReturnType<typeof savingsFixture>;
let saver: TestCustomer;
let by: StaffClients;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  savings = savingsFixture(app);
  await savings.open({ btc: '0', usdt: '1' });
  saver = await app.createMoneyCustomer();
  await savings.give(saver.id, 'USDT', parseAmount('5000', 'USDT'));
  await savings.subscribe(saver, 'USDT', '3650');
  await logIn();
});
/** Sessions of the staff end within a day. */
async function logIn(): Promise<void> {
  by = await staffClients(app.console, ['finance', 'approver', 'admin', 'auditor']);
}
afterAll(() => app.stop());

type Options = Record<string, string>;
type Action = `coin-up:${'fund' | 'rate' | 'minimum' | 'switch'}`;
const propose = async (name: string, action: Action, options: Options): Promise<string> => {
  const { code, data } = await by(name).call('propose', { action, options, reason: 'agreed' });
  expect(code).toBe(200);
  return data.id;
};
const approve = async (id: string) => (await by('approver').call('approveProposal', { id })).code;
const read = async () => (await by('auditor').call('coinUp')).data;
const usdt = async () => (await read()).coins.find(({ coin }) => coin === 'USDT');

it('shows principal, customers, terms and the fund as the customers are shown them', async () => {
  const { data } = await app.call('coinUpSafety', {}, saver.caller);
  expect((await read()).coins).toEqual(data.coins.map((coin: object) => expect.objectContaining(coin)));
  expect(await usdt()).toMatchObject({
    principal: '3650.000000',
    customers: 1,
    apy: '4.20',
    fund: '1.000000',
    min: '100.000000',
  });
  const { data: positions } = await by('auditor').call('coinUpPositions', { coin: 'USDT' });
  expect(positions).toEqual({
    records: [
      expect.objectContaining({
        customerId: String(saver.id),
        coin: 'USDT',
        earning: '0.000000',
        transitIn: '3650.000000',
        transitOut: '0.000000',
      }),
    ],
    nextCursor: null,
  });
  expect(positions.records[0]?.account).toContain('****');
  expect((await by('auditor').call('coinUpPositions', { coin: 'BTC' })).data.records).toEqual([]);
  expect(await readings()).toEqual([{ coin: 'USDT' }, { coin: 'BTC' }]);
});

const readings = async () =>
  (
    await app.owner.query<{ detail: object }>({
      text: `select detail - 'session' - 'origin' as detail from audit_log where action = 'coin-up:positions' order by id`,
    })
  ).rows.map(({ detail }) => detail);

it('goes on behind the cursor of a full page of positions', async () => {
  const list = async (cursor?: string) =>
    (await by('auditor').call('coinUpPositions', { coin: 'BTC', ...(cursor && { cursor }) })).data;
  const positions = (units: number) => ({
    text: `insert into coin_up_position (customer_id, coin, in_transit_in) select unnest($1::bigint[]), 'BTC', $2
           on conflict (customer_id, coin) do update set in_transit_in = excluded.in_transit_in`,
    values: [ids, units],
  });
  const ids: bigint[] = [];
  for (let n = 0; n < 51; n += 1) ids.push(await savings.addSaver());
  await app.owner.query(positions(1));
  const first = await list();
  expect(first.records).toHaveLength(50);
  const second = await list(first.nextCursor ?? '');
  expect(second.records.map(({ customerId }) => customerId)).toEqual([String(ids.at(-1))]);
  expect((await by('auditor').call('coinUpPositions', { cursor: 'x' })).code).toBe(400);
  // Without principal they are not savers.
  await app.owner.query(positions(0));
  expect((await list()).records).toEqual([]);
  // The first part of all is no search, what lies behind it is read on purpose.
  const before = (await readings()).length;
  const all = async (cursor?: string) =>
    (await by('auditor').call('coinUpPositions', { ...(cursor && { cursor }) })).code;
  expect([await all(), await all(first.nextCursor ?? '')]).toEqual([200, 200]);
  expect((await readings()).slice(before)).toEqual([{}]);
});

it('pays into the fund once, when another person has approved it, from what the source has', async () => {
  await giveToTreasury(app, 'USDT', parseAmount('100', 'USDT'));
  const tooMuch = { coin: 'USDT', amount: '100.000001', from: 'treasury' };
  expect((await by('finance').call('previewProposal', { action: 'coin-up:fund', options: tooMuch })).code).toBe(40008);
  const options = { coin: 'USDT', amount: '40', from: 'treasury' };
  const id = await propose('finance', 'coin-up:fund', options);
  expect(await propose('finance', 'coin-up:fund', options)).toBe(id);
  expect((await usdt())?.fund).toBe('1.000000');
  // Who comes second reads that it is paid already.
  await Promise.all([approve(id), approve(id)]);
  expect(await approve(id)).toBe(40008);
  expect((await usdt())?.fund).toBe('41.000000');
  // The same once more, for the same reason on the same day, is the same payment; another key makes it another.
  expect(await approve(await propose('finance', 'coin-up:fund', options))).toBe(200);
  expect((await usdt())?.fund).toBe('41.000000');
  expect(await approve(await propose('finance', 'coin-up:fund', { ...options, key: 'second' }))).toBe(200);
  expect((await usdt())?.fund).toBe('81.000000');
  const sources = (await read()).sources.filter(({ coin }) => coin === 'USDT');
  expect(sources.find(({ source }) => source === 'treasury')?.balance).toBe('20.000000');
  await savings.assertBooks();
});

it('says what a rate would cost, and keeps the notice that a fall needs', async () => {
  const preview = (apy: string, from: string) => by('admin').call('previewRate', { coin: 'USDT', apy, from });
  expect((await preview('4.00', '2026-03-11')).code).toBe(40008);
  expect((await preview('4.50', '2026-03-10')).code).toBe(40008);
  expect((await preview('4.001', '2026-03-20')).code).toBe(40008);
  expect((await read()).earliestFall).toBe('2026-03-17');
  app.clock.advance({ days: 1 });
  await logIn();
  await savings.close('2026-03-10');
  // 3650 at 4.2 % are 0.42 a day, at 8.4 % 0.84; the fund has 81.
  expect((await preview('8.40', '2026-03-12')).data).toEqual({
    before: '4.20',
    after: '8.40',
    customers: 1,
    dailyBefore: '0.420000',
    dailyAfter: '0.840000',
    coverBefore: 192,
    coverAfter: 96,
    firstPaid: '2026-03-13',
  });
  const id = await propose('admin', 'coin-up:rate', { coin: 'USDT', apy: '8.40', from: '2026-03-12' });
  expect(await approve(id)).toBe(200);
  const rates = (await read()).rates.filter(({ coin }) => coin === 'USDT');
  expect(rates.map(({ apy, state }) => [apy, state])).toEqual([
    ['8.40', 'AHEAD'],
    ['4.20', 'IN_FORCE'],
  ]);
  expect(rates[0]).toMatchObject({ from: '2026-03-12', by: 'admin', reason: 'agreed' });
});

it('changes a minimum and the switch, but not on another value than was read', async () => {
  const first = await propose('admin', 'coin-up:minimum', { coin: 'USDT', amount: '50' });
  const second = await propose('admin', 'coin-up:minimum', { coin: 'USDT', amount: '10' });
  expect(await approve(first)).toBe(200);
  expect((await usdt())?.min).toBe('50.000000');
  expect(await approve(second)).toBe(40008);
  expect((await usdt())?.min).toBe('50.000000');
  expect(await approve(await propose('admin', 'coin-up:switch', { to: 'off' }))).toBe(200);
  expect((await read()).isOpen).toBe(false);
  expect((await savings.subscribe(saver, 'USDT', '100')).code).not.toBe(200);
});

it('lists interest of closed days, and says which the fund could not pay', async () => {
  app.clock.advance({ days: 1 });
  await logIn();
  await savings.close('2026-03-11');
  const { records } = (await by('auditor').call('coinUpInterest')).data;
  expect(records.map(({ date, coin }) => `${date} ${coin}`)).toEqual([
    '2026-03-11 USDT',
    '2026-03-11 BTC',
    '2026-03-10 USDT',
    '2026-03-10 BTC',
  ]);
  expect(records[0]).toMatchObject({ apy: '4.20', amount: '0.420000', state: 'PAID', wasOwed: false });
});
