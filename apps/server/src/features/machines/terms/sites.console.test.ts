// Proves what the console shows of sites and prices: who stands there, what a price would cost on its first day and who would be notified,
// the notice that a rise needs, and that a price proposed there is notified and stands once another person has approved it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../../testing/app.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../../testing/console-client.ts';
import { addMachine } from '../../../testing/machines.ts';

/** Of a price that came with the first machines: it stands since ever. */
const firstDay = '2009-01-03';

let app: TestApp;
let console: ReturnType<typeof consoleClient>;
let customers: TestCustomer[];
let site: string;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  customers = [await app.createCustomer(), await app.createCustomer()];
  const [one, other] = customers as [TestCustomer, TestCustomer];
  const startTime = '2026-03-09T00:00:00Z';
  await addMachine(app, { machineNo: 'S-1', account: one.account, startTime });
  await addMachine(app, { machineNo: 'S-2', account: one.account, startTime });
  await addMachine(app, { machineNo: 'S-3', account: other.account, startTime });
  await addMachine(app, { machineNo: 'E-1', account: other.account, startTime, site: '雅安' });
  console = consoleClient(app.console);
  await console.call('loginByPassword', { name: 'operations', password: 'Lode@Console1' });
  const { data } = await console.call('siteList');
  site = data.records.find(({ name }) => name === '乐山二期')?.id as string;
});
afterAll(() => app.stop());

const preview = (price: string, from: string, tariff = '') =>
  console.call('previewTariff', { site, tariff, price, from });

it('lists sites with who stands there today and their prices', async () => {
  const { data } = await console.call('siteList');
  const now = { from: firstDay, price: '0.045' };
  expect(data.records).toEqual([
    { id: site, name: '乐山二期', machines: 3, customers: 2, tariffs: [{ name: '', now, next: null }], isCut: false },
    expect.objectContaining({ name: '雅安', machines: 1, customers: 1 }),
  ]);
  expect(data.nextCursor).toBeNull();
});

it('goes on behind the cursor of a full page', async () => {
  await app.owner.query({ text: `insert into site (name) select 'far ' || n from generate_series(1, 51) n` });
  const first = await console.call('siteList');
  expect(first.data.records).toHaveLength(50);
  const second = await console.call('siteList', { cursor: first.data.nextCursor ?? '' });
  expect(second.data.records.map(({ name }) => name)).toEqual(['far 49', 'far 50', 'far 51']);
  expect(second.data.records[0]).toMatchObject({ machines: 0, customers: 0, tariffs: [] });
  expect((await console.call('siteList', { cursor: 'x' })).code).toBe(400);
});

it('says of a price what the first day costs before and after, and who is notified', async () => {
  // 1975 W for 24 hours are 47.4 kWh: 2.133 USDT at 0.045, 1.896 at 0.04.
  expect((await preview('0.0400', '2026-03-11')).data).toEqual({
    before: '0.045',
    after: '0.04',
    notified: { customers: 2, machines: 3 },
    firstDay: { customers: 2, machines: 3, before: '6.399000', after: '5.688000' },
  });
  expect((await preview('0.05', '2026-03-20', 'night')).data).toEqual({
    before: null,
    after: '0.05',
    notified: { customers: 0, machines: 0 },
    firstDay: { customers: 0, machines: 0, before: null, after: '0.000000' },
  });
});

it('refuses a rise without its notice, the price that stands, and what is no price or no day', async () => {
  const { data } = await console.call('site', { id: site });
  expect(data.earliestRise).toBe('2026-03-14');
  for (const [price, from, words] of [
    ['0.05', '2026-03-13', '最早 2026-03-14 起'],
    ['0.045', '2026-03-14', '电价已经是这样'],
    ['0.0000001', '2026-03-14', '最多 6 位小数'],
    ['ten', '2026-03-14', '最多 6 位小数'],
    ['0.05', '2027-12-01', '在 366 天以后'],
  ] as const)
    expect(await preview(price, from), price).toMatchObject({
      code: 40008,
      data: { reason: expect.stringContaining(words) },
    });
  expect((await preview('0.05', '2026-02-31')).code).toBe(400);
  expect(
    (await console.call('previewTariff', { site: '999999', tariff: '', price: '1', from: '2026-03-20' })).code,
  ).toBe(40008);
  expect((await console.call('site', { id: '999999' })).code).toBe(404);
});

it('shows an announced price once another person has approved it, and the customers have been notified', async () => {
  const options = { site: '乐山二期', price: '0.05', from: '2026-03-14' };
  const proposed = await console.call('propose', { action: 'tariff:set', options, reason: 'dry season' });
  expect((await console.call('site', { id: site })).data.prices).toHaveLength(1);
  const { staff, findHandler } = app.slices;
  const { approve } = staff.proposalCommands(findHandler);
  expect((await runCommand(app, approve, `--id ${proposed.data.id} --by approver`)).exit).toBe(0);
  const { data } = await console.call('site', { id: site });
  expect(data.prices).toEqual([
    { tariff: '', from: '2026-03-14', price: '0.05', isAnnounced: true },
    { tariff: '', from: firstDay, price: '0.045', isAnnounced: false },
  ]);
  expect(data.site.tariffs[0]?.next).toEqual({ from: '2026-03-14', price: '0.05' });
  const notified = (await app.notices()).filter(({ text }) =>
    text.includes('机房 乐山二期 的电价由 0.045 调整为 0.05'),
  );
  expect(notified.map(({ to }) => to).sort()).toEqual(customers.map(({ account }) => account).sort());

  app.clock.set('2026-03-14T00:00:00Z');
  await console.call('loginByPassword', { name: 'operations', password: 'Lode@Console1' });
  const inForce = (await console.call('site', { id: site })).data.site.tariffs[0];
  expect(inForce).toEqual({ name: '', now: { from: '2026-03-14', price: '0.05' }, next: null });
});
