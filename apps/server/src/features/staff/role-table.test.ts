// Who may give which command, by the table: each other role is refused under its own name, and a command without a row fails.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeCatalogue } from '../../commands.ts';
import type { Command } from '../../platform/commands/command.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { staffRoles } from '../../platform/staff/authority.ts';
import { startTestApp, type TestApp, testPepper } from '../../testing/app.ts';
import { addStaff, runCommandWith } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';
import { provedElsewhere, table, withoutName, words } from './testing/command-roles.ts';

let app: TestApp;
let folder: string;
let termsFile: string;
let commands: Record<string, Command>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-roles-'));
  app = await startTestApp();
  await addStaff(app);
  // It reads its file and finds the machines before it asks who gives it.
  termsFile = join(folder, 'terms.csv');
  await writeFile(termsFile, 'machineNo,from,powerWatts\nM-1,2026-03-12,1900');
  const { account } = await app.createCustomer();
  await addMachine(app, { machineNo: 'M-1', account, site: 'Leshan', startTime: '2026-03-09T00:00:00Z' });
  const { database, clock, passwords } = app;
  const config = loadConfig({ DEMO: '1' });
  const catalogue = composeCatalogue({ database, clock, config, passwords, pepper: testPepper });
  commands = { ...catalogue.commands, ...catalogue.ops };
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

/** The arguments of the command's own example, without its people. */
function ownArguments({ example }: Command): string[] {
  const shell = example.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  const parts = shell.map((part) => part.replace(/^["']|["']$/g, '').replace('terms.csv', termsFile));
  return parts.filter((part, n) => !/^--(approved-)?by$/.test(part) && !/^--(approved-)?by$/.test(parts[n - 1] ?? ''));
}

async function give(name: string, by: string, approver?: string) {
  const command = commands[name] as Command;
  const people = ['--by', by.toLowerCase(), ...(approver ? ['--approved-by', approver.toLowerCase()] : [])];
  const { exit, failed } = await runCommandWith(app, command, [...ownArguments(command), ...people]);
  return { exit, text: failed.join('\n') };
}

it('has a row for each command of the product', () => {
  const listed = [...table.map(({ name }) => name), ...words(withoutName), ...words(provedElsewhere)];
  expect(listed.sort()).toEqual(Object.keys(commands).sort());
});

it('asks for a name exactly where the table has people', () => {
  const named = Object.entries(commands).filter(([, { options }]) => 'by' in options);
  expect(named.map(([name]) => name).sort()).toEqual([...table.map(({ name }) => name), 'approve'].sort());
});

describe.each(table)('$name', ({ name, by, approvedBy }) => {
  it('is refused to every other role, which the security log says', async () => {
    const second = approvedBy[0];
    for (const role of staffRoles.filter((one) => !by.includes(one))) {
      const approver = second === role ? approvedBy.find((one) => one !== role) : second;
      const refused = await give(name, role, approver);
      // An APPROVER who names itself as the second person is refused for that first.
      expect(refused, role).toEqual({
        exit: 1,
        text: expect.stringMatching(`asks for ${by.join(' or ')}|second person`),
      });
    }
  });

  it('is approved by no other role, and not by the person who proposes it', async () => {
    const [proposer = ''] = by;
    if (approvedBy.length === 0) return;
    for (const role of staffRoles.filter((one) => one !== proposer && !approvedBy.includes(one))) {
      const text = expect.stringContaining(`asks for ${approvedBy.join(' or ')}`);
      expect(await give(name, proposer, role), role).toEqual({ exit: 1, text });
    }
    expect(await give(name, proposer, proposer)).toEqual({ exit: 1, text: expect.stringContaining('the same person') });
  });

  it('is open to the roles of the row', () => {
    const second = approvedBy.length > 0 ? `, approved by ${approvedBy.join(' or ')}` : '';
    expect(commands[name]?.people).toMatch(new RegExp(`^By ${by.join(' or ')}${second}\\.`));
  });
});
