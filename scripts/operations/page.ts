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
  const groups = commandGroups.map((group) =>
    commandTable(group, commands.filter(({ command }) => command.group === group).map(commandCells)),
  );
  const tools = commandTable('The embedded database', [
    ['`npm run db:reset`', 'Deletes the embedded database and its data'],
  ]);
  const environment = Object.entries(variables).map(([title, declared]) => {
    const rows = Object.entries(declared).map(([name, { summary, default: value, otherwise = '' }]) => [
      `\`${name}\``,
      value === undefined ? otherwise : `\`${value}\``,
      summary,
    ]);
    return `### ${title}\n\n${table([['variable', 'default', 'what it does'], ...rows])}\n`;
  });
  return [head, ...groups, tools, '## Environment\n', ...environment].join('\n');
}

const commandTable = (title: string, rows: readonly string[][]): string =>
  `### ${title}\n\n${table([['command', 'what it does'], ...rows])}\n`;

function commandCells({ call, command: { argument, effects, summary } }: NamedCommand): string[] {
  const typed = argument ? `${call} ${argument.placeholder}` : call.replace(/ --$/, '');
  return [`\`${typed}\``, `${summary}${effects === 'irreversible' ? ' †' : ''}`];
}

/** Columns of equal width, as the formatter wants them. */
function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((cells) => (cells[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [header = [], ...body] = rows;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
