import type { Command, CommandContext, Fields } from '../platform/commands/command.ts';
import { UsageError } from '../platform/commands/option.ts';
import { parseCommand } from '../platform/commands/parse-arguments.ts';
import { runConfirmed } from '../platform/commands/run-command.ts';
import type { Terminal } from '../platform/commands/terminal.ts';
import { loadConfig } from '../platform/config/config.ts';
import { staffRoles } from '../platform/staff/authority.ts';
import type { TestApp } from './app.ts';
import { as } from './caller-role.ts';

/** The demo's six: `support`, `operations`, `finance`, `approver`, `admin`, `auditor`. */
export async function addStaff({ slices, database, clock }: TestApp): Promise<void> {
  const members = staffRoles.map((role) => ({ name: role.toLowerCase(), role, password: 'Lode@Console1' }));
  await slices.staff.seedStaff(database, members, clock.now());
}

/** Runs a command as the command line would: its lines and its exit code. A space inside a value is written as `_`. */
export function runCommand(app: CommandApp, command: Command | undefined, args: string, terminal?: Terminal) {
  const words = args.split(' ').filter((word) => word !== '');
  return runCommandWith(
    app,
    command,
    words.map((word) => word.replaceAll('_', ' ')),
    terminal,
  );
}

/** `--id N --address-ends …` of a withdrawal, as a person who has read its address gives them. */
export async function paymentArgs({ owner }: Pick<TestApp, 'owner'>, id: string): Promise<string> {
  const { rows } = await owner.query<{ ends: string }>({
    text: `select right(address, 6) as ends from withdrawal where id::text = $1`,
    values: [id],
  });
  return `--id ${id} --address-ends ${rows[0]?.ends ?? 'unread'}`;
}

type CommandApp = Pick<TestApp, 'database' | 'clock'>;

export async function runCommandWith(
  { database, clock }: CommandApp,
  command: Command | undefined,
  args: readonly string[],
  terminal: Terminal | null = null,
) {
  if (!command) throw new Error('there is no such command');
  const printed: string[] = [];
  const failed: string[] = [];
  const write =
    (lines: string[]) =>
    (line: string, fields: Fields = {}) => {
      const undeclared = Object.keys(fields).filter((name) => !Object.hasOwn(command.fields ?? {}, name));
      if (undeclared.length > 0)
        throw new Error(`JSON fields that the help does not explain: ${undeclared.join(', ')}`);
      lines.push(line);
    };
  const context: CommandContext = {
    database,
    clock,
    config: loadConfig({ DEMO: '1' }),
    print: write(printed),
    fail: write(failed),
    progress: () => undefined,
    terminal,
  };
  // What closes days and checks the books is the worker's, by hand too.
  const part = command.group === 'Days and books' ? 'worker' : 'staff';
  const exit = await as(part, () => parseAndRun(command, args, context)).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    failed.push(error.message);
    return 2;
  });
  return { exit, printed, failed };
}

async function parseAndRun(command: Command, args: readonly string[], context: CommandContext): Promise<number> {
  const parsed = parseCommand({ name: 'NAME', call: 'npm run NAME --', command }, args);
  if (parsed.outcome === 'run') return runConfirmed('NAME', command, parsed, context);
  context.print(parsed.text);
  return 0;
}
