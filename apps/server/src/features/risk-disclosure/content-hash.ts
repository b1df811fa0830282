import { createHash } from 'node:crypto';

/** A text that customers confirm. Another text is another version: who confirmed the old one is asked again. */
export interface Statement {
  version: string;
  title: string;
  /** Plain text, paragraphs parted by empty lines. */
  content: string;
}

/** Over everything that is shown, so that a changed word shows in what was confirmed. */
export function contentHash({ version, title, content }: Statement): Buffer {
  return createHash('sha256').update([version, title, content].join('\n\n')).digest();
}
