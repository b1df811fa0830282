import type { Command, CommandContext, CommandInput, Confirmation } from './command.ts';

/** Runs a command whose arguments are read; one that cannot be taken back asks a person at a terminal first. */
export async function runConfirmed(
  name: string,
  command: Command,
  { input, isConfirmed }: { input: CommandInput; isConfirmed: boolean },
  context: CommandContext,
): Promise<number> {
  if (command.effects !== 'irreversible') return command.run(input, context);
  const confirmation = command.confirm
    ? await command.confirm(input, context)
    : confirmationOf(name, command.summary, input);
  if (confirmation === null) return command.run(input, context);
  const refusal = await refusalOf(confirmation, isConfirmed, context);
  if (refusal === null) return command.run(input, context);
  context.fail(`refused: ${refusal}`);
  return 1;
}

async function refusalOf(
  { preview, question, isConfirmedBy, given }: Confirmation,
  isConfirmed: boolean,
  { terminal }: CommandContext,
): Promise<string | null> {
  if (given !== undefined) return isConfirmedBy(given) ? null : `"${given}" does not confirm it: nothing was changed`;
  if (isConfirmed || terminal === null) return null;
  for (const line of preview) terminal.show(line);
  return isConfirmedBy(await terminal.ask(question)) ? null : 'not confirmed: nothing was changed';
}

/** What the command line says, read back. */
function confirmationOf(name: string, summary: string, input: CommandInput): Confirmation {
  const options = Object.entries(input).filter(([, value]) => value !== undefined);
  return {
    preview: [`${name}: ${summary}`, ...options.map(([option, value]) => `  ${option.padEnd(12)} ${String(value)}`)],
    question: 'This cannot be undone. Type yes to continue: ',
    isConfirmedBy: (answer) => answer === 'yes',
  };
}
