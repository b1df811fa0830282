import type { LinkProps } from '@lode/ui';
import { useEffect, useRef } from 'react';
import { RouterLink } from '../lib/router/router.tsx';
import { routeOf } from '../lib/routes.ts';
import { loadedPage, loadPage } from './pages.ts';

/** A link of the app. Its page's chunk is fetched when the link comes into view, so that the tap finds it ready. */
export function RouteLink({ href, ...rest }: LinkProps) {
  const anchor = useRef<HTMLAnchorElement>(null);
  const name = routeOf(href.split(/[?#]/)[0] ?? '');
  useEffect(() => {
    if (name === null || name === 'start' || loadedPage(name) || !anchor.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // A failed prefetch is nobody's concern: the tap tries again and tells.
      loadPage(name).catch(() => undefined);
    });
    observer.observe(anchor.current);
    return () => observer.disconnect();
  }, [name]);
  return <RouterLink ref={anchor} href={href} {...rest} />;
}
