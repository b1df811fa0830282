import type { LinkProps } from '@lode/ui';
import { useEffect, useRef } from 'react';
import { RouterLink } from '../lib/router/router.tsx';
import { routeOf } from '../lib/routes.ts';
import { loadedPage } from './pages.ts';
import { preload } from './preload.ts';

/** An app link that preloads its page when it scrolls into view. */
export function RouteLink({ href, ...rest }: LinkProps) {
  const anchor = useRef<HTMLAnchorElement>(null);
  const name = routeOf(href.split(/[?#]/)[0] ?? '');
  useEffect(() => {
    if (name === null || name === 'start' || loadedPage(name) || !anchor.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      preload(name);
    });
    observer.observe(anchor.current);
    return () => observer.disconnect();
  }, [name]);
  return <RouterLink ref={anchor} href={href} {...rest} />;
}
