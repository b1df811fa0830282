/** Proves that a setting is read as of a time, never edited, checked before it is kept, and changed by two people. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { boundsOf, settingKeys, validateSetting } from './setting-kinds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  await addStaff(app);
});
afterAll(() => app.stop());

const change = (value: string, args: string, key = 'coin-up.min.BTC') =>
  runCommand(app, app.slices.settings.opsCommands['setting:change'], `--key ${key} --value ${value} ${args}`);
const two = '--by admin --approved-by approver --reason r';
const minimumAt = async (time: string) =>
  (await app.slices.settings.settingsAt(app.database, ['coin-up.min.BTC'], new Date(time)))['coin-up.min.BTC'];

describe('settings', () => {
  it('begin with those of the product', async () => {
    const keys = [
      'coin-up.open',
      'coin-up.min.BTC',
      'coin-up.min.USDT',
      'coin-up.apy.BTC',
      'coin-up.apy.USDT',
    ] as const;
    expect(await app.slices.settings.settingsAt(app.database, keys, app.clock.now())).toEqual({
      'coin-up.open': false,
      'coin-up.min.BTC': '0.00100000',
      'coin-up.min.USDT': '100.000000',
      'coin-up.apy.BTC': '1.80',
      'coin-up.apy.USDT': '4.20',
    });
  });

  it('take effect from their time on, and keep what was before', async () => {
    expect((await change('"0.00200000"', `--from 2026-03-12T00:00:00+08:00 ${two}`)).exit).toBe(0);
    expect(await minimumAt('2026-03-11T15:59:59.999Z')).toBe('0.00100000');
    expect(await minimumAt('2026-03-11T16:00:00.000Z')).toBe('0.00200000');
    const history = await runCommand(app, app.slices.settings.opsCommands['setting:history'], '--key coin-up.min.BTC');
    expect(history.printed).toEqual([
      expect.stringMatching(/^2026-03-11T16:00:00\.000Z .*"0\.00200000".* by staff:admin: r$/),
      expect.stringMatching(/^2020-01-01T00:00:00\.000Z .* by start/),
    ]);
  });

  it('are never written over, changed in the past, or stored in another shape', async () => {
    expect((await change('"0.00300000"', `--from 2026-03-09T00:00:00Z ${two}`)).failed[0]).toContain(
      'never in the past',
    );
    expect((await change('"3"', two)).failed[0]).toContain(
      'coin-up.min.BTC takes above zero, to "99999999.99999999", eight decimals',
    );
    expect((await change('{}', two)).exit).toBe(1);
    expect((await change('"0.00000000"', two)).failed[0]).toContain('takes above zero');
    expect((await change('"0.000000"', two, 'coin-up.min.USDT')).failed[0]).toContain('takes above zero');
    expect((await change('"9.00"', two, 'coin-up.apy.BTC')).failed[0]).toContain('coin-up:rate');
    expect((await change('nonsense', two)).exit).toBe(2);
    expect(await change('"1"', two, 'coin-up.min')).toMatchObject({
      exit: 2,
      failed: [expect.stringContaining('there are: coin-up.open, coin-up.min.BTC')],
    });
    expect((await change('"0.00300000"', `--from tomorrow ${two}`)).exit).toBe(2);
    for (const text of [`update setting set value = '1'`, 'delete from setting'])
      await expect(app.database.query({ text })).rejects.toThrow(/permission denied/);
  });

  it('are put right while they lie ahead, by two people, and the slip stays in the history', async () => {
    const from = '--from 2026-03-20T16:00:00Z';
    for (const value of ['"0.30000000"', '"0.03000000"', '"0.00300000"'])
      expect((await change(value, `${from} ${two}`)).exit).toBe(0);
    expect((await change('"0.00400000"', `${from} --by admin --approved-by admin --reason r`)).exit).toBe(1);
    expect(await minimumAt('2026-03-20T16:00:00.000Z')).toBe('0.00300000');
    expect(await minimumAt('2026-03-20T15:59:59.999Z')).toBe('0.00200000');
    const ahead = await app.slices.settings.scheduledVersions(app.database, 'coin-up.min.BTC', app.clock.now());
    expect(ahead.map(({ value }) => value)).toEqual(['0.00200000', '0.00300000']);
    const history = await runCommand(app, app.slices.settings.opsCommands['setting:history'], '--key coin-up.min.BTC');
    expect(history.printed.slice(0, 3).map((line) => line.split(' ')[1])).toEqual([
      '"0.00300000"',
      '"0.03000000"',
      '"0.30000000"',
    ]);
    // The moment has come: what is in force since then stands.
    app.clock.set('2026-03-20T16:00:00.000Z');
    expect((await change('"0.00500000"', `${from} ${two}`)).failed[0]).toContain('another version');
    app.clock.set('2026-03-10T04:00:00.000Z');
  });

  it('of withdrawals stay in order, also once a later version takes over', async () => {
    const of = (name: string, value: string, from = '2026-03-10T04:00:00Z') =>
      change(`"${value}"`, `--from ${from} ${two}`, `withdraw.${name}.BTC`);
    const tooMuch = 'has to be below the smallest withdrawal';
    // A slipped digit, which every customer would pay.
    expect((await of('fee', '0.20000000')).failed[0]).toContain(`the fee 0.20000000 ${tooMuch} 0.00100000`);
    expect((await of('min', '0.00000000')).failed[0]).toContain(`the fee 0.00020000 ${tooMuch} 0.00000000`);
    expect((await of('max', '0.00050000')).failed[0]).toContain('limits have to be in order: smallest 0.00100000');
    expect((await of('day', '0.00050000')).failed[0]).toContain('limits have to be in order');
    const [april, may, june] = ['2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z'];
    expect((await of('min', '0.01000000', april)).exit).toBe(0);
    expect((await of('fee', '0.00500000')).failed[0]).toContain(tooMuch);
    expect((await of('fee', '0.00500000', may)).exit).toBe(0);
    expect((await of('min', '0.00400000', june)).failed[0]).toContain(`the fee 0.00500000 ${tooMuch} 0.00400000`);
    // What April changes again is not held against the version before it.
    expect((await of('min', '0.00400000')).exit).toBe(0);
  });

  it('are changed by an ADMIN with an APPROVER only', async () => {
    for (const names of ['--by finance', '--by finance --approved-by approver', '--by admin --approved-by admin'])
      expect((await change('"0.00300000"', `${names} --reason r`)).exit).toBe(1);
    const unknown = await runCommand(app, app.slices.settings.opsCommands['setting:history'], '--key nothing');
    expect(unknown.exit).toBe(2);
  });

  it('are listed, each with its value now, its bounds and the command that changes it', async () => {
    const list = () => runCommand(app, app.slices.settings.opsCommands['setting:list'], '');
    const lineOf = (key: string, printed: readonly string[]) => printed.filter((line) => line.startsWith(`${key} `));
    const { exit, printed } = await list();
    expect([exit, printed.length]).toEqual([0, settingKeys.length]);
    const bounds = { en: expect.stringMatching(/\S/), zh: expect.stringMatching(/\S/) };
    for (const key of settingKeys) expect([key, boundsOf(key)]).toEqual([key, bounds]);
    expect(lineOf('coin-up.apy.BTC', printed)).toEqual([
      'coin-up.apy.BTC "1.80" (per cent a year with two decimals, "0.00" to "999.99"), coin-up:rate',
    ]);
    expect((await change('true', `--from 2026-04-01T00:00:00Z ${two}`, 'coin-up.open')).exit).toBe(0);
    expect(lineOf('coin-up.open', (await list()).printed)).toEqual([
      'coin-up.open false (true or false), setting:change',
    ]);
    app.clock.set('2026-04-01T00:00:00.000Z');
    expect(lineOf('coin-up.open', (await list()).printed)).toEqual([
      'coin-up.open true (true or false), setting:change',
    ]);
  });
});

it('a refusal in Chinese names the row and the field', () => {
  const wrongRow = [
    { from: '1.00000000', confirmations: 6 },
    { from: '2.00000000', confirmations: 0 },
  ];
  expect(validateSetting('deposit.steps.BTC', wrongRow)?.zh).toMatch(/^第 2 项的「确认数」不对；/);
  expect(validateSetting('support.contact', { name: '' })?.zh).toMatch(/^「\S+」不对；/);
});
