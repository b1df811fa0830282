/** Calls back once the page has loaded and the browser is idle. */
export function whenIdle(start: () => void): () => void {
  let isWanted = true;
  const go = () => isWanted && start();
  const idle = () =>
    'requestIdleCallback' in window ? window.requestIdleCallback(go, { timeout: 5000 }) : setTimeout(go, 1000);
  if (document.readyState === 'complete') idle();
  else window.addEventListener('load', idle, { once: true });
  return () => {
    isWanted = false;
  };
}
