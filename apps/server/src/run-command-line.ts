import { composeCatalogue, declaredCatalogue } from './commands.ts';
import type { Catalogue } from './platform/commands/catalogue.ts';
import type { CommandContext } from './platform/commands/command.ts';
import { folderOfPerson, resolveFiles } from './platform/commands/given-files.ts';
import { UsageError } from './platform/commands/option.ts';
import { type CommandOutput, jsonOutput, textOutput } from './platform/commands/output.ts';
import { type ParsedArguments, parseArguments } from './platform/commands/parse-arguments.ts';
import { runConfirmed } from './platform/commands/run-command.ts';
import { openTerminal } from './platform/commands/terminal.ts';
import { ConfigError, loadConfig } from './platform/config/config.ts';
import { assertDatabaseExists } from './platform/db/database-presence.ts';
import { createLog } from './platform/log/log.ts';
import { visible } from './platform/unsafe-text.ts';
import { openProduct } from './product.ts';

/** The parts of a process that a command line uses; a test gives its own. */
export interface CommandLineProcess {
  env: Record<string, string | undefined>;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
}

/** Resolves with the exit code: 0 done, 1 refused or different, 2 wrong usage or not possible now. */
export async function runCommandLine(args: readonly string[], host: CommandLineProcess): Promise<number> {
  // A reader that has seen enough (`| head`) ends no command.
  host.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const nameOf = args[0] === 'ops' && args[1] && !args[1].startsWith('-') ? args[1] : (args[0] ?? '');
  const isJson = args.includes('--json');
  const output = isJson ? jsonOutput(nameOf, host.stdout) : textOutput(host.stdout, host.stderr);
  try {
    const parsed = parseArguments(declaredCatalogue(), args);
    if (parsed.outcome === 'help') return showHelp(parsed.text, args, host);
    const input = resolveFiles(parsed.command, parsed.input, folderOfPerson(args[0], host.env));
    return await runParsed({ ...parsed, input }, output, host);
  } catch (error) {
    const message = messageOf(error);
    // The JSON object names the command in a field of its own, and holds all lines of a stack.
    if (isJson) output.fail(message);
    else for (const line of `${nameOf === '' ? '' : `${nameOf}: `}${message}`.split('\n')) output.fail(line);
    return 2;
  }
}

/** A person can put usage and configuration right by the message; anything else is a fault and keeps its stack. */
function messageOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message;
  return `failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function showHelp(text: string, args: readonly string[], { stdout, stderr }: CommandLineProcess): number {
  const isAsked = args.some((arg) => ['--help', '-h', 'help'].includes(arg));
  (isAsked ? stdout : stderr).write(text);
  return isAsked ? 0 : 2;
}

async function runParsed(
  { name, command, input, isConfirmed }: Extract<ParsedArguments, { outcome: 'run' }>,
  output: CommandOutput,
  { env, stdin, stderr }: CommandLineProcess,
): Promise<number> {
  // A command reports in its own lines; the log adds errors only.
  const config = loadConfig({ LOG_LEVEL: 'error', ...env }, { followsDatabase: true });
  const log = createLog(config, { write: (line: string) => void stderr.write(`${visible(line.trimEnd())}\n`) });
  await assertDatabaseExists(config, { canCreate: command.canCreateDatabase ?? false });
  const product = await openProduct(config, log, 'staff');
  try {
    const context: CommandContext = { ...product, ...output, terminal: openTerminal(stdin, stderr) };
    return await runConfirmed(name, sameIn(composeCatalogue(product), name), { input, isConfirmed }, context);
  } finally {
    await product.close();
  }
}

function sameIn({ commands, ops }: Catalogue, name: string) {
  const command = commands[name] ?? ops[name];
  if (!command) throw new Error(`${name} is declared and not composed`);
  return command;
}
