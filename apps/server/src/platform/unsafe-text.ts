/**
 * Control characters move a terminal's cursor and colour its text; marks of direction and line separators show a text in another
 * order than it has. Both make a line say what it does not hold.
 */
const unsafe = String.raw`\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069`;
const anyUnsafe = new RegExp(`[${unsafe}]`, 'u');
const eachUnsafe = new RegExp(`[${unsafe}]`, 'gu');

/** For free texts that are stored: what has one of them is refused. */
export const hasUnsafeCharacter = (text: string): boolean => anyUnsafe.test(text);

/** One line with each of them written out, `\u001b`: what is printed does nothing to a terminal. Inside a JSON text it means the same. */
export function visible(line: string): string {
  return line.replace(eachUnsafe, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
