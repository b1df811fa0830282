import { flushSync } from 'react-dom';

/** Slide in from the right, slide out to the right, or no transition. */
export type PageTransition = 'forward' | 'back' | 'none';

let isAnimatedByBrowser = false;
window.addEventListener('popstate', (event) => {
  isAnimatedByBrowser = event.hasUAVisualTransition;
});

/**
 * Shows a page, with a view transition where the browser supports it and reduced motion is not requested. `afterwards` runs
 * after layout, before paint.
 */
export function showPage(transitionName: PageTransition, update: () => void, afterLayout: () => void): void {
  const render = () => {
    flushSync(update);
    afterLayout();
  };
  // The browser has animated a swipe back itself.
  const hasAnimated = transitionName === 'back' && isAnimatedByBrowser;
  const isInstant =
    transitionName === 'none' || hasAnimated || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isInstant || !('startViewTransition' in document)) {
    render();
    return;
  }
  const page = document.documentElement;
  page.dataset.motion = transitionName;
  const transition = document.startViewTransition(render);
  // The next transition aborts this one.
  transition.ready.catch(() => undefined);
  void transition.finished.finally(() => {
    if (page.dataset.motion === transitionName) delete page.dataset.motion;
  });
}
