import type { Config } from 'dompurify';
import { outsideAddress } from '../../lib/outside-address.ts';
import { href, routeOf } from '../../lib/routes.ts';
import { cleaned } from './cleaned.ts';

const blocks = 'h1 h2 h3 h4 p br hr pre ul ol li blockquote table thead tbody tr th td';
const inline = 'b strong i em u s span code a img';

const allowed: Config = {
  ALLOWED_TAGS: `${blocks} ${inline}`.split(' '),
  ALLOWED_ATTR: ['href', 'src', 'alt', 'colspan', 'rowspan'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOW_SELF_CLOSE_IN_ATTR: false,
};

/**
 * The operator's HTML as nodes of this page, whatever the server let through: known elements with known attributes. Links
 * lead through the webview, pictures come from here or over https.
 */
export function sanitised(html: string): Node {
  const clean = cleaned(html, allowed);
  for (const link of clean.querySelectorAll('a')) lead(link);
  for (const picture of clean.querySelectorAll('img')) frame(picture);
  return clean;
}

function lead(link: HTMLAnchorElement): void {
  const target = inApp(link.getAttribute('href') ?? '');
  if (target === null) link.removeAttribute('href');
  else link.setAttribute('href', target);
}

/** The address within this app that a link of the text leads to. */
function inApp(raw: string): string | null {
  const outside = outsideAddress(raw);
  if (outside) return href('webview', { url: outside.href });
  const isPath = /^\/[^/\\]/.test(raw) && routeOf(raw.split(/[?#]/)[0] ?? '') !== null;
  return isPath ? raw : null;
}

function frame(picture: HTMLImageElement): void {
  const source = picture.getAttribute('src') ?? '';
  const isOurs = /^\/api\/content\/image\/[\w.-]+$/.test(source);
  if (!isOurs && outsideAddress(source)?.protocol !== 'https:') {
    picture.remove();
    return;
  }
  picture.loading = 'lazy';
  picture.referrerPolicy = 'no-referrer';
  if (!picture.hasAttribute('alt')) picture.alt = '';
}
