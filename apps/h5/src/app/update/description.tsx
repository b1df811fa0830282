import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';

const allowed = {
  ALLOWED_TAGS: ['p', 'br', 'ul', 'ol', 'li', 'b', 'strong', 'i', 'em', 'u', 'h3', 'h4', 'span'],
  ALLOWED_ATTR: [],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
};

/** What is new, as the operator wrote it: words and lists, nothing that leads anywhere or runs. */
export function Description({ html }: { html: string }) {
  const ground = useRef<HTMLDivElement>(null);
  // As nodes: no markup is handed to the page as a string. A browser that the library cannot defend gets the words alone.
  useLayoutEffect(() => {
    const clean = DOMPurify.isSupported
      ? DOMPurify.sanitize(html, allowed)
      : document.createTextNode(html.replace(/<[^>]*>/g, ' '));
    ground.current?.replaceChildren(clean);
  }, [html]);
  return <div ref={ground} />;
}
