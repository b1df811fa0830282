import { Command as CommanderCommand, CommanderError, Option as CommanderOption } from 'commander';
import { type Catalogue, directCommands, type NamedCommand, opsCommands } from './catalogue.ts';
import { type Command, type CommandInput, commandGroups } from './command.ts';
import { type Option, UsageError } from './option.ts';

export type ParsedArguments =
  | { outcome: 'run'; name: string; command: Command; input: CommandInput; isJson: boolean; isConfirmed: boolean }
  | { outcome: 'help'; text: string };

/** A command and its summary fit on one line. */
const helpWidth = 120;
const exitCodes =
  'Exit codes: 0 done; 1 refused or different, nothing was changed; 2 wrong usage, or not possible now.';

/** Reads `NAME ARGUMENTS…` without a database: what to run with which input, the help, or a `UsageError`. */
export function parseArguments(catalogue: Catalogue, [name = '', ...args]: readonly string[]): ParsedArguments {
  if (name === '' || name === '--help' || name === '-h') return { outcome: 'help', text: listOf(catalogue) };
  if (name === 'ops') return parseOps(catalogue, args);
  const direct = directCommands(catalogue);
  const found = direct.find((one) => one.name === name);
  if (!found) {
    const isStaffs = opsCommands(catalogue).some((one) => one.name === name);
    const hint = isStaffs ? ` It is npm run ops -- ${name}.` : suggestion(name, [...direct, { name: 'ops' }]);
    throw new UsageError(`no such command.${hint}`);
  }
  return parseCommand(found, args);
}

/** The arguments of one command. */
export function parseCommand({ name, call, command }: NamedCommand, args: readonly string[]): ParsedArguments {
  return parseWith((onRun) => lineOf(call, { name, call, command }, onRun), args);
}

function parseOps(catalogue: Catalogue, args: readonly string[]): ParsedArguments {
  const commands = opsCommands(catalogue);
  // `help NAME` is what a person tries first.
  const asked = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  const [name = '--help', ...rest] = asked;
  if (!name.startsWith('-')) {
    const found = commands.find((one) => one.name === name);
    if (!found) {
      const isDirect = directCommands(catalogue).some((one) => one.name === name);
      const hint = isDirect ? ` It is npm run ${name}.` : `${suggestion(name, commands)} --help lists all.`;
      throw new UsageError(`no such command of staff.${hint}`);
    }
    return parseCommand(found, rest);
  }
  return parseWith(
    (onRun) => {
      const ops = baseOf('npm run ops --')
        .usage('NAME [options]')
        .description('What staff does, for scripts and at a terminal.')
        .helpCommand(false)
        .helpOption('-h, --help', 'this page')
        .addHelpText(
          'after',
          `\n${others(catalogue)}\n\nNAME --help explains one command with an example.\n${exitCodes}`,
        );
      for (const group of commandGroups) {
        for (const one of commands.filter(({ command }) => command.group === group)) {
          ops.addCommand(lineOf(one.name, one, onRun).helpGroup(`${group}:`));
        }
      }
      return ops;
    },
    asked.length === 0 ? ['--help'] : asked,
  );
}

type OnRun = (parsed: Extract<ParsedArguments, { outcome: 'run' }>) => void;

function parseWith(build: (onRun: OnRun) => CommanderCommand, args: readonly string[]): ParsedArguments {
  let parsed: ParsedArguments | null = null;
  let help = '';
  const line = build((run) => {
    parsed = run;
  });
  for (const one of [line, ...line.commands]) {
    one
      .configureOutput({
        writeOut: (text) => (help += text),
        writeErr: () => undefined,
        getOutHelpWidth: () => helpWidth,
      })
      .configureHelp({ subcommandTerm: (command) => command.name() });
  }
  try {
    line.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { outcome: 'help', text: help };
    throw new UsageError(error.message.replace(/^error: /, '').replaceAll('\n', ' '));
  }
  if (parsed === null) throw new UsageError('give the name of a command; --help lists them');
  return parsed;
}

function baseOf(name: string): CommanderCommand {
  return new CommanderCommand(name).exitOverride().allowExcessArguments(false);
}

