/** What fits a row, in two lines at most. */
const longest = 26;

/**
 * The first clause of a message, or what stands before it in 【】, which names what happened, and the rest of it. Null for a text without a
 * short first clause: its kind is all that can stand above it.
 */
export function headlineOf(text: string): { headline: string; rest: string } | null {
  const [, name, body = ''] = /^【([^】]+)】(.+)$/s.exec(text) ?? [];
  if (name !== undefined) return { headline: name, rest: body };
  const [, headline = text, rest = ''] =
    /^([^，。；：？！「（]+)(?:[，。；：？！]\s*|(?=[「（]))(.*)$/s.exec(text) ?? [];
  // Alone on its line it needs no brackets.
  return [...headline].length > longest ? null : { headline, rest: rest.replace(/^（([^（）]+)）。?$/, '$1') };
}
