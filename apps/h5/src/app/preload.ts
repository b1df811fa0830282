import { routeNames, routes } from '../lib/routes.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { loadedPage, loadPage, type PageName } from './pages.ts';

const queue: PageName[] = [];
let isRunning = false;
let isPaused = false;

/** Tabs come first, in their order. */
const rankOf = (name: PageName) => (routes[name].tab ? routeNames.indexOf(name) : routeNames.length);

/** Preloads a page's chunk when idle, one at a time, so that the current page comes first. */
export function preload(name: PageName): void {
  if (loadedPage(name) || queue.includes(name)) return;
  const later = queue.findIndex((queued) => rankOf(queued) > rankOf(name));
  queue.splice(later < 0 ? queue.length : later, 0, name);
  if (!isRunning) loadNext();
}

/** Pauses preloading; the returned function resumes it. */
export function pausePreloads(): () => void {
  isPaused = true;
  return () => {
    isPaused = false;
    if (!isRunning) loadNext();
  };
}

let waiting: (() => void)[] = [];

/** Resolves once no page is left to preload. */
export function preloadsDone(): Promise<void> {
  return new Promise((resolve) => {
    if (isRunning) waiting.push(resolve);
    else resolve();
  });
}

function loadNext(): void {
  isRunning = queue.length > 0 && !isPaused;
  if (!isRunning) {
    for (const resolve of waiting) resolve();
    waiting = [];
    return;
  }
  whenIdle(() => {
    const name = queue.shift();
    if (!name) return;
    // Navigation retries a failed prefetch and reports the error.
    void loadPage(name)
      .catch(() => undefined)
      .finally(loadNext);
  });
}
