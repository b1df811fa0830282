// Writes dist/: the server as three entry points, the signer and the approvers' program as one each, the script that starts it, and the files of client and console.
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { buildClient } from './build-client.ts';
import { buildConsole } from './build-console.ts';
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

const program: BuildOptions = {
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

await Promise.all([
  build({
    ...program,
    entryPoints: {
      main: 'apps/server/src/main.ts',
      cli: 'apps/server/src/cli.ts',
      migrate: 'apps/server/src/migrate.ts',
    },
    outdir: 'dist/server',
  }),
  build({ ...program, entryPoints: { main: 'apps/signer/src/main.ts' }, outdir: 'dist/signer' }),
  build({ ...program, entryPoints: { main: 'apps/signer/src/approve/main.ts' }, outdir: 'dist/approve' }),
  // Compiled, so that a start does not wait for a compiler.
  build({ ...program, entryPoints: ['scripts/start.ts'], outdir: 'dist/scripts' }),
  buildClient(),
  buildConsole(),
]);
// The signer serves its page as it is written.
cpSync(join(root, 'apps/signer/src/page/static'), join(root, 'dist/signer/static'), { recursive: true });
