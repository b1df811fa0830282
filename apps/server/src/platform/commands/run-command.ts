import type { Command, CommandContext, CommandInput, Confirmation } from './command.ts';
import { UsageError } from './option.ts';

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
  const refusal =
    command.confirmedBy === undefined
      ? await refusalOf(confirmation, isConfirmed, context)
      : await refusalOfAnswer(confirmation, command.confirmedBy, input, context);
  const isAsked = command.confirmedBy === undefined ? !isConfirmed : optionOf(input, command.confirmedBy) === undefined;
  const shown = context.terminal !== null && isAsked ? { shown: confirmation.preview } : {};
  if (refusal === null) return command.run(input, { ...context, ...shown });
  context.fail(`refused: ${refusal}`);
  return 1;
}

async function refusalOf(
  confirmation: Confirmation,
  isConfirmed: boolean,
  { terminal }: CommandContext,
): Promise<string | null> {
  return isConfirmed || terminal === null ? null : ask(confirmation, terminal);
}

/** The answer is the check itself: a script gives it on its command line, and nothing stands for it. */
async function refusalOfAnswer(
  confirmation: Confirmation,
  option: string,
  input: CommandInput,
  { terminal }: CommandContext,
): Promise<string | null> {
  const given = optionOf(input, option);
  if (typeof given === 'string') {
    return confirmation.isConfirmedBy(given) ? null : `--${option} ${given} does not match: nothing was changed`;
  }
  if (terminal === null) throw new UsageError(`--${option} is required without a terminal; --yes does not replace it`);
  return ask(confirmation, terminal);
}

const optionOf = (input: CommandInput, option: string): unknown => (input as Readonly<Record<string, unknown>>)[option];

async function ask(
  { preview, question, isConfirmedBy }: Confirmation,
  terminal: NonNullable<CommandContext['terminal']>,
): Promise<string | null> {
  for (const line of preview) terminal.show(line);
  return isConfirmedBy(await terminal.ask(question)) ? null : 'not confirmed: nothing was changed';
}

/** What the command line says, read back. */
function confirmationOf(name: string, summary: string, input: CommandInput): Confirmation {
  const options = Object.entries(input).filter(([, value]) => value !== undefined);
  return confirmationByYes([
    `${name}: ${summary}`,
    ...options.map(([option, value]) => `  ${option.padEnd(12)} ${String(value)}`),
  ]);
}

export function confirmationByYes(preview: readonly string[]): Confirmation {
  return {
    preview,
    question: 'This cannot be undone. Type yes to continue: ',
    isConfirmedBy: (answer) => answer === 'yes',
  };
}
