import { resolve } from 'node:path';
import type { Command, CommandInput } from './command.ts';

/** Where the person typed it: npm runs its scripts in the project's folder, and only then does `INIT_CWD` say where. */
export function folderOfPerson(script: string | undefined, env: Record<string, string | undefined>): string {
  return (script !== undefined && env.npm_lifecycle_event === script && env.INIT_CWD) || process.cwd();
}

/** The input with its names of files as they are meant in that folder. */
export function resolveFiles({ options, argument }: Command, input: CommandInput, folder: string): CommandInput {
  const isFile = (name: string) => (name === 'argument' ? argument !== undefined : options[name]?.isFile === true);
  const entries = Object.entries(input).map(([name, value]) =>
    typeof value === 'string' && isFile(name) ? [name, resolve(folder, value)] : [name, value],
  );
  return Object.fromEntries(entries) as CommandInput;
}
