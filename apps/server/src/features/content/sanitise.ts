import type { IOptions } from 'sanitize-html';

export const allowedTags = [
  'h1',
  'h2',
  'h3',
  'h4',
  'p',
  'br',
  'hr',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'a',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'code',
  'pre',
  'span',
];
const attributes: Record<string, string[]> = { a: ['href'], img: ['src', 'alt'] };

/** Links lead to other sites. Images are ours: a foreign one would tell its host who reads what, from where and when. */
const link = /^https?:\/\/[^\s"'<>\\]+$/i;
const image = /^\/api\/content\/image\/[0-9a-f]{64}\.(?:png|jpg|webp|gif)$/;

/**
 * What may come out, as a grammar of its own: text, references, and the tags above with their attributes in the one way in
 * which they are written back. A sanitiser that is fooled writes something else, and that is not saved.
 */
const cleanTag = new RegExp(
  `^(?:</(?:${allowedTags.join('|')})>|<(?:${allowedTags.join('|')})(?: (?:href|src|alt)="[^"<>]*")*(?: /)?>)$`,
);

export interface Sanitised {
  html: string;
  /** What was taken out, for the person who wrote it: `<script>`, `<p onclick>`. */
  removed: string[];
}

const mostPasses = 8;

/** What cannot be made safe. */
export class UnsafeMarkup extends Error {
  override readonly name = 'UnsafeMarkup';
}

/** The safe part of what an operator wrote. Throws when the sanitiser's output is not what it promises. */
export async function sanitiseHtml(dirty: string): Promise<Sanitised> {
  // Only who publishes needs it: a server that answers reads does not load it.
  const { default: sanitize } = await import('sanitize-html');
  const removed = new Set<string>();
  const options: IOptions = {
    allowedTags,
    allowedAttributes: attributes,
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
    nestingLimit: 40,
    // An image whose address was refused is nothing.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
    transformTags: {
      '*': (tagName, found) => {
        if (!allowedTags.includes(tagName)) removed.add(`<${tagName}>`);
        const kept = Object.entries(found).filter(([name, value]) => {
          const isKept = (attributes[tagName] ?? []).includes(name) && isSafe(name, value);
          if (!isKept && allowedTags.includes(tagName)) removed.add(`<${tagName} ${name}>`);
          return isKept;
        });
        const attribs = Object.fromEntries(kept);
        // A link that leads nowhere would still look like one: under a name that is not let out, its words alone stay.
        return { tagName: tagName === 'a' && !attribs.href ? 'a-without-address' : tagName, attribs };
      },
    },
  };
  let html = sanitize(dirty, options).trim();
  // Tags that are closed in another order read otherwise the next time: stored HTML must parse the same every time.
  for (let pass = 0, before = ''; html !== before; pass++) {
    if (pass > mostPasses) throw new UnsafeMarkup('it reads differently each time');
    before = html;
    html = sanitize(before, options).trim();
  }
  assertClean(html);
  return { html, removed: [...removed].sort() };
}

function isSafe(attribute: string, value: string): boolean {
  if (attribute === 'href') return link.test(value.trim()) && URL.canParse(value.trim());
  return attribute === 'src' ? image.test(value.trim()) : true;
}

/** Splits at every angle bracket: each piece that opens with one is a tag of the grammar, and no other bracket is left. */
export function assertClean(html: string): void {
  for (const [piece] of html.matchAll(/<[^>]*>?|>/g)) {
    if (!cleanTag.test(piece)) throw new UnsafeMarkup(`the sanitiser let something through: ${piece.slice(0, 80)}`);
  }
}
