const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Plain text where HTML is wanted. */
export function asHtml(text: string): string {
  return `<p>${text.replaceAll(/[&<>"]/g, (character) => references[character] as string)}</p>`;
}
