// Proves what one member cannot bring in alone from a browser: a machine that is none; and that machines which cost nothing or stand in a new site are seen by another.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';

let app: TestApp;
let call: ReturnType<typeof consoleClient>['call'];
let account: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2020-02-28T00:00:01Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  ({ account } = await app.createCustomer());
  ({ call } = consoleClient(app.console, { ip: '203.0.113.9' }));
  await call('loginByPassword', { name: 'operations', password: 'Lode@Console1' });
});
afterAll(() => app.stop());

const header =
  'machineNo,account,model,coin,hashrate,hashrateUnit,powerWatts,purchaseKind,site,electricityPrice,poolFeeRate,startTime,endTime';
const line = (no: string, of: { hashrate?: string; site?: string; price?: string; fee?: string } = {}) =>
  `${no},${account},S99,BTC,${of.hashrate ?? '100'},TH/s,3000,SUBSCRIBE,${of.site ?? '旧'},${of.price ?? '0.05'},${of.fee ?? '0.04'},2020-02-28T00:00:00Z,`;
async function brought(...lines: string[]) {
  const text = [header, ...lines].join('\n');
  const hash = createHash('sha256').update(text).digest('hex');
  await call('previewImport', { kind: 'MACHINES', text });
  return call('runImport', { kind: 'MACHINES', text, hash, fileName: 'a.csv', reason: 'contract 8' });
}
const alerts = async () =>
  (
    await app.owner.query<{ message: string }>({
      text: `select message from alert where kind = 'machines-imported' and resolved_at is null order by id`,
    })
  ).rows.map(({ message }) => message);

it('is refused for a machine that no maker sells, by its line', async () => {
  const answer = await brought(line('F-1'), line('F-2', { hashrate: '10000000' }).replace(',3000,', ',1000000,'));
  expect(answer).toMatchObject({
    code: 40008,
    data: { reason: expect.stringMatching(/第 3 行.*算力 10000000 TH\/s 超出任何 BTC 矿机：最多 2000 TH\/s/) },
  });
  const { rows } = await app.owner.query({ text: 'select from machine' });
  expect(rows).toEqual([]);
  expect(await alerts()).toEqual([]);
});

it('is seen by another where a site is new, electricity or the pool costs nothing, or the machines are many', async () => {
  expect((await brought(line('F-1'))).code).toBe(200);
  expect(await alerts()).toEqual([
    'operations: 1 machines of 1 customers, 100 TH/s for BTC; new site 旧 at 0.05 USDT per kWh',
  ]);
  const { rows: subjects } = await app.owner.query<{ subject: string }>({
    text: `select subject from alert where kind = 'machines-imported'`,
  });
  expect(subjects).toEqual([{ subject: expect.stringMatching(/^file a\.csv \([0-9a-f]{8}\)$/) }]);
  // Machines as any others alert no one.
  expect((await brought(line('F-2'))).code).toBe(200);
  expect(await alerts()).toHaveLength(1);
  expect((await brought(line('F-3', { site: '自有', price: '0', fee: '0' }))).code).toBe(200);
  expect((await alerts())[1]).toBe(
    'operations: 1 machines of 1 customers, 100 TH/s for BTC; new site 自有 at 0 USDT per kWh; 1 without a pool fee',
  );
  expect((await brought(...Array.from({ length: 201 }, (_, n) => line(`G-${n}`)))).code).toBe(200);
  expect((await alerts())[2]).toBe('operations: 201 machines of 1 customers, 20100 TH/s for BTC; many for the house');
  const ofOtherCoins = Array.from({ length: 201 }, (_, n) =>
    line(`E-${n}`).replace(',S99,BTC,100,TH/s', ',E9,ETH,1,GH/s'),
  );
  expect((await brought(...ofOtherCoins)).code).toBe(200);
  expect((await alerts())[3]).toContain('201 for ETH, many for the house');
  expect((await brought(line('H-1', { hashrate: '160' }))).code).toBe(200);
  expect((await alerts())[4]).toContain('1 half as fast again as their model');
  // FINANCE or an APPROVER settles it, not the member who imported.
  const { rows } = await app.owner.query<{ id: bigint }>({ text: `select max(id) as id from alert` });
  const resolve = { id: String(rows[0]?.id), reason: 'contract seen' };
  expect((await call('resolveAlert', resolve)).status).toBe(403);
  const approver = consoleClient(app.console, { ip: '203.0.113.10' });
  await approver.call('loginByPassword', { name: 'approver', password: 'Lode@Console1' });
  expect((await approver.call('resolveAlert', resolve)).code).toBe(200);
  expect(await alerts()).toHaveLength(4);
});
