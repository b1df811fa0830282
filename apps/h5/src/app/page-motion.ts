import { flushSync } from 'react-dom';

/** How a page comes in: over the old one from the right, off it to the right, or at once. */
export type Motion = 'forward' | 'back' | 'none';

let isSlidByBrowser = false;
window.addEventListener('popstate', (event) => {
  isSlidByBrowser = event.hasUAVisualTransition;
});

/**
 * Puts a page on the screen. Where the browser can, the old and the new page slide by each other (page-motion.css);
 * elsewhere, and where the system asks for less motion, the new page simply stands. `afterwards` runs when it is laid
 * out and not yet painted.
 */
export function showPage(motion: Motion, update: () => void, afterwards: () => void): void {
  const put = () => {
    flushSync(update);
    afterwards();
  };
  // A swipe back has already drawn the way: a second slide would run it again.
  const isDrawn = motion === 'back' && isSlidByBrowser;
  const isStill = motion === 'none' || isDrawn || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || !('startViewTransition' in document)) {
    put();
    return;
  }
  const page = document.documentElement;
  page.dataset.motion = motion;
  const transition = document.startViewTransition(put);
  // A slide that is overtaken by the next one is no failure.
  transition.ready.catch(() => undefined);
  void transition.finished.finally(() => {
    if (page.dataset.motion === motion) delete page.dataset.motion;
  });
}
