import { UsageError } from '../../../platform/commands/option.ts';
import { notLines } from './refusals.zh.ts';
import { type RawTermsLine, termsColumns } from './terms-file.ts';

/** A proposal keeps the lines: more than this is two files. */
export const linesAtMost = 5000;

/** Lines as `readFile` writes them; the console sends its own. */
export function rawLinesOf(text: string): RawTermsLine[] {
  const lines = linesIn(text);
  if (lines === null) throw new UsageError(notLines);
  return lines;
}

function linesIn(text: string): RawTermsLine[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  return Array.isArray(parsed) && parsed.length <= linesAtMost && parsed.every(isLine) ? parsed : null;
}

const columnNames: readonly string[] = [...termsColumns.required, ...termsColumns.optional];
const longestCell = 128;

function isLine(value: unknown): value is RawTermsLine {
  if (typeof value !== 'object' || value === null) return false;
  const { line, values, ...rest } = value as Record<string, unknown>;
  if (!Number.isSafeInteger(line) || typeof values !== 'object' || values === null) return false;
  return (
    Object.keys(rest).length === 0 &&
    Object.entries(values).every(
      ([name, cell]) => columnNames.includes(name) && typeof cell === 'string' && cell.length <= longestCell,
    )
  );
}
