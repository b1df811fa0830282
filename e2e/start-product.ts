import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, removeFolder, startProcess } from './product-process.ts';

/**
 * Starts one product for all journeys on a free port and an empty data folder, and stops it afterwards. With E2E_BASE_URL,
 * uses the product that runs there.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL) return async () => {};
  const dataFolder = mkdtempSync(join(tmpdir(), 'e2e-'));
  try {
    const product = await startProcess({ PORT: String(await freePort()), DATA_DIR: dataFolder });
    process.env.E2E_BASE_URL = product.baseUrl;
    return async () => {
      await product.stop();
      await removeFolder(dataFolder);
    };
  } catch (error) {
    await removeFolder(dataFolder);
    throw error;
  }
}
