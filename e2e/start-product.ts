import type { FullConfig } from '@playwright/test';
import { freePort, newDataFolder, removeFolder, startProcess } from './product-process.ts';
import { assertBooksBalance, provideProducts, type SharedProduct } from './shared-product.ts';

/**
 * Starts one product for each worker, on a free port and an empty data folder, and stops them afterwards. With E2E_BASE_URL
 * set, the product that runs there is used as it is.
 */
export default async function startProducts({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL) return async () => {};
  const starts = await Promise.allSettled(Array.from({ length: workers }, startProduct));
  const products = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const stop = async () => void (await Promise.all(products.map((product) => product.stop())));
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  provideProducts(products);
  return stop;
}

async function startProduct(): Promise<SharedProduct & { stop: () => Promise<void> }> {
  const dataDir = await newDataFolder();
  try {
    const ports = { PORT: String(await freePort()), CONSOLE_PORT: String(await freePort()) };
    const product = await startProcess({ ...ports, DATA_DIR: dataDir });
    return {
      url: product.baseUrl,
      consoleUrl: `http://localhost:${ports.CONSOLE_PORT}`,
      dataDir,
      async stop() {
        try {
          await assertBooksBalance({ DATA_DIR: dataDir });
        } finally {
          await product.stop();
          await removeFolder(dataDir);
        }
      },
    };
  } catch (error) {
    await removeFolder(dataDir);
    throw error;
  }
}
