// Imports and reads of customers' data: outside the demo a member of the staff answers for each, by the audit log; the demo runs
// them unattended.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeCatalogue } from '../commands.ts';
import type { Command } from '../platform/commands/command.ts';
import { loadConfig } from '../platform/config/config.ts';
import { attributedCommand } from '../platform/staff/attributed-command.ts';
import { startTestApp, type TestApp, testPepper } from '../testing/app.ts';
import { addStaff, runCommandWith } from '../testing/commands.ts';

let app: TestApp;
let folder: string;
let commands: Record<string, Command>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-attributed-'));
  app = await startTestApp();
  await addStaff(app);
  const { database, clock, passwords } = app;
  const config = loadConfig({ DEMO: '1' });
  const catalogue = composeCatalogue({ database, clock, config, passwords, pepper: testPepper });
  commands = { ...catalogue.commands, ...catalogue.ops };
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

/** As outside the demo, but for the member's password, which login.test.ts covers. */
function outside(name: string, isDemo = false): Command {
  const { authorise, recordAudit } = app.slices.staff;
  const { options, run, ...command } = commands[name] as Command;
  const { by: _, reason: __, ...own } = options;
  const inner = { ...command, options: own, run: (input: never, context: never) => run(without(input), context) };
  return attributedCommand(name, inner as Command, { by: ['SUPPORT'] }, { authorise, recordAudit, isDemo });
}
const without = ({ by: _, reason: __, ...input }: Record<string, unknown>) => input as never;

const customersFile = async (account: string) => {
  const file = join(folder, `${account}.csv`);
  await writeFile(file, `account,nickname,tags\n${account},,\n`);
  return file;
};
const has = async (account: string) =>
  (await app.owner.query({ text: 'select 1 from customer where account = $1', values: [account] })).rows.length === 1;
const lines = async (action: string) =>
  (
    await app.owner.query({
      text: `select s.name, subject, reason, detail from audit_log join staff s on s.id = staff_id where action = $1`,
      values: [action],
    })
  ).rows;

it('an import outside the demo names a member with the role and says why, and its line has the hash of the file', async () => {
  const file = await customersFile('13911111111');
  const give = (...people: string[]) => runCommandWith(app, outside('import:customers'), [file, ...people]);
  expect(await give()).toMatchObject({ exit: 1, failed: ['refused: who does this must be named: --by'] });
  expect(await give('--by', 'support')).toMatchObject({ exit: 1, failed: ['refused: say why: --reason'] });
  expect((await give('--by', 'auditor', '--reason', 'x')).failed).toEqual([
    expect.stringContaining('asks for SUPPORT'),
  ]);
  expect(await has('13911111111')).toBe(false);
  expect(await lines('import:customers')).toEqual([]);

  expect(await give('--by', 'support', '--reason', 'contract 7')).toMatchObject({ exit: 0 });
  expect(await has('13911111111')).toBe(true);
  expect(await lines('import:customers')).toEqual([
    {
      name: 'support',
      subject: 'file 13911111111.csv',
      reason: 'contract 7',
      detail: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  ]);
});

it('a read of a customer outside the demo says whose data was read', async () => {
  const { id } = await app.createCustomer();
  const give = (...people: string[]) => runCommandWith(app, outside('customer:standing'), ['--id', `${id}`, ...people]);
  expect(await give()).toMatchObject({ exit: 1, printed: [] });
  expect(await give('--by', 'support', '--reason', 'a call')).toMatchObject({ exit: 0 });
  expect(await lines('customer:standing')).toMatchObject([{ name: 'support', detail: { id: `${id}` } }]);
});

it('the demo asks for no name, checks one that is given, and writes no line for none', async () => {
  const file = await customersFile('13922222222');
  const give = (...people: string[]) => runCommandWith(app, commands['import:customers'] as Command, [file, ...people]);
  const before = await lines('import:customers');
  expect((await give('--by', 'auditor', '--reason', 'x')).exit).toBe(1);
  expect(await give()).toMatchObject({ exit: 0 });
  expect(await has('13922222222')).toBe(true);
  expect(await lines('import:customers')).toEqual(before);
});
