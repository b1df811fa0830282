/**
 * The product that this worker's journeys share. Each worker has one of its own, so that journeys that change a machine or a
 * password never meet; Playwright gives a worker that replaces a failed one the same number.
 */
export function sharedProductUrl(): string {
  return of('E2E_BASE_URL', 'E2E_PRODUCTS');
}

/** Where its console is, by the name that passkeys need. */
export function sharedConsoleUrl(): string {
  return of('E2E_CONSOLE_URL', 'E2E_CONSOLES');
}

function of(given: string, started: string): string {
  const { TEST_PARALLEL_INDEX: index = '0' } = process.env;
  const url = process.env[given] ?? process.env[started]?.split(' ')[Number(index)];
  if (!url) throw new Error(`no product was started for worker ${index}: ${given}`);
  return url;
}

/** Where the workers find the products that were started for them, in the order of their numbers. */
export function provideProducts(products: readonly { baseUrl: string; consoleUrl: string }[]): void {
  process.env.E2E_PRODUCTS = products.map(({ baseUrl }) => baseUrl).join(' ');
  process.env.E2E_CONSOLES = products.map(({ consoleUrl }) => consoleUrl).join(' ');
}
