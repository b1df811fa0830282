import { csvText } from '../../platform/csv-text.ts';
import type { Sentence } from '../../platform/sentence.ts';
import type { Described } from '../../platform/staff/proposable-command.ts';
import { proposalFileTitles as titles } from './sentences.zh.ts';

/** A line of what was given: an option, or a line of a file that was read into one. */
interface GivenLine {
  name: string;
  value: string;
}

/** Every line that was given, and every line of what it would do now. */
export interface WholeProposal {
  given: GivenLine[];
  effect: readonly Sentence[];
}

export function wholeOf(input: unknown, described: Described | undefined): WholeProposal {
  return {
    given: Object.entries(input as Record<string, unknown>).flatMap(([name, value]) => givenLines(name, value)),
    effect: described === undefined ? [] : effectLines(described),
  };
}

/** Of a proposal that would be refused now, why. */
function effectLines(described: Described): readonly Sentence[] {
  if ('refused' in described) return [described.refused];
  return described.lines ?? [described.summary];
}

function givenLines(name: string, given: unknown): GivenLine[] {
  const value = typeof given === 'string' ? given : JSON.stringify(given);
  return (
    fileLines(value)?.map(({ line, values }) => ({ name: `${name} ${line}`, value: cellsOf(values) })) ?? [
      { name, value },
    ]
  );
}

const cellsOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([column, cell]) => `${column} ${cell}`)
    .join(', ');

type FileLine = { line: number; values: Record<string, string> };

/** The lines of a file as a proposal keeps them; null for any other option. */
function fileLines(value: string): FileLine[] | null {
  if (!value.startsWith('[')) return null;
  const parsed = parsedOf(value);
  const isFile =
    Array.isArray(parsed) &&
    parsed.every((one) => typeof one === 'object' && one !== null && 'line' in one && 'values' in one);
  return isFile ? (parsed as FileLine[]) : null;
}

function parsedOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** Spreadsheets of Chinese systems take a file without the mark for the local encoding. */
const byteOrderMark = '\ufeff';

export function proposalAsCsv(whole: WholeProposal): string {
  const rows = [
    [titles.part, titles.name, titles.text],
    ...whole.given.map(({ name, value }) => [titles.given, name, value]),
    ...whole.effect.map(({ zh }, index) => [titles.effect, String(index + 1), zh]),
  ];
  return byteOrderMark + rows.map((cells) => `${cells.map(csvText).join(',')}\r\n`).join('');
}
