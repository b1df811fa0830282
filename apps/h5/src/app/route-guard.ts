import { href, loginHref, routeOf, routes, targetAfterLogin } from '../lib/routes.ts';
import type { SessionEnd } from '../lib/session/session.ts';
import type { PageName } from './pages.ts';

interface Address {
  pathname: string;
  search: string;
}

interface SessionState {
  token: string | null;
  lastEnd: SessionEnd | null;
}

export type RouteDecision = { kind: 'page'; name: PageName } | { kind: 'redirect'; to: string } | { kind: 'unknown' };

/** Resolves an address for the current session. */
export function resolveRoute({ pathname, search }: Address, { token, lastEnd }: SessionState): RouteDecision {
  const name = routeOf(pathname);
  if (name === null) return { kind: 'unknown' };
  if (name === 'start') return { kind: 'redirect', to: token === null ? href('login') : href('index') };
  const { access } = routes[name];
  if (access === 'customer' && token === null) {
    return { kind: 'redirect', to: loginHref(lastEnd === 'logout' ? null : pathname + search) };
  }
  if (access === 'visitor' && token !== null) return { kind: 'redirect', to: targetAfterLogin(search) };
  return { kind: 'page', name };
}
