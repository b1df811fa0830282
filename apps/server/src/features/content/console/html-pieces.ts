import type { ConsoleData } from '@lode/contract/console';
import { allowedTags } from '../sanitise.ts';

type Piece = NonNullable<ConsoleData<'contentRevision'>['shown']['body']>[number];

/** Sanitised HTML as pieces in their order: the console's pages let no markup in, and build elements of these. */
export async function htmlPieces(html: string): Promise<Piece[]> {
  // Only who edits content needs it.
  const { default: sanitize } = await import('sanitize-html');
  const pieces: Piece[] = [];
  sanitize(html, {
    allowedTags,
    allowedAttributes: false,
    enforceHtmlBoundary: false,
    onOpenTag: (name, { href, src, alt }) =>
      pieces.push({
        of: 'OPEN',
        value: name,
        ...(href !== undefined && { href }),
        ...(src !== undefined && { src }),
        ...(alt !== undefined && { alt }),
      }),
    onCloseTag: (name) => pieces.push({ of: 'CLOSE', value: name }),
    textFilter(escaped) {
      const last = pieces.at(-1);
      // The parser parts a text at each reference.
      if (last?.of === 'TEXT') last.value += unescaped(escaped);
      else pieces.push({ of: 'TEXT', value: unescaped(escaped) });
      return escaped;
    },
  });
  return pieces;
}

const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** What is read of sanitised HTML, in one line. */
export const textOfHtml = (html: string): string => unescaped(html.replaceAll(/<[^>]*>/g, ' '));

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|quot|amp);/g, (reference) => characters[reference] as string);
