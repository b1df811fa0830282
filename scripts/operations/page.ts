import {
  type Catalogue,
  directCommands,
  type NamedCommand,
  opsCommands,
} from '../../apps/server/src/platform/commands/catalogue.ts';
import { commandGroups } from '../../apps/server/src/platform/commands/command.ts';
import type { Variables } from '../../apps/server/src/platform/config/variables.ts';

const head = `# Operations

Made by \`npm run operations\` from the code that reads the command line and the environment: do not edit.

## Commands

They take the same environment as the server, work while it runs or is down, and can be repeated without a second effect.
An import with a wrong line takes nothing from its file, and names each wrong line.

- \`--help\` explains a command: its options, who may give it, an example. It needs no database.
- \`--json\` prints one JSON object per result on standard output: \`command\`, \`ok\`, \`message\`, and the fields that \`--help\` names.
- Exit code 0: done. 1: refused, or the books differ; nothing was changed. 2: wrong usage, or not possible now, such as a day that
  cannot close or a database that is missing, empty or unreachable.
- What cannot be undone (marked †) shows a person at a terminal what it will do, and asks. A script is asked nothing; neither is
  \`--yes\`. \`withdrawal:propose\` and \`withdrawal:approve\` ask for the last six characters of the address, or take them as
  \`--address-ends\`.
- Staff commands take \`--by NAME\`, \`--reason TEXT\` and, where two people are needed, \`--approved-by NAME\`.
`;

/** One line for each command and each variable. */
export function operationsPage(catalogue: Catalogue, variables: Readonly<Record<string, Variables>>): string {
  const commands = [...directCommands(catalogue), ...opsCommands(catalogue)];
  const groups = commandGroups.map((group) => {
    const rows = commands.filter(({ command }) => command.group === group).map(commandRow);
    return `### ${group}\n\n| command | what it does |\n| --- | --- |\n${rows.join('\n')}\n`;
  });
  const tables = Object.entries(variables).map(
    ([title, declared]) =>
      `### ${title}\n\n| variable | default | what it does |\n| --- | --- | --- |\n${Object.entries(declared)
        .map(([name, { summary, default: value, otherwise = '' }]) =>
          row([`\`${name}\``, value === undefined ? otherwise : `\`${value}\``, summary]),
        )
        .join('\n')}\n`,
  );
  const tools = `### The embedded database\n\n| command | what it does |\n| --- | --- |\n| \`npm run db:reset\` | Deletes the embedded database and its data |\n`;
  return `${[head, ...groups, tools, '## Environment\n', ...tables].join('\n')}`;
}

function commandRow({ call, command }: NamedCommand): string {
  const { argument, effects, summary } = command;
  const typed = call.replace(/ --$/, '');
  const name = argument ? `${call} ${argument.placeholder}` : typed;
  return row([`\`${name}\``, `${summary}${effects === 'irreversible' ? ' †' : ''}`]);
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
