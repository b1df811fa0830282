// What each command writes is what the check of the books expects, in the words of each command's audit line.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command } from '../../platform/commands/command.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { checkSettings } from './check-settings.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
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
