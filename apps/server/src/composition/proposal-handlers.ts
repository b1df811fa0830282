import type { Command } from '../platform/commands/command.ts';
import { isProposable, type ProposalHandler } from '../platform/staff/proposable-command.ts';

/** What a slice provides to the command line; each part only if it has any. */
export interface SliceParts {
  /** By name: `import:prices`. */
  commands?: Record<string, Command>;
  /** Staff commands by name under `ops`: `machine:status`. */
  opsCommands?: Record<string, Command>;
}

/** Finds how a proposed action is carried out, by the name of its command. */
export function proposalHandlers(slices: object): (action: string) => ProposalHandler | undefined {
  const commands = new Map<string, Command>(
    (Object.values(slices) as SliceParts[]).flatMap((slice) =>
      Object.entries({ ...slice.commands, ...slice.opsCommands }),
    ),
  );
  return (action) => {
    const command = commands.get(action);
    return command && isProposable(command) ? command.proposal : undefined;
  };
}
