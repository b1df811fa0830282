const storageKey = 'reloaded-for-chunk';

/**
 * Reloads the page when a chunk is missing, because a new release has new chunk names; returns false when a reload did not
 * help, so that the caller reports the error.
 */
export function reloadOnce(reload: () => void = () => window.location.reload()): boolean {
  try {
    if (sessionStorage.getItem(storageKey) !== null) return false;
    sessionStorage.setItem(storageKey, '1');
  } catch {
    // Without storage the reloads could loop.
    return false;
  }
  reload();
  return true;
}

export function clearReloadMark(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to remove.
  }
}
