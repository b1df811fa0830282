import { externalUrl } from './external-url.ts';
import { href } from './routes.ts';

interface Linked {
  id: string;
  isHaveDetails: boolean;
  url: string | null;
}

/** Target of a banner or popup: its detail page, its site in the webview, or none. */
export function contentHref({ id, isHaveDetails, url }: Linked, type: 'Banner' | 'HomePopup'): string | undefined {
  if (isHaveDetails) return href('detail', { id, type });
  return url !== null && externalUrl(url) ? href('webview', { url }) : undefined;
}
