import { type Command, UsageError } from '../platform/commands/command.ts';
import { loadConfig } from '../platform/config/config.ts';
import type { TestApp } from './app.ts';

/** The demo's four: `support`, `finance`, `approver`, `admin`. */
export async function addStaff({ slices, database, clock }: TestApp): Promise<void> {
  for (const role of ['SUPPORT', 'FINANCE', 'APPROVER', 'ADMIN'] as const) {
    const member = { name: role.toLowerCase(), role, password: 'Lode@Console1', now: clock.now() };
    await slices.staff.createStaff(database, member);
  }
}

/** Runs a command as the command line would: what it says, and its exit code. */
export async function runCommand({ database, clock }: TestApp, command: Command, args: string) {
  const printed: string[] = [];
  const failed: string[] = [];
  const context = {
    database,
    clock,
    config: loadConfig({ DEMO: '1' }),
    print: (line: string) => void printed.push(line),
    fail: (line: string) => void failed.push(line),
  };
  // A space inside a value is written as an underscore.
  const words = args
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => word.replaceAll('_', ' '));
  const exit = await command(context, words).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    failed.push(error.message);
    return 2;
  });
  return { exit, printed, failed };
}
