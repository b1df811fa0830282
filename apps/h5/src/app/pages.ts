import type { ComponentType } from 'react';
import type { RouteName } from '../lib/routes.ts';
import { withinChunkTime } from './chunk-time.ts';

/** Every page that is drawn; `start` only leads on. */
export type PageName = Exclude<RouteName, 'start'>;
type Page = ComponentType;

/** Pages that a visit usually begins with: their chunks are asked for at once, the others' through a list that comes later. */
const firstPages = {
  login: () => import('../features/session/login-page.tsx').then((chunk) => chunk.LoginPage),
  index: () => import('../features/home/index-page.tsx').then((chunk) => chunk.IndexPage),
} satisfies Partial<Record<PageName, () => Promise<Page>>>;

async function chunkOf(name: PageName): Promise<Page> {
  if (name === 'login' || name === 'index') return firstPages[name]();
  const { morePages } = await import('./more-pages.ts');
  return morePages[name]();
}

const loading = new Map<PageName, Promise<Page>>();
const loaded = new Map<PageName, Page>();

export const loadedPage = (name: PageName): Page | null => loaded.get(name) ?? null;

/** Loads a page's chunk once. A failure is forgotten, so that a later try loads again. */
export function loadPage(name: PageName): Promise<Page> {
  const known = loading.get(name);
  if (known) return known;
  const attempt = withinChunkTime(chunkOf(name));
  loading.set(name, attempt);
  attempt.then(
    (page) => loaded.set(name, page),
    () => loading.delete(name),
  );
  return attempt;
}
