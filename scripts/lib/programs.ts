import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { root } from './project.mjs';

// The workspace's packages are bundled; everything from npm stays outside and is loaded from node_modules.
const workspace = Object.fromEntries(
  readdirSync(join(root, 'packages')).flatMap((name) => {
    const manifest = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8');
    const { exports } = JSON.parse(manifest) as { exports: Record<string, string> };
    return Object.entries(exports).map(([key, file]) => [
      `@lode/${name}${key.slice(1)}`,
      join(root, 'packages', name, file),
    ]);
  }),
);

export const program: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  alias: workspace,
  sourcemap: true,
  logLevel: 'warning',
};

/** One file with all that it needs: it is carried to an approver's own machine, which has Node.js and no other file of the product. */
export const approverProgram: BuildOptions = {
  ...program,
  splitting: false,
  packages: 'bundle',
  entryPoints: { main: 'apps/signer/src/approve/main.ts' },
};
