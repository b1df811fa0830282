import { givenValue } from '@lode/contract/given-values';

interface Given {
  name: string;
  value: string;
  /** The value goes on: what is here is no whole JSON. */
  isCut: boolean;
}

/** What was given for an action, as a person reads it. */
export const givenText = (action: string, { name, value, isCut }: Given): string =>
  givenValue(action, name, isCut ? wholeLines(value) : value);

/** Of a file that goes on the lines which are whole. */
function wholeLines(value: string): string {
  const end = value.lastIndexOf('}},{');
  return value.startsWith('[{"line"') && end > 0 ? `${value.slice(0, end + 2)}]` : value;
}
