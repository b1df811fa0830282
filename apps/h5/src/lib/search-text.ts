/**
 * What a search asks for: full-width letters and digits as plain ones, at most `longest` characters, none that no text may hold:
 * `searchText(' １０．５ ', 80) === '10.5'`.
 */
export function searchText(typed: string, longest: number): string {
  const plain = typed
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim();
  return Array.from(plain).slice(0, longest).join('');
}
