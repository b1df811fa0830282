import { groupDigits } from '../../lib/group-digits.ts';
import { settingTexts as texts } from '../../locales/zh/settings.ts';

/** A setting's JSON as a person reads it in one line. */
export function valueText(json: string): string {
  const value: unknown = JSON.parse(json);
  if (value === null) return texts.empty;
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  if (typeof value === 'string') return groupedDecimal(value);
  if (isSteps(value))
    return value.map(({ from, confirmations }) => texts.step(groupedDecimal(from), confirmations)).join('；');
  return JSON.stringify(value);
}

const isSteps = (value: unknown): value is { from: string; confirmations: number }[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => one?.from !== undefined && one.confirmations !== undefined);

/** `500000.000000` is `500,000.000000`; other text stays as it is. */
const groupedDecimal = (text: string): string => (/^\d+\.\d+$/.test(text) ? groupDigits(text) : text);

/** Text, amounts and rates are given without quotes; anything else is given as its JSON. */
export const isPlain = (json: string): boolean => typeof JSON.parse(json) === 'string';

export const plainOf = (json: string): string => (isPlain(json) ? (JSON.parse(json) as string) : json);

/** What was given for a setting that is text: `null` where it takes none, and quotes are taken as quotes. */
export const jsonOf = (given: string): string =>
  given === 'null' || /^".*"$/.test(given) ? given : JSON.stringify(given);