function lineOf(lineName: string, { name, call, command }: NamedCommand, onRun: OnRun): CommanderCommand {
  const { summary, argument, options, people, example, effects, confirmedBy, fields } = command;
  const line = baseOf(lineName)
    .summary(summary)
    .description([`${summary}.`, people ?? '', effectsOf(command)].filter(Boolean).join('\n'))
    .helpOption('-h, --help', 'this page');
  if (argument) line.argument(`<${argument.placeholder}>`, argument.summary);
  for (const [option, declared] of Object.entries(options)) line.addOption(commanderOption(option, declared));
  line.option('--json', 'print one JSON object per result');
  if (effects === 'irreversible') {
    const replaced = confirmedBy === undefined ? 'do not ask before it runs' : `no effect: --${confirmedBy} decides`;
    line.option('--yes', `at a terminal: ${replaced}`);
  }
  const parts = [
    `Example:\n  ${call} ${example}`.trimEnd(),
    fields ? `With --json:\n${fieldLines(fields)}` : '',
    exitCodes,
  ];
  line.addHelpText('after', `\n${parts.filter(Boolean).join('\n\n')}`);
  line.action(() => {
    const input = inputOf(line, options);
    const { json = false } = line.opts<{ json?: boolean }>();
    const isConfirmed = line.getOptionValue('yes') === true;
    onRun({ outcome: 'run', name, command, input, isJson: json, isConfirmed });
  });
  return line;
}

function effectsOf({ effects, confirmedBy }: Command): string {
  if (effects === 'reads') return 'It changes nothing.';
  if (confirmedBy !== undefined) {
    return `It cannot be undone: a person at a terminal is asked first, a script gives --${confirmedBy}.`;
  }
  return effects === 'irreversible' ? 'It cannot be undone: a person at a terminal is asked first.' : '';
}

function commanderOption(name: string, declared: Option): CommanderOption {
  const { placeholder, summary, isRequired, otherwise, isHidden = false, read } = declared;
  if (placeholder === null) return new CommanderOption(`--${name}`, summary);
  const note = isRequired ? 'required' : otherwise;
  const option = new CommanderOption(`--${name} <${placeholder}>`, note ? `${summary} (${note})` : summary);
  return option.hideHelp(isHidden).argParser((given: string, earlier: unknown) => {
    if (earlier !== undefined) throw new UsageError(`--${name} is given twice`);
    if (given.startsWith('--')) throw new UsageError(`--${name} lacks its value: "${given}" is another option`);
    // A shell variable that is not set leaves an empty value behind.
    return given.trim() === '' ? '' : read(given, name);
  });
}

function inputOf(line: CommanderCommand, options: Command['options']): CommandInput {
  const input: Record<string, unknown> = {};
  for (const option of line.options) {
    const name = option.long?.slice(2) ?? '';
    const declared = options[name];
    if (!declared) continue;
    const given: unknown = line.opts()[option.attributeName()];
    const value = given === '' ? undefined : given;
    if (value === undefined && declared.isRequired) throw new UsageError(`--${name} is missing`);
    if (value !== undefined) input[name] = value;
  }
  return { ...input, ...(line.args[0] !== undefined && { argument: line.args[0] }) };
}

function fieldLines(fields: Readonly<Record<string, string>>): string {
  const all = {
    command: 'name of the command',
    ok: 'false: a refusal, an error, a difference',
    message: 'the line',
    ...fields,
  };
  return Object.entries(all)
    .map(([name, meaning]) => `  ${name.padEnd(16)} ${meaning}`)
    .join('\n');
}

function others(catalogue: Catalogue): string {
  const lines = directCommands(catalogue).map(({ name, command }) => `  ${name.padEnd(22)} ${command.summary}`);
  return `Other commands, npm run NAME -- …:\n${lines.join('\n')}`;
}

function listOf(catalogue: Catalogue): string {
  return `${others(catalogue)}\n  ${'ops'.padEnd(22)} what staff does; npm run ops -- --help lists it\n\n${exitCodes}\n`;
}

/** The known name that is nearest to a mistyped one, as commander finds it for options. */
function suggestion(name: string, known: readonly { name: string }[]): string {
  const probe = baseOf('probe').configureOutput({ writeErr: () => undefined });
  for (const one of known) probe.command(one.name).exitOverride();
  try {
    probe.parse([name], { from: 'user' });
  } catch (error) {
    const found = /\(Did you mean (.+)\?\)/.exec((error as Error).message)?.[1];
    return found === undefined ? '' : ` Did you mean ${found}?`;
  }
  return '';
}
