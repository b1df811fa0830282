import { startEarlyCalls } from '../lib/api/early-calls.ts';
import { clientVersion } from '../lib/client-version.ts';

/** Addresses of the scripts that a page needs besides the app's. */
export interface FirstPages {
  login: readonly string[];
  home: readonly string[];
}

/** Paths and calls as `lib/routes.ts` and `@lode/contract` have them, which are too large for this script. */
export const pathsOfLogin: readonly string[] = ['/', '/login', '/pages/login/index'];
export const pathsOfHome: readonly string[] = ['/', '/index', '/pages/index/index'];
export const callsOfHome: readonly string[] = ['/api/index/info', '/api/index/ele/reminder'];

interface StoredState {
  token?: unknown;
  deviceId?: unknown;
  language?: unknown;
  theme?: unknown;
}

/**
 * Runs before the first paint and before the app's scripts have come: applies the stored theme, preloads the scripts of the first
 * page, and starts the calls whose answers home waits for.
 */
export function begin(pages: FirstPages): void {
  const { token, deviceId, language, theme } = storedState();
  document.documentElement.dataset.theme = theme === 'vip' ? 'vip' : 'default';
  followAppearance();
  const path = window.location.pathname.replace(/(.)\/+$/, '$1');
  if (!isText(token)) {
    if (pathsOfLogin.includes(path)) pages.login.forEach(preload);
    return;
  }
  if (!pathsOfHome.includes(path)) return;
  // A state of an older version is migrated first.
  if (isText(deviceId) && isText(language)) {
    startEarlyCalls(callsOfHome, { clientType: 'H5', clientVersion, deviceId, language, accessToken: token });
  }
  pages.home.forEach(preload);
}

/** Light or dark as the system is, now and whenever it changes. */
function followAppearance(): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    document.documentElement.dataset.appearance = system.matches ? 'dark' : 'light';
  };
  apply();
  system.addEventListener('change', apply);
}

/** The store `root` of lib/session/root-store.ts; empty when it is unreadable. */
function storedState(): StoredState {
  try {
    return JSON.parse(localStorage.getItem('root') ?? '{}')?.state ?? {};
  } catch {
    return {};
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function preload(href: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}
