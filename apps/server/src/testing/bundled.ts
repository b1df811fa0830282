import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectFolder } from '../platform/project-folder.ts';

const bundles = new Map<string, Promise<string>>();

/** Bundles a program (its path from the project's folder) once per worker: transpiling its sources at each start takes seconds. */
export function bundled(source: string): Promise<string> {
  const known = bundles.get(source) ?? bundle(source);
  bundles.set(source, known);
  return known;
}

async function bundle(source: string): Promise<string> {
  const script = join(
    projectFolder,
    'node_modules/.cache/lode',
    `${source.replaceAll('/', '-').replace(/\.ts$/, '')}.mjs`,
  );
  const unfinished = `${script}.${process.pid}`;
  await build({
    entryPoints: [join(projectFolder, source)],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // What is no JavaScript is found where it is; what is no module asks for the rest as it is used to.
    external: ['@node-rs/*', 'pg-native'],
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`,
    },
  });
  // Another worker may bundle the same source, or run it: none of them sees half a file.
  await rename(unfinished, script);
  return script;
}
