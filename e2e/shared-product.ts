/**
 * The product that this worker's journeys share. Each worker has one of its own, so that journeys that change a machine or a
 * password never meet; Playwright gives a worker that replaces a failed one the same number.
 */
export function sharedProductUrl(): string {
  const { E2E_BASE_URL: given, E2E_PRODUCTS: started = '', TEST_PARALLEL_INDEX: index = '0' } = process.env;
  const url = given ?? started.split(' ')[Number(index)];
  if (!url) throw new Error(`no product was started for worker ${index}`);
  return url;
}

/** Where the workers find the products that were started for them, in the order of their numbers. */
export function provideProducts(urls: readonly string[]): void {
  process.env.E2E_PRODUCTS = urls.join(' ');
}
