// What each command writes is what the check of the books expects, in the words of each command's audit line; both people stand in the history.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command } from '../../platform/commands/command.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { consoleOrigin, staffClients } from '../../testing/console-client.ts';
import { checkSettings } from './check-settings.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
});
afterAll(() => app?.stop());

const people = '--by admin --approved-by approver --reason agreed';

it('finds nothing in what commands changed, also twice for one moment', async () => {
  const { settings, coinUp, withdrawals } = app.slices;
  const commands: Record<string, Command> = {
    ...settings.opsCommands,
    ...coinUp.opsCommands,
    ...withdrawals.opsCommands,
  };
  for (const [name, args] of [
    ['setting:change', '--key withdraw.fee.BTC --value "0.00030000"'],
    ['setting:change', '--key withdraw.max.USDT --value "90000.000000" --from 2026-03-12T00:00:00+08:00'],
    ['setting:change', '--key webview.hosts --value ["example.com"]'],
    ['coin-up:rate', '--coin BTC --apy 2.5 --from 2026-03-20'],
    ['coin-up:rate', '--coin BTC --apy 2.50 --from 2026-03-20'],
    ['coin-up:rate', '--coin BTC --apy 2.60 --from 2026-03-20'],
    ['coin-up:minimum', '--coin USDT --amount 50'],
    ['coin-up:switch', '--to on'],
    ['withdrawal:rule', '--coin BTC --per-payment 0.002 --per-customer-day 0.004 --per-day 0.05 --known-days 1'],
  ] as const) {
    app.clock.advance({ minutes: 1 });
    const result = await runCommand(app, commands[name], `${args} ${people}`);
    expect(result, `${name} ${args}`).toMatchObject({ exit: 0 });
    expect(await checkSettings(app.database), `${name} ${args}`).toEqual([]);
  }
  app.clock.advance({ minutes: 1 });
  const off = await runCommand(app, commands['withdrawal:rule-off'], '--coin BTC --by admin --reason off');
  expect(off).toMatchObject({ exit: 0 });
  expect(await checkSettings(app.database)).toEqual([]);
});

it('the history in the console names who approved each change, and no one where one person was enough', async () => {
  await app.slices.staff.seedStaff(
    app.database,
    [{ name: 'second', role: 'APPROVER', password: 'Lode@Console1' }],
    app.clock.now(),
  );
  const change = app.slices.settings.opsCommands['setting:change'];
  const again = (by: string) =>
    runCommand(app, change, `--key deposit.min.BTC --value "0.00020000" --from 2026-04-01T00:00:00Z --by admin ${by}`);
  // The same change of the same moment for the same reason, approved by two different people.
  for (const name of ['second', 'approver'])
    expect((await again(`--approved-by ${name} --reason agreed`)).exit).toBe(0);
  const by = await staffClients(app.console, ['auditor']);
  const peopleOf = async (key: string) => {
    const { records } = (await by('auditor').call('settingVersions', { key })).data;
    return records.map(({ changedBy, approvedBy }) => `${changedBy} ${approvedBy}`);
  };
  const [start, both] = ['start null', 'staff:admin approver'];
  expect(await peopleOf('deposit.min.BTC')).toEqual([both, 'staff:admin second', start]);
  expect(await peopleOf('withdraw.fee.BTC')).toEqual([both, start]);
  expect(await peopleOf('coin-up.apy.BTC')).toEqual([both, both, both, start]);
  expect(await peopleOf('coin-up.min.USDT')).toEqual([both, start]);
  expect(await peopleOf('coin-up.open')).toEqual([both, start]);
  expect(await peopleOf('withdraw.rule.BTC')).toEqual(['staff:admin null', both, start]);
});

it('names a version that no command wrote (control)', async () => {
  await app.owner.query({
    text: `insert into setting (key, effective_from, value, changed_by, reason) values ('coin-up.apy.BTC', '2026-03-15Z', '"99.00"', 'staff:admin', 'agreed')`,
  });
  expect(await checkSettings(app.database)).toMatchObject([
    {
      check: 'a setting is what the staff set',
      subject: expect.stringContaining('coin-up.apy.BTC'),
      expected: 'no audit line',
    },
  ]);
});
