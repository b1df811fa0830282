import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { home, login, start } from './first-pages.ts';

interface Chunk {
  type: 'chunk';
  fileName: string;
  moduleIds: string[];
  imports: string[];
}
type Bundle = Record<string, { type: 'asset'; source: string | Uint8Array } | Chunk>;

/** Where the page has the start script: a module in development, which begins later. */
const tag = '<script type="module" src="/src/start/start.ts"></script>';

/**
 * Builds the start script: a file of its own, because the policy forbids inline scripts, that runs before the app's scripts have
 * come. It knows the files of the first pages.
 */
export function startScript(): Plugin {
  return {
    name: 'start-script',
    enforce: 'post',
    apply: 'build',
    transformIndexHtml: {
      // Before Vite makes the tag a part of the app's entry.
      order: 'pre',
      handler(html) {
        if (!html.includes(tag)) throw new Error(`index.html has no ${tag}`);
        return html.replace(tag, '<!-- start script -->');
      },
    },
    async generateBundle(_options, output) {
      const bundle = output as unknown as Bundle;
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the build has no index.html');
      const html = String(page.source);
      const filesOf = (source: string) => scriptsOf(source, bundle).filter((file) => !html.includes(file));
      const code = await bundleStart({ login: filesOf(login), home: filesOf(home) });
      const fileName = `js/start-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
      page.source = html.replace('<!-- start script -->', `<script src="/${fileName}"></script>`);
    },
  };
}

/** Addresses of the scripts that a page waits for. */
function scriptsOf(source: string, bundle: Bundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set(chunks.filter(({ moduleIds }) => moduleIds.includes(source)));
  if (found.size !== 1) throw new Error(`${source} is in ${found.size} chunks`);
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  }
  return [...found].map(({ fileName }) => `/${fileName}`);
}

async function bundleStart(files: { login: string[]; home: string[] }): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [start],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: ['chrome94', 'safari15.4'],
    absWorkingDir: join(import.meta.dirname, '..'),
    define: {
      LODE_FIRST_PAGES: JSON.stringify(files),
      'import.meta.env.VITE_CLIENT_VERSION': JSON.stringify(process.env.VITE_CLIENT_VERSION) ?? 'undefined',
    },
    logLevel: 'warning',
  });
  const [file] = outputFiles;
  if (!file) throw new Error('esbuild has built no start script');
  return file.text;
}
