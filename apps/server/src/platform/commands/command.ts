import type { Clock } from '../clock/clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Options, Values } from './option.ts';
import type { Terminal } from './terminal.ts';

/** What `--json` prints beside `command`, `ok` and `message`; the names are declared by the command. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** What a command works with. It runs beside the server, on the same database and by the same clock. */
export interface CommandContext {
  database: Database;
  clock: Clock;
  config: Config;
  /** A result: a line on standard output, or one JSON object. */
  readonly print: (line: string, fields?: Fields) => void;
  /** A refusal or a difference: a line on standard error, or one JSON object on standard output. */
  readonly fail: (line: string, fields?: Fields) => void;
  /** How far long work has come: shown on a terminal only, and overwritten by what follows. */
  readonly progress: (line: string) => void;
  /** Null: a script has called, and is asked nothing. */
  terminal: Terminal | null;
  /** The lines that a person at a terminal has read and confirmed. */
  shown?: readonly string[];
}

/** The headings of the help, in its order. */
export const commandGroups = [
  'Days and books',
  'Imports',
  'Customers and machines',
  'Money',
  'Withdrawals',
  'COIN UP',
  'Cold storage',
  'Keys',
  'Content',
  'Settings and staff',
  'Alerts',
] as const;

/** `irreversible`: no other command takes it back, so a person at a terminal is asked first. */
export type Effects = 'reads' | 'changes' | 'irreversible';

/** What a person sees and answers before an irreversible command runs. */
export interface Confirmation {
  preview: readonly string[];
  question: string;
  /** The answer that lets it run. */
  readonly isConfirmedBy: (answer: string) => boolean;
}

export interface CommandDeclaration<O extends Options> {
  group: (typeof commandGroups)[number];
  /** One line for the list of commands. */
  summary: string;
  /** The file that the command reads, named without an option. */
  argument?: { placeholder: string; summary: string };
  options: O;
  /** Who may give it, for the help. */
  people?: string;
  /** The arguments of one call that parses. */
  example: string;
  effects: Effects;
  /** May be the first command on a new database; any other one refuses where there is none. */
  canCreateDatabase?: boolean;
  /** The fields of its JSON objects beside `command`, `ok` and `message`, with what they mean. */
  fields?: Readonly<Record<string, string>>;
  /** The option that answers the question; scripts have to give it, and `--yes` does not stand for it. */
  confirmedBy?: string;
  /** Null: nothing would be changed, and `run` says why. */
  readonly confirm?: (input: CommandInput<O>, context: CommandContext) => Promise<Confirmation | null>;
  /** Resolves with the exit code: 0 done; 1 refused or different; 2 not possible now. */
  readonly run: (input: CommandInput<O>, context: CommandContext) => Promise<number>;
}

/** The options by name; `argument` is the one value without a name. */
export type CommandInput<O extends Options = Options> = Values<O> & { argument?: string };

/** A command whose options' types are known to itself alone. */
export type Command = CommandDeclaration<Options>;

export function defineCommand<const O extends Options>(declaration: CommandDeclaration<O>): Command {
  // Its input comes from `parseArguments` alone, which reads exactly these options.
  return declaration as unknown as Command;
}
