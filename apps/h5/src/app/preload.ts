import { whenIdle } from '../lib/when-idle.ts';
import { loadedPage, loadPage, type PageName } from './pages.ts';

const queue: PageName[] = [];
let isRunning = false;
let isPaused = false;

/** Preloads a page's chunk when idle, one at a time, so that the current page comes first. */
export function preload(name: PageName): void {
  if (loadedPage(name) || queue.includes(name)) return;
  queue.push(name);
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

function loadNext(): void {
  isRunning = queue.length > 0 && !isPaused;
  if (!isRunning) return;
  whenIdle(() => {
    const name = queue.shift();
    if (!name) return;
    // Navigation retries a failed prefetch and reports the error.
    void loadPage(name)
      .catch(() => undefined)
      .finally(loadNext);
  });
}
