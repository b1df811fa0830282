/**
 * Style sheets that could not be loaded. The bundler's loader asks for each once and then takes it as there, so a page whose style
 * failed in a prefetch would be shown without it.
 */
const failed = new Set<string>();

/** Notes each style sheet that fails, and takes its dead link away. */
document.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    failed.add(target.href);
    target.remove();
  },
  // Errors of elements do not bubble.
  true,
);

/** Addresses of the style sheets that are missing now. */
export const failedStyles = (): string[] => [...failed];

/** Asks for missing style sheets again; rejects when one fails again. */
export async function reloadStyles(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.filter((address) => failed.has(address)).map(loadStyle));
}

function loadStyle(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.addEventListener('load', () => {
      failed.delete(address);
      resolve();
    });
    link.addEventListener('error', () => reject(new Error(`the style sheet ${address} failed to load`)));
    document.head.append(link);
  });
}
