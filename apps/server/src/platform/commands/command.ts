import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Clock } from '../clock/clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';

/** What a command works with. It runs beside the server, on the same database and by the same clock. */
export interface CommandContext {
  database: Database;
  clock: Clock;
  config: Config;
  /** A line of result, on standard output. */
  print(line: string): void;
  /** A line of refusal, on standard error. */
  fail(line: string): void;
}

/** Resolves with the exit code: 0 done, 1 refused and nothing changed, 2 called in the wrong way or not possible now. */
export type Command = (context: CommandContext, args: string[]) => Promise<number>;

/** The command line is not one that the command understands; the message says what is wrong with it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads options strictly: what is unknown, twice, or lacks its value is a `UsageError`. */
export function readArguments<const O extends Options>(
  args: string[],
  options: O,
  positionals: readonly string[] = [],
) {
  const parsed = parse(args, options);
  if (parsed.positionals.length !== positionals.length) {
    const wanted = positionals.length === 0 ? 'no argument without a name' : positionals.join(' ');
    throw new UsageError(`expected ${wanted}, got ${parsed.positionals.join(' ') || 'nothing'}`);
  }
  return parsed;
}

function parse<const O extends Options>(args: string[], options: O) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true });
    const names = parsed.tokens.filter((token) => token.kind === 'option').map((token) => token.name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice) throw new UsageError(`--${twice} is given twice`);
    return parsed;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

/** The value of an option that must be there. */
export function wanted(values: Record<string, unknown>, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`--${name} is missing`);
  return value;
}
