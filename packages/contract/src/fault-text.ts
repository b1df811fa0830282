/** At most so many characters of a fault's message travel. */
export const longestFaultText = 300;

const replacements: readonly [RegExp, string][] = [
  // Queries and fragments carry tokens.
  [/[?#]\S*/g, ''],
  [/\S+@\S+/g, '[mail]'],
  // Addresses, hashes, tokens, keys.
  [/[A-Za-z0-9_+/=-]{20,}/g, '[id]'],
  // Phones, amounts, codes.
  [/\d[\d.,]{3,}/g, '[number]'],
];

/** What may be logged of a failure in a customer's browser: no query, account, address, token or amount. */
export function redactFaultText(text: string): string {
  let clean = text.slice(0, 4 * longestFaultText);
  for (const [pattern, replacement] of replacements) clean = clean.replace(pattern, replacement);
  return clean.replace(/\s+/g, ' ').trim().slice(0, longestFaultText);
}
