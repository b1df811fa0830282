import { isBusy, whenQuiet } from './busy.ts';

/** Calls back once the page has loaded, the customer waits for nothing, and the browser is idle. */
export function whenIdle(start: () => void): () => void {
  let isWanted = true;
  const go = () => {
    if (!isWanted) return;
    if (isBusy()) whenQuiet(idle);
    else start();
  };
  const idle = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(go, { timeout: 5000 });
    else setTimeout(go, 1000);
  };
  if (document.readyState === 'complete') whenQuiet(idle);
  else window.addEventListener('load', () => whenQuiet(idle), { once: true });
  return () => {
    isWanted = false;
  };
}
