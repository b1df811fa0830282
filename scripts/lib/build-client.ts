// Builds the client and puts it in the place of the one that is served: `node scripts/run.mjs scripts/lib/build-client.ts [folder]`.
// VITE_CLIENT_VERSION names the release to the version check (docs/recipes/release-a-client.md); a server that runs goes on
// serving meanwhile.
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { precompress } from './precompress.ts';
import { mustRun, root } from './project.mjs';
import { assertVersion, filesToKeep, publish, readRelease } from './release.ts';

const workers = join(root, 'apps', 'h5', 'src', 'worker');

export async function buildClient(live = join(root, 'dist', 'h5')): Promise<void> {
  assertVersion(process.env.VITE_CLIENT_VERSION);
  const next = `${live}.next`;
  await rm(next, { recursive: true, force: true });
  const vite = ['node_modules/vite/bin/vite.js', 'build', 'apps/h5', '--logLevel', 'warn', '--outDir', next];
  await mustRun(process.execPath, vite);
  const found = await readRelease(next);
  const release = { ...found, previous: await filesToKeep(found, live) };
  await build({
    entryPoints: ['service-worker', 'service-worker-off'].map((name) => join(workers, `${name}.ts`)),
    outdir: next,
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome94', 'safari15.4'],
    define: { LODE_RELEASE: JSON.stringify(release) },
    logLevel: 'warning',
  });
  await precompress(next);
  await publish(next, live, release);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildClient(process.argv[2] === undefined ? undefined : resolve(process.argv[2]));
}
