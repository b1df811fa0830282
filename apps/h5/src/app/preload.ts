import { whenIdle } from '../lib/when-idle.ts';
import { loadedPage, loadPage, type PageName } from './pages.ts';

const waiting: PageName[] = [];
let isAtWork = false;
let isHeld = false;

/** Fetches a page's chunk ahead: one page at a time and while nothing else is to be done, so that the page on screen is ready first. */
export function preload(name: PageName): void {
  if (loadedPage(name) || waiting.includes(name)) return;
  waiting.push(name);
  if (!isAtWork) next();
}

/** Nothing more is fetched ahead until what it answers is called. */
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
    // A failed prefetch is nobody's concern: the tap tries again and tells.
    void loadPage(name)
      .catch(() => undefined)
      .finally(next);
  });
}
