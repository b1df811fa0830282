export type WrongFile = 'TOO_LARGE' | 'NOT_TEXT' | 'EMPTY';
/** What a form says of a file that was not chosen, or cannot be used. */
export type FileProblems = Record<WrongFile | 'MISSING', string>;

/** The text of a chosen file, or what is wrong with it. `longest` is in characters. */
export async function readText(file: File, longest: number): Promise<{ text: string } | { wrong: WrongFile }> {
  // A character takes four bytes at most.
  if (file.size > 4 * longest) return { wrong: 'TOO_LARGE' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    if (text.length > longest) return { wrong: 'TOO_LARGE' };
    return text.trim() === '' ? { wrong: 'EMPTY' } : { text };
  } catch {
    return { wrong: 'NOT_TEXT' };
  }
}
