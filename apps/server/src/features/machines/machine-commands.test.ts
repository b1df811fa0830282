/** Proves what the machine commands say and do: files by name, moves with name, right and trace. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';

const folder = mkdtempSync(join(tmpdir(), 'lode-machines-'));
let app: TestApp;
let customer: TestCustomer;
beforeAll(async () => {
  app = await startTestApp();
  await addStaff(app);
  customer = await app.createCustomer();
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

describe('import:machines', () => {
  const importFile = (text: string) => {
    const file = join(folder, 'machines.csv');
    writeFileSync(file, text);
    return runCommand(app, app.slices.machines.commands['import:machines'], file);
  };
  const header =
    'machineNo,account,model,coin,hashrate,hashrateUnit,powerWatts,purchaseKind,site,electricityPrice,poolFeeRate,startTime,endTime';
  const line = (no: string, rest = '50,TH/s,1975,SUBSCRIBE') =>
    `${no},${customer.account},S17 Pro,BTC,${rest},乐山,0.045,0.04,2026-03-01T00:00:00Z,`;

  it('reads a file without the optional column, twice', async () => {
    const file = [header, line('F-1'), line('F-2')].join('\n');
    expect(await importFile(file)).toEqual({ exit: 0, printed: ['2 imported'], failed: [] });
    expect(await importFile(file)).toEqual({ exit: 0, printed: ['0 imported, 2 already there'], failed: [] });
    const { rows } = await app.database.query({
      text: `select encode(file_hash, 'hex') as hash, imported, already_there as already from machine_import order by id`,
    });
    const hash = createHash('sha256').update(file).digest('hex');
    expect(rows).toEqual([
      { hash, imported: 2, already: 0 },
      { hash, imported: 0, already: 2 },
    ]);
  });

  it('names lines as the file counts them and takes nothing', async () => {
    const result = await importFile([header, line('F-3'), line('F-4', '-1,TH/s,1975,SUBSCRIBE')].join('\r\n'));
    expect(result).toMatchObject({
      exit: 1,
      printed: [],
      failed: [expect.stringMatching(/^line 3: hashrate "-1"/), 'nothing was imported'],
    });
    expect((await importFile(`${header},extra\n${line('F-5')},x`)).failed[0]).toContain('"extra" is unknown');
    expect((await app.data('machinePage', {}, customer.caller)).records).toHaveLength(2);
  });
});

describe('ops machine:status', () => {
  const move = (args: string) => runCommand(app, app.slices.machines.opsCommands['machine:status'], args);

  it('moves a machine and leaves who, when and why', async () => {
    const id = await addMachine(app, { machineNo: 'S-1', account: customer.account, model: 'M', site: 'X' });
    expect(await move(`--id ${id} --to REPAIR --by finance --reason 风扇_故障`)).toEqual({
      exit: 0,
      printed: [`machine ${id}: RUNNING → REPAIR`],
      failed: [],
    });
    expect((await move(`--id ${id} --by admin --reason 修好`)).printed).toEqual([`machine ${id}: REPAIR → RUNNING`]);
    const { rows } = await app.owner.query({
      text: `select name, action, subject, reason, detail from audit_log join staff on staff.id = staff_id where action = 'machine:status' order by audit_log.id limit 1`,
    });
    expect(rows).toEqual([
      {
        name: 'finance',
        action: 'machine:status',
        subject: `machine ${id}`,
        reason: '风扇 故障',
        detail: { from: 'RUNNING', to: 'REPAIR' },
      },
    ]);
  });

  it('refuses what is not allowed, and whom it does not know, and changes nothing', async () => {
    const id = await addMachine(app, { machineNo: 'S-2', account: customer.account, model: 'M', site: 'X' });
    const before = await app.owner.query({ text: 'select count(*) from audit_log' });
    for (const [args, words] of [
      [`--id ${id} --to ENCAPSULATION --by finance --reason r`, 'no staff may move it'],
      [`--id ${id} --by finance --reason r`, 'no staff may move it'],
      [`--id 999999 --to REPAIR --by finance --reason r`, 'no machine 999999'],
      [`--id ${id} --to REPAIR --by support --reason r`, 'support is SUPPORT'],
      [`--id ${id} --to REPAIR --by ghost --reason r`, 'called ghost'],
      [`--id ${id} --to REPAIR --reason r`, 'must be named'],
    ] as const)
      expect(await move(args), args).toMatchObject({ exit: 1, printed: [], failed: [expect.stringContaining(words)] });
    for (const args of [
      `--id ${id} --to NOWHERE --by finance --reason r`,
      `--id ${id} --to REPAIR --by finance`,
      '--to REPAIR --by finance --reason r',
      '--id x --to REPAIR --by finance --reason r',
    ])
      expect((await move(args)).exit, args).toBe(2);
    expect(await app.owner.query({ text: 'select count(*) from audit_log' })).toEqual(before);
    expect((await app.data('machineDetail', { id: String(id) }, customer.caller)).status).toBe('RUNNING');
  });
});
