// Sets the stored theme before the first paint. A blocking script of its own rather than an inline one, because the content
// security policy forbids inline scripts. src/lib/session/root-store.ts writes the store `root`.
(() => {
  try {
    const stored = JSON.parse(localStorage.getItem('root') ?? '{}');
    document.documentElement.dataset.theme = stored?.state?.theme === 'vip' ? 'vip' : 'default';
  } catch {
    document.documentElement.dataset.theme = 'default';
  }
})();
