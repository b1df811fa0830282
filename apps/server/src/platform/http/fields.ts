/** What a caller sent, in the order of sending: names may repeat here, the merge refuses that. */
export type Fields = [name: string, value: unknown][];

/** Input that cannot be read at all; `field` names the place as well as it is known. */
export class MalformedInput extends Error {
  override readonly name = 'MalformedInput';
  readonly field: string;
  constructor(field: string) {
    super(`malformed ${field}`);
    this.field = field;
  }
}

/** Reads `a=1&b=2`, strictly: a broken percent escape is malformed, not guessed at. */
export function readForm(text: string): Fields {
  if (text === '') return [];
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const name = decode(equals < 0 ? pair : pair.slice(0, equals), 'query');
      return [name, equals < 0 ? '' : decode(pair.slice(equals + 1), name)];
    });
}

function decode(text: string, field: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new MalformedInput(field);
  }
}

/** Reads a JSON object. An empty body counts as no fields. */
export function readJson(text: string): Fields {
  if (text.trim() === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedInput('body');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MalformedInput('body');
  const repeated = repeatedName(text);
  if (repeated !== null) throw new MalformedInput(repeated);
  return Object.entries(value);
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
const colonAhead = /\s*:/y;

/** JSON.parse keeps the last of two equal names without a word; this finds the first name that repeats. */
function repeatedName(text: string): string | null {
  const seen = new Set<string>();
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(token)) {
    if (found === '{' || found === '[') depth++;
    else if (found === '}' || found === ']') depth--;
    else if (depth === 1 && isName(text, index + found.length)) {
      const name: string = JSON.parse(found);
      if (seen.has(name)) return name;
      seen.add(name);
    }
  }
  return null;
}

function isName(text: string, end: number): boolean {
  colonAhead.lastIndex = end;
  return colonAhead.test(text);
}
