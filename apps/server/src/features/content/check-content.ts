import { lastContentOrder as lastOrder, longestContent as longest } from '@lode/contract/console-paths';
import { agreementKeys } from '@lode/contract/schemas';
import type { ContentInput, ContentKind } from './content.ts';
import { type Sanitised, sanitiseHtml, UnsafeMarkup } from './sanitise.ts';
import { type CleanImage, sanitiseImage } from './sanitise-image.ts';
import type { ContentFault } from './sentences.zh.ts';
import * as say from './sentences.zh.ts';

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
export async function checkContent(input: ContentInput): Promise<CheckedContent | { faults: ContentFault[] }> {
  const faults = [...faultsOfParts(input), ...faultsOfWords(input)];
  const { html, removed } = await sanitised(input.html).catch((error: Error) => {
    if (!(error instanceof UnsafeMarkup)) throw error;
    faults.push(say.unsafe(error.message));
    return nothing;
  });
  if (html !== null && isBlank(html.replaceAll(/<[^>]*>/g, '')) && !html.includes('<img')) faults.push(say.blank);
  if (html !== null && html.length > longest.html) faults.push(say.longHtml(longest.html));
  const image = input.image === undefined ? null : sanitiseImage(input.image);
  if (image !== null && 'flaw' in image) return { faults: [...faults, say.imageFault(image.flaw)] };
  if (faults.length > 0) return { faults };
  return { input, html, image, removed };
}

const nothing = { html: null, removed: [] };

function sanitised(html: string | undefined): Promise<Sanitised | typeof nothing> {
  return html === undefined ? Promise.resolve(nothing) : sanitiseHtml(html);
}

function faultsOfParts(input: ContentInput): ContentFault[] {
  const { must, may } = partsOf[input.kind];
  const faults = must.filter((part) => input[part] === undefined).map((part) => say.missing(part, input.kind));
  const strange = allParts.filter((part) => input[part] !== undefined && !must.includes(part) && !may.includes(part));
  faults.push(...strange.map((part) => say.notFor(part, input.kind)));
  if (input.html !== undefined && input.url !== undefined) faults.push(say.twoTargets);
  if (input.html !== undefined && input.title === undefined && may.includes('title')) faults.push(say.untitled);
  return faults;
}

function faultsOfWords({
  kind,
  name,
  version,
  title,
  text,
  url,
  audience,
  order,
  from,
  to,
}: ContentInput): ContentFault[] {
  const longestText = kind === 'agreement' ? longest.agreement : longest.notice;
  const checks: [boolean, ContentFault][] = [
    [isWrongName(kind, name), nameRule[kind] ?? say.nameShape],
    [!fits(version, longest.version), say.characters('version', longest.version)],
    [!fits(title, longest.title), say.characters('title', longest.title)],
    [!fits(text, longestText), say.characters('text', longestText)],
    [url !== undefined && !isLink(url), say.link(longest.url)],
    [url !== undefined && !isPlain(url), say.hiddenLink],
    [!fits(audience, longest.tag), say.tag(longest.tag)],
    [order !== undefined && !(Number.isInteger(order) && order >= 0 && order <= lastOrder), say.order(lastOrder)],
    [from !== undefined && to !== undefined && to <= from, say.endsFirst],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, wrong]) => wrong);
}

const nameRule: Partial<Record<ContentKind, ContentFault>> = {
  agreement: say.agreementKey(agreementKeys),
  version: say.versionNumber,
};

function isWrongName(kind: ContentKind, name: string): boolean {
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
