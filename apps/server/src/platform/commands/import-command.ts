import type { CsvColumns } from '../csv.ts';
import { readCsv } from '../csv.ts';
import type { ImportResult, LineError, RawLine } from '../imports.ts';
import { type Command, type CommandContext, type CommandInput, defineCommand } from './command.ts';
import { type Options, UsageError } from './option.ts';

interface FileImport<Column extends string, O extends Options> {
  summary: string;
  example: string;
  columns: CsvColumns<Column>;
  options: O;
  /** All lines or none; repeating it changes nothing. */
  readonly run: (
    lines: RawLine<Column>[],
    input: CommandInput<O>,
    context: CommandContext,
    /** SHA-256 of the file. */
    hash: Buffer,
  ) => Promise<ImportResult>;
}

const mostErrorsShown = 1000;

/** `npm run import:… -- FILE`: a file with a wrong line is refused whole, and every wrong line is named. */
export function importCommand<Column extends string, const O extends Options>({
  summary,
  example,
  columns,
  options,
  run,
}: FileImport<Column, O>): Command {
  const { required, optional = [] } = columns;
  return defineCommand<O>({
    group: 'Imports',
    summary,
    argument: {
      placeholder: 'FILE',
      summary: `CSV, UTF-8, with the header ${required.join(',')}${optional.map((name) => `[,${name}]`).join('')}`,
    },
    options,
    example,
    effects: 'changes',
    canCreateDatabase: true,
    fields: {
      imported: 'how many lines were new',
      alreadyThere: 'how many were there already, with the same values',
      line: 'of a wrong line: its number, the header is 1',
      reason: 'of a wrong line: what is wrong with it',
    },
    async run(input, context) {
      const path = input.argument ?? '';
      context.progress(`reading ${path} …`);
      const file = await readGivenFile(path, () => readCsv(path, columns));
      if (file.outcome === 'read') context.progress(`importing ${file.lines.length} lines …`);
      const result = file.outcome === 'refused' ? file : await run(file.lines, input, context, file.hash);
      if (result.outcome === 'refused') {
        return reportLineErrors(context, result.errors, 'nothing was imported');
      }
      const { imported, alreadyThere } = result;
      const already = alreadyThere > 0 ? `, ${alreadyThere} already there` : '';
      context.print(`${imported} imported${already}`, { imported, alreadyThere });
      return 0;
    },
  });
}

/** Reads a file that a command was given; one that is not there is wrong usage. */
export function readGivenFile<File>(path: string, read: () => Promise<File>): Promise<File> {
  return read().catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    throw new UsageError(`${path} cannot be read (${error.code})`);
  });
}

/** Names every wrong line; the exit code. */
export function reportLineErrors({ fail }: CommandContext, errors: readonly LineError[], outcome: string): number {
  const sorted = errors.toSorted((a, b) => a.line - b.line);
  for (const { line, reason: sentence } of sorted.slice(0, mostErrorsShown)) {
    const reason = sentence.en;
    fail(`line ${line}: ${reason}`, { line, reason });
  }
  if (errors.length > mostErrorsShown) fail(`… and ${errors.length - mostErrorsShown} more`);
  fail(outcome);
  return 1;
}
