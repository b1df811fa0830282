import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { freePort, removeFolder, startProcess } from './product-process.ts';
import { provideProducts } from './shared-product.ts';

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

async function startProduct(): Promise<{ baseUrl: string; consoleUrl: string; stop: () => Promise<void> }> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'e2e-'));
  try {
    const consolePort = String(await freePort());
    const ports = { PORT: String(await freePort()), CONSOLE_PORT: consolePort };
    const product = await startProcess({ ...ports, DATA_DIR: dataFolder });
    return {
      baseUrl: product.baseUrl,
      consoleUrl: `http://localhost:${consolePort}`,
      async stop() {
        await product.stop();
        await removeFolder(dataFolder);
      },
    };
  } catch (error) {
    await removeFolder(dataFolder);
    throw error;
  }
}
