import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Builds programs of the bench as the product is built and answers their paths: what is measured is what ships, without
 * the helpers that a loader of TypeScript puts into every function.
 */
export async function builtPrograms(...files: URL[]): Promise<string[]> {
  const sources = files.map((file) => fileURLToPath(file));
  const outdir = join(root, 'dist', 'bench');
  await build({
    absWorkingDir: root,
    entryPoints: sources,
    outbase: root,
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    alias: ourPackages(),
    logLevel: 'warning',
  });
  return sources.map((source) => join(outdir, relative(root, source).replace(/\.ts$/, '.js')));
}

/** Ours are bundled; packages of npm stay outside. */
function ourPackages(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(root, 'packages')).flatMap((name) => {
      const folder = join(root, 'packages', name);
      const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        exports: Record<string, string>;
      };
      return Object.entries(exports).map(([key, file]) => [`@lode/${name}${key.slice(1)}`, join(folder, file)]);
    }),
  );
}
