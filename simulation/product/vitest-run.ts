import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectFolder } from '../../apps/server/src/platform/project-folder.ts';
import type { Sizes } from './sizes.ts';

/** Puts the whole product through it, on the harness of its tests; throws when anything there fails. */
export async function productRuns(seed: number, sizes: Sizes, only: readonly string[]): Promise<void> {
  // Real nodes are put through it too.
  if (!process.env.BITCOIND) {
    spawnSync(process.execPath, [join('scripts', 'lib', 'bitcoind.mjs')], { cwd: projectFolder, stdio: 'inherit' });
  }
  const vitest = join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs');
  const config = join('simulation', 'product', 'vitest.config.ts');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, '--reporter=verbose', ...only], {
    cwd: projectFolder,
    stdio: 'inherit',
    env: { ...process.env, SIMULATE_SEED: String(seed), SIMULATE_SIZES: JSON.stringify(sizes) },
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error('the product did not hold');
}
