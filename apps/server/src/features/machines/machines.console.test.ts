/**
 * Proves what the console shows of machines and how it moves them: by filter and cursor, with the reads of a customer's machine in the
 * audit log, and all that was confirmed in one transaction or nothing.
 */
import type { ConsoleInput } from '@lode/contract/console';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';

let app: TestApp;
let customer: TestCustomer;
let other: TestCustomer;
let call: ReturnType<typeof consoleClient>['call'];
let machines = 0;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  ({ call } = consoleClient(app.console));
  await call('loginByPassword', { name: 'operations', password: 'Lode@Console1' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  customer = await app.createCustomer();
  other = await app.createCustomer();
});

const newMachine = async (values: Parameters<typeof addMachine>[1] = {}, owner = customer) =>
  String(
    await addMachine(app, {
      machineNo: `K-${++machines}`,
      account: owner.account,
      startTime: '2026-03-10T00:00:00Z',
      ...values,
    }),
  );
const idsOf = async (input: ConsoleInput<'machineList'>) =>
  (await call('machineList', input)).data.records.map(({ id }) => id);
const choice = async (kind: 'sites' | 'models', name: string) =>
  (await call('machineChoices')).data[kind].find((one) => one.name === name)?.id ?? '';
const auditOf = async (subject: string, action: string) =>
  (
    await app.owner.query<{ name: string; reason: string; detail: unknown }>({
      text: `select name, reason, detail from audit_log join staff on staff.id = staff_id
             where subject = $1 and action = $2 order by audit_log.id`,
      values: [subject, action],
    })
  ).rows;
const statusOf = async (id: string) => (await call('machine', { id })).data.machine.status;
const preview = async (ids: string[], to: ConsoleInput<'previewMachineStatus'>['to']) =>
  (await call('previewMachineStatus', { ids, to })).data;

describe('the list', () => {
  it('filters by site, model, status and customer, alone and together, and counts the same', async () => {
    const [site, model] = [`S-${customer.id}`, `T-${customer.id}`];
    const a = await newMachine({ site, model });
    const b = await newMachine({ site });
    const c = await newMachine({ model }, other);
    const { effect } = await preview([b], 'REPAIR');
    await call('changeMachineStatus', { ids: [b], to: 'REPAIR', effect, reason: '检修' });
    const [siteId, modelId] = [await choice('sites', site), await choice('models', model)];
    const mine = String(customer.id);
    expect(await idsOf({ site: siteId })).toEqual([b, a]);
    expect(await idsOf({ model: modelId })).toEqual([c, a]);
    expect(await idsOf({ customer: mine })).toEqual([b, a]);
    expect(await idsOf({ customer: mine, status: 'REPAIR' })).toEqual([b]);
    expect(await idsOf({ site: siteId, model: modelId })).toEqual([a]);
    expect(await idsOf({ site: siteId, model: modelId, status: 'REPAIR' })).toEqual([]);
    expect(await idsOf({ site: siteId, model: modelId, customer: mine, status: 'RUNNING' })).toEqual([a]);
    expect((await call('machineCounts', { site: siteId })).data).toEqual(
      expect.arrayContaining([
        { status: 'RUNNING', count: 1 },
        { status: 'REPAIR', count: 1 },
      ]),
    );
    // An id that is none is no absent filter.
    for (const wrong of [{ site: 'x' }, { customer: '0' }]) expect(await idsOf(wrong)).toEqual([]);
  });

  it('goes on behind its cursor, each machine once, with accounts masked', async () => {
    const lines = 60;
    for (let n = 0; n < lines; n++) await newMachine();
    const filter = { customer: String(customer.id) };
    const first = (await call('machineList', filter)).data;
    const rest = (await call('machineList', { ...filter, cursor: first.nextCursor ?? '' })).data;
    expect([first.records.length, rest.records.length, rest.nextCursor]).toEqual([50, 10, null]);
    expect(new Set([...first.records, ...rest.records].map(({ id }) => id)).size).toBe(lines);
    expect(JSON.stringify(first)).not.toContain(customer.account);
    expect((await call('machineList', { cursor: 'x' })).code).toBe(400);
    // Each part of a customer's list is a reading.
    expect(await auditOf(`customer ${customer.id}`, 'customer:show')).toHaveLength(2);
  });
});

it("one machine's page has terms, moves, days and outages, and stands in the audit log", async () => {
  const id = await newMachine({
    startTime: '2026-03-01T00:00:00Z',
    site: `O-${customer.id}`,
    hostingFeeMonthly: '12.5',
    purchaseKind: 'THIRD',
  });
  await recordDay(app.owner, '2026-03-08', {
    outputs: [{ machineId: BigInt(id), customerId: customer.id, net: 12_345n }],
    charges: [{ machineId: BigInt(id), customerId: customer.id, amount: 2_000_000n, owed: 500_000n }],
  });
  const { data } = await call('machine', { id });
  expect(data.machine).toMatchObject({
    status: 'RUNNING',
    price: '0.045',
    hostingFeeMonthly: '12.500000',
    owed: '0.500000',
  });
  expect(data.terms).toMatchObject([{ from: '2026-03-01', until: null, price: '0.045', powerWatts: 1975 }]);
  expect(data.moves.at(-1)).toMatchObject({ from: null, reason: 'imported', isCorrected: false });
  expect(data.days).toMatchObject([{ date: '2026-03-08', output: '0.00012345', fee: '2.000000', owed: '0.500000' }]);
  expect(data.outages).toEqual([]);
  expect(await auditOf(`machine ${id}`, 'machine:show')).toMatchObject([
    { name: 'operations', detail: { customer: String(customer.id) } },
  ]);
  for (const wrong of ['0', '999999', 'x']) expect((await call('machine', { id: wrong })).code).toBe(404);
});

