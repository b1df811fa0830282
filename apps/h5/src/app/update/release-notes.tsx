import { useLayoutEffect, useRef } from 'react';
import { sanitised } from '../../components/rich-text/sanitised.ts';

const allowed = {
  ALLOWED_TAGS: ['p', 'br', 'ul', 'ol', 'li', 'b', 'strong', 'i', 'em', 'u', 'h3', 'h4', 'span'],
  ALLOWED_ATTR: [],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Release notes: text and lists only, no links and no scripts. */
export function ReleaseNotes({ html }: { html: string }) {
  const container = useRef<HTMLDivElement>(null);
  // Inserted as nodes, never as a string of markup.
  useLayoutEffect(() => container.current?.replaceChildren(sanitised(html, allowed)), [html]);
  return <div ref={container} />;
}
