// Puts the remembered theme on the page before anything is painted. It stands alone, blocks, and is no inline script,
// so that a strict content security policy holds. The store `root` is written by src/lib/session/root-store.ts.
(() => {
  try {
    const stored = JSON.parse(localStorage.getItem('root') ?? '{}');
    document.documentElement.dataset.theme = stored?.state?.theme === 'vip' ? 'vip' : 'default';
  } catch {
    document.documentElement.dataset.theme = 'default';
  }
})();
