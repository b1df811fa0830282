/**
 * Proves that a batch starts or stops exactly the customer's own machines: each with its result, all in one transaction, none
 * when one of them is another customer's, and nothing twice.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';
import { changeByOperator } from './change-status.ts';

let app: TestApp;
let owner: TestCustomer;
let machines = 0;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
});
afterAll(() => app.stop());

const newMachine = (values: Parameters<typeof addMachine>[1] = {}, customer = owner) =>
  addMachine(app, { machineNo: `B-${++machines}`, account: customer.account, ...values });

const toRepair = (machineId: bigint) =>
  app.database.transaction((dbTx) =>
    changeByOperator(dbTx, { machineId, to: 'REPAIR', staffName: 'finance', reason: '风扇故障', now: app.clock.now() }),
  );
const toArrear = (machineId: bigint) => {
  const times = { at: app.clock.now(), recordedAt: app.clock.now() };
  return app.database.transaction((dbTx) => app.slices.machines.enterArrear(dbTx, [machineId], times));
};
const switchAll = (ids: readonly bigint[], to: 'RUNNING' | 'SUSPEND') =>
  app.call('machineSwitch', { ids: ids.join(','), to }, owner.caller);
const moves = async () =>
  (await app.owner.query<{ moves: bigint }>({ text: 'select count(*) as moves from machine_status_period' })).rows[0]
    ?.moves;

it('stops each machine that can be stopped and says why another cannot; sent again it moves nothing [call:POST /api/user/machine/switch]', async () => {
  owner = await app.createCustomer();
  const running = await newMachine();
  const due = await newMachine({ startTime: '2026-03-10T04:10:00Z' });
  const inRepair = await newMachine();
  await toRepair(inRepair);
  const inArrear = await newMachine();
  await toArrear(inArrear);
  app.clock.advance({ minutes: 20 });
  const ids = [inArrear, running, due, inRepair, running];
  const first = await switchAll(ids, 'SUSPEND');
  expect(first.data?.results.map(({ id, outcome, status, reason }) => [id, outcome, status, reason])).toEqual([
    [String(running), 'CHANGED', 'SUSPEND', null],
    // Its start was due before the batch: it began to run and was stopped.
    [String(due), 'CHANGED', 'SUSPEND', null],
    [String(inRepair), 'REFUSED', 'REPAIR', 'STATUS'],
    [String(inArrear), 'STORED', 'ARREAR', null],
  ]);
  const before = await moves();
  const again = await switchAll(ids, 'SUSPEND');
  expect(again.data?.results.map(({ outcome }) => outcome)).toEqual(['UNCHANGED', 'UNCHANGED', 'REFUSED', 'STORED']);
  expect(await moves()).toEqual(before);
  const page = await app.data('machinePage', {}, owner.caller);
  expect(page.records.find(({ id }) => id === String(inArrear))).toMatchObject({ wantedStatus: 'SUSPEND' });
});

it("moves none of its machines when one is another customer's or does not exist", async () => {
  owner = await app.createCustomer();
  const stranger = await app.createCustomer();
  const mine = await newMachine();
  const theirs = await newMachine({}, stranger);
  const before = await moves();
  for (const wrong of [theirs, 999_999n])
    expect(await switchAll([mine, wrong], 'SUSPEND')).toMatchObject({ status: 404, code: 404, data: null });
  expect(await moves()).toEqual(before);
  // The broken control: without the stranger's machine the same batch moves.
  expect((await switchAll([mine], 'SUSPEND')).data?.results).toMatchObject([{ outcome: 'CHANGED' }]);
});

it('takes at most 100 machines, and one of two batches at once', async () => {
  owner = await app.createCustomer();
  const ids = [await newMachine(), await newMachine()];
  expect(
    await switchAll(
      Array.from({ length: 101 }, () => 1n),
      'SUSPEND',
    ),
  ).toMatchObject({ code: 400 });
  const both = await Promise.all([switchAll(ids, 'SUSPEND'), switchAll(ids.toReversed(), 'SUSPEND')]);
  expect(both.flatMap(({ data }) => data?.results.map(({ outcome }) => outcome)).sort()).toEqual([
    'CHANGED',
    'CHANGED',
    'UNCHANGED',
    'UNCHANGED',
  ]);
});

it('starts none while electricity is owed', async () => {
  owner = await app.createCustomer();
  const ids = [await newMachine(), await newMachine()];
  await switchAll(ids, 'SUSPEND');
  const [machineId = 0n] = ids;
  await recordDay(app.owner, '2026-03-08', {
    charges: [{ machineId, customerId: owner.id, amount: 2_000_000n, owed: 2_000_000n }],
  });
  app.clock.advance({ minutes: 1 });
  const results = (await switchAll(ids, 'RUNNING')).data?.results;
  expect(results).toMatchObject(ids.map(() => ({ outcome: 'REFUSED', reason: 'ELECTRICITY_OWED', status: 'SUSPEND' })));
});
