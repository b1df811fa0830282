import { useLayoutEffect, useRef } from 'react';
import { cleaned } from '../../components/rich-text/cleaned.ts';

const allowed = {
  ALLOWED_TAGS: ['p', 'br', 'ul', 'ol', 'li', 'b', 'strong', 'i', 'em', 'u', 'h3', 'h4', 'span'],
  ALLOWED_ATTR: [],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** What is new, as the operator wrote it: words and lists, nothing that leads anywhere or runs. */
export function Description({ html }: { html: string }) {
  const ground = useRef<HTMLDivElement>(null);
  // As nodes: no markup is handed to the page as a string.
  useLayoutEffect(() => ground.current?.replaceChildren(cleaned(html, allowed)), [html]);
  return <div ref={ground} />;
}
