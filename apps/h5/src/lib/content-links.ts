import { outsideAddress } from './outside-address.ts';
import { href } from './routes.ts';

interface Linked {
  id: string;
  isHaveDetails: boolean;
  url: string | null;
}

/** Where a banner or a popup leads: to its detail page, to its site in the webview, or nowhere. */
export function contentHref({ id, isHaveDetails, url }: Linked, type: 'Banner' | 'HomePopup'): string | undefined {
  if (isHaveDetails) return href('detail', { id, type });
  return url !== null && outsideAddress(url) ? href('webview', { url }) : undefined;
}
