import type { Command } from '../platform/commands/command.ts';
import { isProposable } from '../platform/staff/proposable-command.ts';
import type { TestApp } from './app.ts';
import { runCommand } from './commands.ts';

/** A staff command of any slice by its name. */
export function opsCommand({ slices }: TestApp, name: string): Command | undefined {
  const offered = Object.values(slices) as { opsCommands?: Record<string, Command> }[];
  return offered.map(({ opsCommands }) => opsCommands?.[name]).find((command) => command !== undefined);
}

/** The second person approves what a command printed as proposed. */
export function approveProposal(app: TestApp, { printed }: { printed: readonly string[] }) {
  const proposal = /^proposed as (\d+):/.exec(printed[0] ?? '')?.[1];
  const { approve } = app.slices.staff.proposalCommands((action) => {
    const command = opsCommand(app, action);
    return command && isProposable(command) ? command.proposal : undefined;
  });
  return runCommand(app, approve, `--id ${proposal} --by approver`);
}
