import { flushSync } from 'react-dom';

/** Slide in from the right, slide out to the right, or no transition. */
export type Motion = 'forward' | 'back' | 'none';

let isSlidByBrowser = false;
window.addEventListener('popstate', (event) => {
  isSlidByBrowser = event.hasUAVisualTransition;
});

/**
 * Shows a page, with a view transition where the browser supports it and reduced motion is not requested. `afterwards` runs
 * after layout, before paint.
 */
export function showPage(motion: Motion, update: () => void, afterwards: () => void): void {
  const put = () => {
    flushSync(update);
    afterwards();
  };
  // The browser has animated a swipe back itself.
  const isDrawn = motion === 'back' && isSlidByBrowser;
  const isStill = motion === 'none' || isDrawn || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || !('startViewTransition' in document)) {
    put();
    return;
  }
  const page = document.documentElement;
  page.dataset.motion = motion;
  const transition = document.startViewTransition(put);
  // The next transition aborts this one.
  transition.ready.catch(() => undefined);
  void transition.finished.finally(() => {
    if (page.dataset.motion === motion) delete page.dataset.motion;
  });
}
