// Writes dist/: the server as two entry points, the signer as one, the client as static files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildClient } from './build-client.mjs';
import { root } from './project.mjs';

// Our packages are bundled; everything from npm stays outside and is loaded from node_modules.
const ours = Object.fromEntries(
  readdirSync(join(root, 'packages')).flatMap((name) => {
    const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
    return Object.entries(exports).map(([key, file]) => [
      `@lode/${name}${key.slice(1)}`,
      join(root, 'packages', name, file),
    ]);
  }),
);

const program = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  alias: ours,
  sourcemap: true,
  logLevel: 'warning',
};

await Promise.all([
  build({
    ...program,
    entryPoints: { main: 'apps/server/src/main.ts', cli: 'apps/server/src/cli.ts' },
    outdir: 'dist/server',
  }),
  build({ ...program, entryPoints: { main: 'apps/signer/src/main.ts' }, outdir: 'dist/signer' }),
  buildClient(),
]);
