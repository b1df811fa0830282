import type { Command } from '../../../../platform/commands/command.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { isProposable } from '../../../../platform/staff/proposable-command.ts';
import type { TestApp } from '../../../../testing/app.ts';
import { runCommand } from '../../../../testing/commands.ts';

/** The day that changes are valued with: a terahash mines 1634.298721… sat. */
export async function addNewestDay(owner: Queryable): Promise<void> {
  await owner.query({
    text: `insert into network_day (coin, date, blocks, subsidy_sum, fee_sum, epochs, source, created_at)
           values ('BTC', '2026-03-09', 177, 221250000000, 1447682229, '[{"difficulty": "15486913440292.82", "seconds": 86400}]',
             'import', '2026-03-10')`,
  });
}

export function termsCommand({ slices: { machines } }: TestApp, name: string): Command | undefined {
  const commands: Record<string, Command> = { ...machines.opsCommands, ...machines.commands };
  return commands[name];
}

/** `approve` and its like, for the proposals of this slice. */
export function proposalCommand(app: TestApp, name: string): Command | undefined {
  return app.slices.staff.proposalCommands((action) => {
    const command = termsCommand(app, action);
    return command && isProposable(command) ? command.proposal : undefined;
  })[name];
}

/** The second person approves what a command printed as proposed. */
export function approve(app: TestApp, { printed }: { printed: string[] }) {
  const proposal = /^proposed as (\d+):/.exec(printed[0] ?? '')?.[1];
  return runCommand(app, proposalCommand(app, 'approve'), `--id ${proposal} --by approver`);
}
