const mark = 'reloaded-for-chunk';

/**
 * Reloads the page when a chunk is missing, because a new release has new chunk names; returns false when a reload did not
 * help, so that the caller reports the error.
 */
export function reloadOnce(reload: () => void = () => window.location.reload()): boolean {
  try {
    if (sessionStorage.getItem(mark) !== null) return false;
    sessionStorage.setItem(mark, '1');
  } catch {
    // Without storage the reloads could loop.
    return false;
  }
  reload();
  return true;
}

export function forgetReload(): void {
  try {
    sessionStorage.removeItem(mark);
  } catch {
    // Without storage there is nothing to remove.
  }
}
