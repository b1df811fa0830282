import type { CommandContext } from '../commands/command.ts';

const nowhere = () => undefined;

/** A command's context where no terminal waits for its lines: its result is the answer. */
export function silentContext({ database, clock, config }: Pick<CommandContext, 'database' | 'clock' | 'config'>) {
  return { database, clock, config, print: nowhere, fail: nowhere, progress: nowhere, terminal: null };
}
