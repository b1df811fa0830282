import { join } from 'node:path';
import { precompress } from './precompress.ts';
import { mustRun, root } from './project.mjs';

/** Builds the operator's console; the server reads its page when it starts. */
export async function buildConsole(folder = join(root, 'dist', 'console')): Promise<void> {
  const vite = ['node_modules/vite/bin/vite.js', 'build', 'apps/console', '--logLevel', 'warn', '--outDir', folder];
  await mustRun(process.execPath, vite);
  await Promise.all(['js', 'css'].map((part) => precompress(join(folder, part))));
}
