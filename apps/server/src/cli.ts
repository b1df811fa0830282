import { commandsOf } from './commands.ts';
import { type CommandContext, UsageError } from './platform/commands/command.ts';
import { ConfigError, loadConfig } from './platform/config/config.ts';
import { createLog } from './platform/log/log.ts';
import { openProduct } from './product.ts';

/** `cli.js NAME …`: one command beside the running server, or on its data while it is down. */
process.exitCode = await run(process.argv.slice(2));

async function run([name = '', ...args]: string[]): Promise<number> {
  try {
    return await runCommand(name, args);
  } catch (error) {
    if (error instanceof UsageError || error instanceof ConfigError) fail(`${name}: ${error.message}`);
    else fail(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return 2;
  }
}

async function runCommand(name: string, args: string[]): Promise<number> {
  // What commands do is told in their own lines; the log speaks up only when something is wrong.
  const config = loadConfig({ LOG_LEVEL: 'error', ...process.env }, { followsDatabase: true });
  const log = createLog(config, { write: (line: string) => void process.stderr.write(line) });
  const product = await openProduct(config, log);
  try {
    const commands = commandsOf(product);
    const command = commands[name];
    if (!command) throw new UsageError(`no such command; there are ${Object.keys(commands).join(', ')}`);
    const context: CommandContext = { ...product, print, fail };
    return await command(context, args);
  } finally {
    await product.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(line: string): void {
  process.stderr.write(`${line}\n`);
}
