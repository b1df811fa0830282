import { agreementKeys } from '@lode/contract/schemas';
import type { ContentInput, ContentKind } from './content.ts';
import { type Sanitised, sanitiseHtml, UnsafeMarkup } from './sanitise.ts';
import { type CleanImage, sanitiseImage } from './sanitise-image.ts';

type Part = 'version' | 'title' | 'text' | 'html' | 'image' | 'url' | 'isForce' | 'to' | 'audience' | 'order';

const placed = ['to', 'audience', 'order'] as const;

/** Which parts a kind has; `must` are those that it is not shown without. */
const partsOf: Record<ContentKind, { must: readonly Part[]; may: readonly Part[] }> = {
  banner: { must: ['image'], may: ['title', 'html', 'url', ...placed] },
  popup: { must: ['image'], may: ['title', 'html', 'url', ...placed] },
  notice: { must: ['title', 'text'], may: ['html', ...placed] },
  forced: { must: ['html'], may: ['image', ...placed] },
  agreement: { must: ['version', 'title', 'text'], may: [] },
  version: { must: ['html'], may: ['isForce', 'to'] },
};
const allParts: readonly Part[] = ['version', 'title', 'text', 'html', 'image', 'url', 'isForce', ...placed];

const longest = { version: 32, title: 60, html: 20_000, agreement: 20_000, notice: 500, url: 500, tag: 64 };
const lastOrder = 999;

/** Content as it is saved. */
export interface CheckedContent {
  input: ContentInput;
  /** Sanitised. */
  html: string | null;
  image: CleanImage | null;
  /** Markup that was taken out. */
  removed: string[];
}

/** Everything that is wrong with it at once, or the content ready to be saved. */
export async function checkContent(input: ContentInput): Promise<CheckedContent | { flaws: string[] }> {
  const flaws = [...flawsOfParts(input), ...flawsOfWords(input)];
  const { html, removed } = await sanitised(input.html).catch((error: Error) => {
    if (!(error instanceof UnsafeMarkup)) throw error;
    flaws.push(`html: ${error.message}`);
    return nothing;
  });
  if (html !== null && isBlank(html.replaceAll(/<[^>]*>/g, '')) && !html.includes('<img')) {
    flaws.push('html: nothing is left of it to be shown');
  }
  if (html !== null && html.length > longest.html) flaws.push(`html: longer than ${longest.html} characters`);
  const image = input.image === undefined ? null : sanitiseImage(input.image);
  if (image !== null && 'flaw' in image) return { flaws: [...flaws, `image: ${image.flaw}`] };
  if (flaws.length > 0) return { flaws };
  return { input, html, image, removed };
}

const nothing = { html: null, removed: [] };

function sanitised(html: string | undefined): Promise<Sanitised | typeof nothing> {
  return html === undefined ? Promise.resolve(nothing) : sanitiseHtml(html);
}

function flawsOfParts(input: ContentInput): string[] {
  const { must, may } = partsOf[input.kind];
  const flaws = must
    .filter((part) => input[part] === undefined)
    .map((part) => `${part}: missing in a file of kind ${input.kind}`);
  const strange = allParts.filter((part) => input[part] !== undefined && !must.includes(part) && !may.includes(part));
  flaws.push(...strange.map((part) => `${part}: not for kind ${input.kind}`));
  if (input.html !== undefined && input.url !== undefined)
    flaws.push('url: it opens its own detail or a site, not both');
  if (input.html !== undefined && input.title === undefined && may.includes('title')) {
    flaws.push('title: a detail needs one');
  }
  return flaws;
}

function flawsOfWords({ kind, name, version, title, text, url, audience, order, from, to }: ContentInput): string[] {
  const longestText = kind === 'agreement' ? longest.agreement : longest.notice;
  const checks: [boolean, string][] = [
    [
      flawedName(kind, name),
      `name: ${nameRule[kind] ?? 'letters a to z, digits and . _ -, at most 48, no other first than a letter or digit'}`,
    ],
    [!fits(version, longest.version), `version: 1 to ${longest.version} characters`],
    [!fits(title, longest.title), `title: 1 to ${longest.title} characters`],
    [!fits(text, longestText), `text: 1 to ${longestText} characters`],
    [url !== undefined && !isLink(url), `url: http:// or https:// and at most ${longest.url} characters`],
    [url !== undefined && !isPlain(url), 'url: no user name or password, and no characters that cannot be seen'],
    [!fits(audience, longest.tag), `audience: a tag has 1 to ${longest.tag} characters`],
    [order !== undefined && !(Number.isInteger(order) && order >= 0 && order <= lastOrder), `order: 0 to ${lastOrder}`],
    [from !== undefined && to !== undefined && to <= from, 'to: it ends before it begins'],
  ];
  return checks.filter(([isFlawed]) => isFlawed).map(([, words]) => words);
}

const nameRule: Partial<Record<ContentKind, string>> = {
  agreement: `one of ${agreementKeys.join(', ')}`,
  version: 'the version itself, four single digits: 1.4.2.0',
};

function flawedName(kind: ContentKind, name: string): boolean {
  if (kind === 'agreement') return !(agreementKeys as readonly string[]).includes(name);
  return !(kind === 'version' ? /^\d\.\d\.\d\.\d$/ : /^[a-z0-9][a-z0-9._-]{0,47}$/).test(name);
}

function fits(text: string | undefined, most: number): boolean {
  return text === undefined || (!isBlank(text) && [...text].length <= most);
}

/** Spaces by name; what is written as a number, the sanitiser has read already. */
const namedSpaces = /&(?:nbsp|ensp|emsp|thinsp|hairsp|zwn?j|lrm|rlm|shy);/gi;

/** Nothing of it can be seen: spaces, and characters of no width. */
function isBlank(text: string): boolean {
  return (
    text.replaceAll(namedSpaces, '').replaceAll(/[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, '') === ''
  );
}

/** As the client takes it (its outside-address.ts): what reads otherwise than it leads is not opened there. */
function isPlain(url: string): boolean {
  return !/[\p{Cc}\p{Cf}]/u.test(url) && !url.split(/[/?#]/)[2]?.includes('@');
}

function isLink(text: string): boolean {
  return text.length <= longest.url && /^https?:\/\/[^\s"'<>\\]+$/.test(text) && URL.canParse(text);
}
