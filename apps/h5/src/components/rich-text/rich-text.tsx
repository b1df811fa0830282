import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { useNavigate } from '../../lib/router/router.tsx';
import styles from './rich-text.module.css';
import { sanitised } from './sanitise.ts';

/** HTML that the operator wrote, cleaned once more before it is shown. Its links stay inside the app. */
export function RichText({ html }: { html: string }) {
  const ground = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  // Before the paint, as nodes: no markup is ever handed to the page as a string.
  useLayoutEffect(() => ground.current?.replaceChildren(sanitised(html)), [html]);
  function follow(event: MouseEvent<HTMLDivElement>): void {
    const link = (event.target as Element).closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const target = link.getAttribute('href');
    if (target !== null) navigate(target);
  }
  return <div ref={ground} className={styles.text} onClick={follow} />;
}