describe('a change of status together', () => {
  it('says what it would do, changes nothing by that, and then does exactly that', async () => {
    const running = await newMachine();
    const foreign = await newMachine({}, other);
    const over = await newMachine({ endTime: '2026-03-10T03:00:00Z' });
    const waiting = await newMachine({ startTime: '2026-04-01T00:00:00Z' });
    await recordDay(app.owner, '2026-03-09', {
      outputs: [
        { machineId: BigInt(running), customerId: customer.id, net: 1_000n },
        { machineId: BigInt(foreign), customerId: other.id, net: 234n },
      ],
    });
    const ids = [running, foreign, over, waiting];
    const found = await preview(ids, 'SUSPEND');
    expect(found).toMatchObject({ moving: 2, customers: 2, stopping: 2, toArrear: 0 });
    expect(found.output).toEqual([{ coin: 'BTC', amount: '0.00001234' }]);
    expect(found.skipped.map(({ id, reason }) => [id, reason])).toEqual([
      [over, 'CONTRACT_OVER'],
      [waiting, 'STATUS'],
    ]);
    expect(await statusOf(running)).toBe('RUNNING');
    expect(await auditOf(`machine ${running}`, 'machine:status')).toEqual([]);

    const change = { ids, to: 'SUSPEND', effect: found.effect, reason: ' 检修停机 ' } as const;
    expect((await call('changeMachineStatus', change)).data).toEqual({ moved: 2, skipped: 2 });
    expect([await statusOf(running), await statusOf(foreign), await statusOf(waiting)]).toEqual([
      'SUSPEND',
      'SUSPEND',
      'WAITING',
    ]);
    for (const id of [running, foreign])
      expect(await auditOf(`machine ${id}`, 'machine:status')).toMatchObject([
        { name: 'operations', reason: '检修停机', detail: { from: 'RUNNING', to: 'SUSPEND' } },
      ]);
    expect(await auditOf(`machine ${waiting}`, 'machine:status')).toEqual([]);
    // Sent once more it would do something else.
    expect(await call('changeMachineStatus', change)).toMatchObject({
      code: 40008,
      data: { reason: expect.stringContaining('刚有变化') },
    });
  });

  it('changes nothing when one of them has moved since it was confirmed', async () => {
    const [first, second] = [await newMachine(), await newMachine()];
    const { effect } = await preview([first, second], 'REPAIR');
    app.clock.advance({ minutes: 1 });
    await app.call('machineSuspend', { id: second }, customer.caller);
    const late = { ids: [first, second], to: 'REPAIR', effect, reason: '检修' } as const;
    expect((await call('changeMachineStatus', late)).code).toBe(40008);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['RUNNING', 'SUSPEND']);
    const { effect: now } = await preview([first, second], 'REPAIR');
    expect((await call('changeMachineStatus', { ...late, effect: now })).data).toEqual({ moved: 2, skipped: 0 });
    // Each goes back to where it was.
    app.clock.advance({ minutes: 1 });
    const { effect: back } = await preview([first, second], 'BEFORE_REPAIR');
    await call('changeMachineStatus', { ...late, to: 'BEFORE_REPAIR', effect: back });
    expect([await statusOf(first), await statusOf(second)]).toEqual(['RUNNING', 'SUSPEND']);
  });

  it('is no way round a debt: only the machines of who owes stop at ARREAR', async () => {
    const [owing, free] = [await newMachine(), await newMachine({}, other)];
    await recordDay(app.owner, '2026-03-07', {
      charges: [{ machineId: BigInt(owing), customerId: customer.id, amount: 9n, owed: 9n }],
    });
    const { effect } = await preview([owing, free], 'REPAIR');
    await call('changeMachineStatus', { ids: [owing, free], to: 'REPAIR', effect, reason: '检修' });
    app.clock.advance({ minutes: 1 });
    const start = await preview([owing, free], 'RUNNING');
    expect(start).toMatchObject({ moving: 2, toArrear: 1 });
    await call('changeMachineStatus', { ids: [owing, free], to: 'RUNNING', effect: start.effect, reason: '修好' });
    expect([await statusOf(owing), await statusOf(free)]).toEqual(['ARREAR', 'RUNNING']);
  });

  it('takes at most 200, each once, and none that does not exist', async () => {
    const id = await newMachine();
    const ask = async (ids: string[]) => (await call('previewMachineStatus', { ids, to: 'REPAIR' })).code;
    expect(await ask([])).toBe(400);
    expect(await ask([id, id])).toBe(400);
    expect(await ask(Array.from({ length: 201 }, (_, n) => String(n + 1)))).toBe(400);
    expect([await ask([id, '999999']), await ask([id, 'x'])]).toEqual([40008, 40008]);
    expect(await ask([id])).toBe(200);
  });
});
