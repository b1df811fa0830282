/** Proves that the console adds models by the rules of a file, and proposes terms of many machines that another person approves, all or none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { addMachine } from '../../testing/machines.ts';

let app: TestApp;
let call: ReturnType<typeof consoleClient>['call'];
let customer: TestCustomer;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  customer = await app.createCustomer();
  for (const machineNo of ['S-1', 'S-2'])
    await addMachine(app, { machineNo, account: customer.account, startTime: '2026-03-09T00:00:00Z' });
  ({ call } = consoleClient(app.console));
  await call('loginByPassword', { name: 'operations', password: 'Lode@Console1' });
});
afterAll(() => app.stop());

describe('models', () => {
  const model = {
    name: 'Antminer S19',
    coin: 'BTC',
    hashrate: '95.0',
    hashrateUnit: 'TH',
    powerWatts: '3250',
    poolFeeRate: '0.04',
    reason: '新采购',
  };

  it('are added with a reason in the audit log, and listed with their machines, the newest first', async () => {
    const { code, data } = await call('createModel', model);
    expect(code).toBe(200);
    const { reason: _, ...shown } = model;
    const { records } = (await call('modelList')).data;
    expect(records[0]).toEqual({
      ...shown,
      id: data.id,
      hashrate: '95',
      hashrateUnit: 'TH/s',
      powerWatts: 3250,
      machines: 0,
    });
    expect(records[1]).toMatchObject({ machines: 2 });
    const { rows } = await app.owner.query({
      text: `select subject, reason, detail->>'powerWatts' as watts from audit_log where action = 'model:create'`,
    });
    expect(rows).toEqual([{ subject: `model ${data.id}`, reason: '新采购', watts: '3250' }]);
  });

  it('are refused when there is one of the name, or no machine is like it', async () => {
    expect(await call('createModel', model)).toMatchObject({ code: 40008, data: { reason: '已有机型 Antminer S19' } });
    const other = { ...model, name: 'Other' };
    for (const wrong of [
      { hashrate: '-1' },
      { powerWatts: '3.2' },
      { poolFeeRate: '4%' },
      { hashrateUnit: 'GH' },
      { powerWatts: '3' },
    ])
      expect((await call('createModel', { ...other, ...wrong })).code, JSON.stringify(wrong)).toBe(40008);
    for (const wrong of [{ coin: 'LTC' }, { name: '' }, { reason: ' ' }])
      expect((await call('createModel', { ...other, ...wrong })).code, JSON.stringify(wrong)).toBe(400);
    expect((await call('modelList')).data.records.map(({ name }) => name)).not.toContain('Other');
  });
});

describe('terms of many machines', () => {
  const lineOf = (machineNo: string, line: number, more: object) => ({
    line,
    values: { machineNo, from: '2026-03-20', ...more },
  });
  const linesOf = (more: object) => JSON.stringify([lineOf('S-1', 2, more), lineOf('S-2', 3, more)]);
  const preview = (lines: string) => call('previewProposal', { action: 'import:terms', options: { lines } });
  const endOf = async () =>
    (
      await app.owner.query<{ end: Date | null }>({
        text: `select terms.end_time as end from machine_terms terms where effective_from = '2026-03-20' order by machine_id`,
      })
    ).rows.map(({ end }) => end?.toISOString());

  it('are read in money, proposed, and stand for all once another person approves', async () => {
    const lines = linesOf({ endTime: '2027-03-20T00:00:00Z' });
    const { data } = await preview(lines);
    expect(data.summary).toContain('1 位客户的 2 台矿机');
    expect(data.summary).toContain('合约到期 无 → ');
    expect(data.summary).not.toContain(customer.account);
    const proposed = await call('propose', { action: 'import:terms', options: { lines }, reason: '续约一年' });
    expect(proposed.code).toBe(200);
    expect(await endOf()).toEqual([]);
    const { approve } = app.slices.staff.proposalCommands(app.slices.findHandler);
    expect((await runCommand(app, approve, `--id ${proposed.data.id} --by approver`)).exit).toBe(0);
    expect(await endOf()).toEqual(['2027-03-20T00:00:00.000Z', '2027-03-20T00:00:00.000Z']);
  });

  it('are refused whole for one wrong line, which is named', async () => {
    const lines = JSON.stringify([lineOf('S-1', 2, { powerWatts: '1800' }), lineOf('S-2', 3, { powerWatts: 'x' })]);
    const refused = await preview(lines);
    expect(refused).toMatchObject({ code: 40008, data: { reason: expect.stringContaining('功耗') } });
    expect((await preview(linesOf({ site: '没有的机房' }))).code).toBe(40008);
    expect((await preview(linesOf({}))).code).toBe(40008);
  });

  it('are refused when they are no lines', async () => {
    for (const lines of [
      '[',
      '[1]',
      '[{}]',
      '[{"line":1}]',
      '[{"line":1,"values":{"machineNo":1}}]',
      '[{"line":1,"values":{"__proto__x":"1"}}]',
      '[{"line":1,"values":{},"wrong":"x"}]',
      '[null]',
      `[{"line":1,"values":{"machineNo":"${'x'.repeat(200)}"}}]`,
    ])
      expect(await preview(lines), lines).toMatchObject({ code: 40008 });
    expect((await preview('[]')).code).toBe(40008);
    expect((await preview('x'.repeat(60_001))).code).toBe(400);
  });
});
