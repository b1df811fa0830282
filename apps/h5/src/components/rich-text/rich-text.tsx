import { RichTextBox } from '@lode/ui';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { useNavigate } from '../../lib/router/router.tsx';
import { richTextNodes } from './rich-text-nodes.ts';

/** Operator HTML, sanitised on the client as well; its links stay inside the app. */
export function RichText({ html }: { html: string }) {
  const container = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  // Inserted before paint and as nodes, never as a string of markup.
  useLayoutEffect(() => container.current?.replaceChildren(richTextNodes(html)), [html]);
  function follow(event: MouseEvent<HTMLDivElement>): void {
    const link = (event.target as Element).closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const target = link.getAttribute('href');
    if (target !== null) navigate(target);
  }
  return <RichTextBox ref={container} onClick={follow} />;
}
