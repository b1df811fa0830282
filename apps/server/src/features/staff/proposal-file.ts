import { fileLineName, fileLineText, givenValue, readFileLines } from '@lode/contract/given-values';
import { givenName } from '@lode/contract/proposal-names';
import { csvText } from '../../platform/csv-text.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { maskAccounts } from '../../platform/staff/mask-accounts.ts';
import type { Described } from '../../platform/staff/proposable-command.ts';
import { proposalFileTitles as titles } from './sentences.zh.ts';

/** A line of what was given: an option, or a line of a file that was read into one. */
interface GivenLine {
  name: string;
  value: string;
  /** The same for who reads Chinese. */
  zh: { name: string; value: string };
}

/** Every line that was given, and every line of what it would do now. */
export interface WholeProposal {
  given: GivenLine[];
  effect: readonly Sentence[];
}

export function wholeOf(action: string, input: unknown, described: Described | undefined): WholeProposal {
  return {
    given: Object.entries(input as Record<string, unknown>).flatMap(([name, value]) => givenLines(action, name, value)),
    effect: described === undefined ? [] : effectLines(described),
  };
}

/** Of a proposal that would be refused now, why. */
function effectLines(described: Described): readonly Sentence[] {
  if ('refused' in described) return [described.refused];
  return described.lines ?? [described.summary];
}

function givenLines(action: string, name: string, given: unknown): GivenLine[] {
  const value = typeof given === 'string' ? given : JSON.stringify(given);
  const shown = givenName(action, name);
  const lines = readFileLines(value);
  if (lines === null) return [{ name, value, zh: { name: shown, value: givenValue(action, name, value) } }];
  return lines.map((one) => ({
    name: `${name} ${one.line}`,
    value: cellsOf(one.values),
    zh: { name: `${shown} ${fileLineName(one.line)}`, value: fileLineText(one) },
  }));
}

const cellsOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([column, cell]) => `${column} ${cell}`)
    .join(', ');

/** Spreadsheets of Chinese systems take a file without the mark for the local encoding. */
const byteOrderMark = '\ufeff';

export function proposalAsCsv(whole: WholeProposal): string {
  const rows = [
    [titles.part, titles.name, titles.text],
    ...whole.given.map(({ zh: { name, value } }) => [titles.given, name, value]),
    ...whole.effect.map(({ zh }, index) => [titles.effect, String(index + 1), maskAccounts(zh)]),
  ];
  return byteOrderMark + rows.map((cells) => `${cells.map(csvText).join(',')}\r\n`).join('');
}
