// Covers the route guard: pages by both paths, protected pages through the login, unknown paths.
import { describe, expect, it } from 'vitest';
import { href, pathsOf, routeNames, routes } from '../lib/routes.ts';
import { resolveRoute } from './route-guard.ts';

const customer = { token: 't', lastEnd: null };
const visitor = { token: null, lastEnd: null };
const at = (address: string) => {
  const url = new URL(address, 'https://lode.test');
  return { pathname: url.pathname, search: url.search };
};

describe('resolveRoute', () => {
  it('opens every page by its path and its alias, with or without a trailing slash [router:alias] [router:history]', () => {
    for (const name of routeNames.filter((name) => routes[name].access === 'customer')) {
      const paths = pathsOf(name);
      expect(new Set(paths)).toEqual(new Set([`/pages/${name}/index`, `/${name}`]));
      for (const path of [...paths, `${paths[0]}/`]) {
        expect(resolveRoute(at(`${path}?id=7`), customer)).toEqual({ kind: 'page', name });
      }
    }
  });

  it('uses the short path as the main one of login, index and mine', () => {
    expect([href('login'), href('index'), href('mine')]).toEqual(['/login', '/index', '/mine']);
    expect(href('devices_detail', { id: 'a b' })).toBe('/pages/devices_detail/index?id=a+b');
  });

  it('redirects the start page by session [route:start]', () => {
    for (const path of ['/', '/start', '/pages/start/index']) {
      expect(resolveRoute(at(path), visitor)).toEqual({ kind: 'redirect', to: '/login' });
      expect(resolveRoute(at(path), customer)).toEqual({ kind: 'redirect', to: '/index' });
    }
  });

  it('keeps a deep link through the login [role:logged-out] [role:customer]', () => {
    const decision = resolveRoute(at('/devices_detail?id=7'), visitor);
    expect(decision).toEqual({ kind: 'redirect', to: '/login?to=%2Fdevices_detail%3Fid%3D7' });
    if (decision.kind !== 'redirect') throw new Error('no redirect');
    expect(resolveRoute(at(decision.to), customer)).toEqual({ kind: 'redirect', to: '/devices_detail?id=7' });
  });

  it('drops the page of a customer who logged out', () => {
    expect(resolveRoute(at('/mine'), { token: null, lastEnd: 'logout' })).toEqual({ kind: 'redirect', to: '/login' });
  });

  it('never redirects to an external site after a login', () => {
    for (const target of ['https://evil.test/', '//evil.test', '/\\evil.test', '/nowhere', '/login', 'mine', '']) {
      const login = `/login?to=${encodeURIComponent(target)}`;
      expect(resolveRoute(at(login), customer)).toEqual({ kind: 'redirect', to: '/index' });
    }
  });

  it('reports other paths as unknown [router:not-found]', () => {
    for (const path of ['/nowhere', '/pages/index', '/pages/index/index/x', '/INDEX']) {
      expect(resolveRoute(at(path), customer)).toEqual({ kind: 'unknown' });
    }
  });
});
