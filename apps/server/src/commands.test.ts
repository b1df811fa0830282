// Every command of the product explains itself: its group, a line, typed options, an example that parses. No database.
import { describe, expect, it } from 'vitest';
import { declaredCatalogue } from './commands.ts';
import { directCommands, opsCommands } from './platform/commands/catalogue.ts';
import { commandGroups } from './platform/commands/command.ts';
import { parseArguments, parseCommand } from './platform/commands/parse-arguments.ts';

const catalogue = declaredCatalogue();
const ops = opsCommands(catalogue);
const all = [...directCommands(catalogue), ...ops];

/** The arguments of an example, as a shell splits them. */
function argumentsOf(example: string): string[] {
  const parts = example.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  return parts.map((part) => (/^["']/.test(part) ? part.slice(1, -1) : part));
}

function helpOf(...args: string[]): string {
  const parsed = parseArguments(catalogue, args);
  if (parsed.outcome !== 'help') throw new Error('no help');
  return parsed.text;
}

describe('npm run ops -- --help', () => {
  const lines = helpOf('ops', '--help').split('\n');

  it('lists every command in its group, one line each', () => {
    for (const { name, command } of ops) {
      const index = lines.findIndex((line) => line.trim().split(/\s+/)[0] === name);
      const heading = lines.slice(0, index).findLast((line) => /^[A-Z].*:$/.test(line));
      expect({ name, heading }).toEqual({ name, heading: `${command.group}:` });
      expect(lines[index]).toContain(command.summary);
    }
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });

  it('names the other commands and the exit codes', () => {
    for (const { name } of directCommands(catalogue)) expect(lines.join('\n')).toContain(`  ${name} `);
    expect(lines.join('\n')).toContain('Exit codes: 0 done; 1 refused');
  });
});

describe.each(all.map((one) => [one.name, one] as const))('%s', (_name, one) => {
  const { command } = one;

  it('has a group, a summary and an example that parses', () => {
    expect(commandGroups).toContain(command.group);
    expect(command.summary).toMatch(/^[A-Z][^\n]{9,84}[^.]$/);
    expect(parseCommand(one, argumentsOf(command.example))).toMatchObject({
      outcome: 'run',
      command: { group: command.group },
    });
  });

  it('explains each option', () => {
    const { outcome, ...help } = parseCommand(one, ['--help']);
    expect(outcome).toBe('help');
    for (const [name, option] of Object.entries(command.options)) {
      expect(option.summary.length).toBeGreaterThan(3);
      const isOffered = (help as { text: string }).text.includes(`--${name} `);
      expect({ name, isOffered }).toEqual({ name, isOffered: option.isHidden !== true });
    }
  });

  it('names one of its options as the answer to its question, if any', () => {
    if (command.confirmedBy !== undefined) expect(Object.keys(command.options)).toContain(command.confirmedBy);
  });

  it('bounds the length of each option, and takes no control character but in a text', () => {
    for (const [name, option] of Object.entries(command.options)) {
      if (option.placeholder === null) continue;
      expect(() => option.read('x'.repeat(100_001), name)).toThrow(`--${name}`);
      if (name !== 'reason' && name !== 'value') expect(() => option.read('\u0007', name)).toThrow(`--${name}`);
    }
  });
});
