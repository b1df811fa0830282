import type { Command } from './command.ts';

/** Every command of the product: those of `npm run NAME`, and those of staff, `npm run ops -- NAME`. */
export interface Catalogue {
  commands: Readonly<Record<string, Command>>;
  ops: Readonly<Record<string, Command>>;
}

export interface NamedCommand {
  name: string;
  /** What is typed in front of the command's own arguments. */
  call: string;
  command: Command;
}

export function directCommands({ commands }: Catalogue): NamedCommand[] {
  return byName(commands).map(([name, command]) => ({ name, call: `npm run ${name} --`, command }));
}

export function opsCommands({ ops }: Catalogue): NamedCommand[] {
  return byName(ops).map(([name, command]) => ({ name, call: `npm run ops -- ${name}`, command }));
}

function byName(commands: Readonly<Record<string, Command>>): [string, Command][] {
  return Object.entries(commands).sort(([a], [b]) => (a < b ? -1 : 1));
}
