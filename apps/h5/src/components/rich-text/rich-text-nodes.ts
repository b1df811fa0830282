import type { Config } from 'dompurify';
import { externalUrl } from '../../lib/external-url.ts';
import { href } from '../../lib/routes.ts';
import { sanitised } from './sanitised.ts';

const blocks = 'h1 h2 h3 h4 p br hr pre ul ol li blockquote table thead tbody tr th td';
const inline = 'b strong i em u s span code a img';

const allowed: Config = {
  ALLOWED_TAGS: `${blocks} ${inline}`.split(' '),
  ALLOWED_ATTR: ['href', 'src', 'alt'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOW_SELF_CLOSE_IN_ATTR: false,
};

/**
 * Keeps known elements and attributes, whatever the server let through; links go through the webview, images come from this
 * origin.
 */
export function richTextNodes(html: string): Node {
  const clean = sanitised(html, allowed);
  for (const link of clean.querySelectorAll('a')) routeLink(link);
  for (const picture of clean.querySelectorAll('img')) restrictImage(picture);
  return clean;
}

/** Unwraps links to other than external sites, as the server does. */
function routeLink(link: HTMLAnchorElement): void {
  const outside = externalUrl(link.getAttribute('href') ?? '');
  if (outside === null) link.replaceWith(...link.childNodes);
  else link.setAttribute('href', href('webview', { url: outside.href }));
}

function restrictImage(picture: HTMLImageElement): void {
  const source = picture.getAttribute('src') ?? '';
  if (!/^\/api\/content\/image\/[\w.-]+$/.test(source)) {
    picture.remove();
    return;
  }
  picture.loading = 'lazy';
  if (!picture.hasAttribute('alt')) picture.alt = '';
}
