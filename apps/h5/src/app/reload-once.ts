const mark = 'reloaded-for-chunk';

/**
 * Reloads the page when a chunk is gone, which after a new release brings the new chunk names. Answers false when that
 * was tried already: then the customer must be told.
 */
export function reloadOnce(reload: () => void = () => window.location.reload()): boolean {
  try {
    if (sessionStorage.getItem(mark) !== null) return false;
    sessionStorage.setItem(mark, '1');
  } catch {
    // Without a memory a reload could go on for ever.
    return false;
  }
  reload();
  return true;
}

/** A page has loaded: the next failure may reload again. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(mark);
  } catch {
    // No memory, nothing to forget.
  }
}
