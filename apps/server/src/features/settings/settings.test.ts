/** Proves that a setting is read as of a time, never edited, checked before it is kept, and changed by two people. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  await addStaff(app);
});
afterAll(() => app.stop());

const terms = (apy: string) =>
  JSON.stringify({ isEnableFunction: true, BTC: { min: '0.00100000', apy }, USDT: { min: '100.000000', apy: '4.20' } });
const change = (value: string, args: string) =>
  runCommand(app, app.slices.settings.opsCommands['setting:change'], `--key coin-up --value ${value} ${args}`);
const two = '--by admin --approved-by approver --reason r';
const apyAt = async (time: string) =>
  (await app.slices.settings.settingAt(app.database, 'coin-up', new Date(time))).BTC.apy;

describe('settings', () => {
  it('begin with those of the product', async () => {
    expect(await app.slices.settings.settingAt(app.database, 'coin-up', app.clock.now())).toEqual({
      isEnableFunction: false,
      BTC: { min: '0.00100000', apy: '1.80' },
      USDT: { min: '100.000000', apy: '4.20' },
    });
  });

  it('take effect from their time on, and keep what was before', async () => {
    expect((await change(terms('2.00'), `--from 2026-03-12T00:00:00+08:00 ${two}`)).exit).toBe(0);
    expect(await apyAt('2026-03-11T15:59:59.999Z')).toBe('1.80');
    expect(await apyAt('2026-03-11T16:00:00.000Z')).toBe('2.00');
    const history = await runCommand(app, app.slices.settings.opsCommands['setting:history'], '--key coin-up');
    expect(history.printed).toEqual([
      expect.stringMatching(/^2026-03-11T16:00:00\.000Z .*"2\.00".* by staff:admin: r$/),
      expect.stringMatching(/^2020-01-01T00:00:00\.000Z .* by start/),
    ]);
  });

  it('are never written over, changed in the past, or stored in another shape', async () => {
    expect((await change(terms('3.00'), `--from 2026-03-11T16:00:00Z ${two}`)).failed[0]).toContain('another version');
    expect((await change(terms('3.00'), `--from 2026-03-09T00:00:00Z ${two}`)).failed[0]).toContain(
      'never in the past',
    );
    expect((await change(terms('3'), two)).failed[0]).toContain('/BTC/apy');
    expect((await change('{}', two)).exit).toBe(1);
    expect((await change('nonsense', two)).exit).toBe(2);
    expect((await change(terms('3.00'), `--from tomorrow ${two}`)).exit).toBe(2);
    for (const text of [`update setting set value = '1'`, 'delete from setting'])
      await expect(app.database.query({ text })).rejects.toThrow(/permission denied/);
  });

  it('are changed by an ADMIN with an APPROVER only', async () => {
    for (const names of ['--by admin', '--by finance --approved-by approver', '--by admin --approved-by admin'])
      expect((await change(terms('3.00'), `${names} --reason r`)).exit).toBe(1);
    const unknown = await runCommand(app, app.slices.settings.opsCommands['setting:history'], '--key nothing');
    expect(unknown.exit).toBe(2);
  });
});
