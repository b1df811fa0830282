/** Proves the hashrate curve through the real app: it is the status log, piece by piece, and only the customer's own. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addMachine } from '../../testing/machines.ts';

let app: TestApp;
let owner: TestCustomer;
let machines = 0;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:30:00.000Z' });
  owner = await app.createCustomer();
});
afterAll(() => app.stop());

const newMachine = (startTime: string) =>
  addMachine(app, { machineNo: `H-${++machines}`, account: owner.account, startTime });
const curveOf = (id: bigint, range: '24h' | '7d' | '30d', caller = owner.caller) =>
  app.data('machineHashrate', { id: String(id), range }, caller);

it('shows exactly a week in pieces of four hours and thirty days in days, of a machine that is older', async () => {
  const id = await newMachine('2025-01-01T00:00:00Z');
  const week = await curveOf(id, '7d');
  expect([week.points.length, week.points[0]?.time, week.points.at(-1)?.time]).toEqual([
    43,
    '2026-03-03T04:30:00.000Z',
    '2026-03-10T04:00:00.000Z',
  ]);
  const month = await curveOf(id, '30d');
  expect([month.points.length, month.points[0]?.time, month.points.at(-1)?.time]).toEqual([
    31,
    '2026-02-08T04:30:00.000Z',
    '2026-03-10T00:00:00.000Z',
  ]);
});

it('has no points before the machine begins', async () => {
  const id = await newMachine('2026-04-01T00:00:00Z');
  expect(await curveOf(id, '30d')).toMatchObject({ average: '0', uptime: null, points: [] });
});

it('is only the customer’s own, and of one of the three ranges', async () => {
  const stranger = await app.createCustomer();
  const id = String(await newMachine('2026-03-01T00:00:00Z'));
  expect((await app.call('machineHashrate', { id, range: '24h' }, stranger.caller)).code).toBe(404);
  expect((await app.call('machineHashrate', { id, range: '1y' as '24h' }, owner.caller)).code).toBe(400);
});

it('is the rated hashrate for the part of each hour that the machine ran [call:GET /api/user/machine/hashrate]', async () => {
  const id = await newMachine('2026-03-10T01:15:00Z');
  expect(await curveOf(id, '24h')).toEqual({
    range: '24h',
    unit: 'TH/s',
    rated: '50',
    average: '50',
    uptime: '1',
    source: 'status',
    now: '2026-03-10T04:30:00.000Z',
    points: ['01', '02', '03', '04'].map((hour) => ({ time: `2026-03-10T${hour}:00:00.000Z`, value: '50' })),
  });

  await app.data('machineSuspend', { id: String(id) }, owner.caller);
  app.clock.advance({ hours: 1 });
  await app.data('machineActive', { id: String(id) }, owner.caller);
  app.clock.advance({ minutes: 30 });
  const { points, average, uptime } = await curveOf(id, '24h');
  // Off from 04:30 to 05:30, looked at on the hour: the hour that begins has nothing to tell yet.
  expect(points.map(({ value }) => value)).toEqual(['50', '50', '50', '25', '25']);
  expect(uptime).toBe('0.789474');
  expect(average).toBe('39.4737');
});
