import type { CsvColumns } from '../csv.ts';
import { readCsv } from '../csv.ts';
import type { ImportResult, LineError, RawLine } from '../imports.ts';
import { type Command, type CommandContext, readArguments, UsageError } from './command.ts';

interface FileImport<Column extends string> {
  columns: CsvColumns<Column>;
  /** Whole or not at all, and again without effect. */
  run(
    context: CommandContext,
    lines: RawLine<Column>[],
    options: Record<string, string | undefined>,
  ): Promise<ImportResult>;
  /** Names of `--name VALUE` options. */
  options?: readonly string[];
}

const mostErrorsShown = 1000;

/** `npm run import:… -- FILE`: every wrong line is named with its number and reason, and then nothing has been taken. */
export function importCommand<Column extends string>({ columns, run, options = [] }: FileImport<Column>): Command {
  return async (context, args) => {
    const wanted = Object.fromEntries(options.map((name) => [name, { type: 'string' as const }]));
    const { values, positionals } = readArguments(args, wanted, ['FILE']);
    const file = await readCsv(positionals[0] as string, columns).catch((error: NodeJS.ErrnoException) => {
      if (error.code === undefined) throw error;
      throw new UsageError(`${positionals[0]} cannot be read (${error.code})`);
    });
    const result = file.outcome === 'refused' ? file : await run(context, file.lines, values as Record<string, string>);
    if (result.outcome === 'refused') {
      reportErrors(context, result.errors);
      return 1;
    }
    const already = result.alreadyThere > 0 ? `, ${result.alreadyThere} already there` : '';
    context.print(`${result.imported} imported${already}`);
    return 0;
  };
}

function reportErrors({ fail }: CommandContext, errors: LineError[]): void {
  const sorted = errors.toSorted((a, b) => a.line - b.line);
  for (const { line, reason } of sorted.slice(0, mostErrorsShown)) fail(`line ${line}: ${reason}`);
  if (errors.length > mostErrorsShown) fail(`… and ${errors.length - mostErrorsShown} more`);
  fail('nothing was imported');
}
