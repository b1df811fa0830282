import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const source = join(import.meta.dirname, '..');

/** Each command opens the keys, which takes half a second on purpose: these programs seal, as the tests do, at the least cost. */
const cheapSeals: Plugin = {
  name: 'cheap-seals',
  setup: ({ onLoad }) =>
    onLoad({ filter: /seal-cost\.ts$/ }, () => ({ contents: 'export const sealCost = { N: 16, r: 8, p: 1 };' })),
};

/** The signer bundled as it ships, but for that cost: it starts at once, while transpiling the sources takes seconds. */
export async function bundleSigner(): Promise<{
  program(name: 'main' | 'stops-after-journal-process'): string;
  remove(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'lode-signer-bundle-'));
  await build({
    entryPoints: {
      main: join(source, 'main.ts'),
      'stops-after-journal-process': join(source, 'testing', 'stops-after-journal-process.ts'),
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // Packages that are no modules ask for built-in ones as they are used to.
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`,
    },
    plugins: [cheapSeals],
    logLevel: 'warning',
  });
  await cp(join(source, 'page', 'static'), join(folder, 'static'), { recursive: true });
  return {
    program: (name) => join(folder, `${name}.mjs`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
