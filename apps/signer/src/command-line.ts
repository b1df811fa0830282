import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { SignerCommand } from './command.ts';
import { commands } from './commands.ts';

/** The command line cannot be understood; the message names what is wrong with it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type CommandLine =
  | { outcome: 'help' }
  | { outcome: 'serve' }
  | { outcome: 'run'; name: string; command: SignerCommand; options: Record<string, string> };

const helpAsked = ['--help', '-h'];

/** The placeholders of options that name a file or a folder. */
const files: readonly string[] = ['FILE', 'FOLDER', 'REQUEST', 'RESPONSE', 'SIGNATURE'];

/** Every call of the signer with what it does: of the help, and of the operations page. */
export const signerCalls: readonly (readonly [call: string, summary: string])[] = [
  ['serve', 'Answers on the socket, until it is stopped'],
  ...Object.entries(commands).map(([name, { summary, options }]) => {
    const given = Object.entries(options).map(([option, placeholder]) => ` --${option} ${placeholder}`);
    return [`${name}${given.join('')}`, summary] as const;
  }),
];

export const help = `Usage: npm run signer -- NAME [options]

What is done at the signer's machine, while no signer serves.

${signerCalls.map(([call, summary]) => `  ${call}\n      ${summary}`).join('\n')}

Exit codes: 0 done; 1 refused, nothing was changed; 2 wrong usage.
`;

/** Reads the arguments without configuration or keys. Without a name the signer serves. Files are meant in `folder`. */
export function readCommandLine([name = 'serve', ...args]: readonly string[], folder: string): CommandLine {
  if (name === 'help' || [name, ...args].some((one) => helpAsked.includes(one))) return { outcome: 'help' };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command && name !== 'serve') {
    throw new UsageError(`unknown command: ${name}`);
  }
  const options = readOptions(name, Object.keys(command?.options ?? {}), args);
  if (!command) return { outcome: 'serve' };
  const entries = Object.entries(options).map(([option, given]) => {
    const isFile = files.includes(command.options[option] ?? '');
    return [option, isFile ? resolve(folder, given) : given];
  });
  return { outcome: 'run', name, command, options: Object.fromEntries(entries) };
}

function readOptions(name: string, names: readonly string[], args: readonly string[]): Record<string, string> {
  const known = Object.fromEntries(names.map((option) => [option, { type: 'string' as const }]));
  try {
    const { values } = parseArgs({ args: [...args], options: known });
    const missing = names.filter((option) => !values[option]);
    if (missing.length === 0) return values as Record<string, string>;
    throw new Error(`missing: ${missing.map((option) => `--${option}`).join(', ')}`);
  } catch (error) {
    throw new UsageError(`${name}: ${(error as Error).message}`);
  }
}
