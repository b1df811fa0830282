import { whenIdle } from '../lib/when-idle.ts';
import { loadedPage, loadPage, type PageName } from './pages.ts';

const waiting: PageName[] = [];
let isAtWork = false;
let isHeld = false;

/** Preloads a page's chunk when idle, one at a time, so that the current page comes first. */
export function preload(name: PageName): void {
  if (loadedPage(name) || waiting.includes(name)) return;
  waiting.push(name);
  if (!isAtWork) next();
}

/** Pauses preloading; the returned function resumes it. */
export function holdPreloads(): () => void {
  isHeld = true;
  return () => {
    isHeld = false;
    if (!isAtWork) next();
  };
}

function next(): void {
  isAtWork = waiting.length > 0 && !isHeld;
  if (!isAtWork) return;
  whenIdle(() => {
    const name = waiting.shift();
    if (!name) return;
    // Navigation retries a failed prefetch and reports the error.
    void loadPage(name)
      .catch(() => undefined)
      .finally(next);
  });
}
