import type { HtmlTagDescriptor, Plugin } from 'vite';
import { login } from './first-pages.ts';

type Bundle = Record<string, object>;
interface Chunk {
  fileName: string;
  facadeModuleId: string | null;
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/**
 * Preloads the files of the login page, where first visits begin, together with those of the app; the service worker
 * answers later visits.
 */
export function preloadLogin(): Plugin {
  return {
    name: 'preload-login',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return;
        const files = filesBefore(bundle).filter((file) => !html.includes(file));
        return files.map((file): HtmlTagDescriptor => ({ tag: 'link', attrs: hint(`/${file}`), injectTo: 'head' }));
      },
    },
  };
}

function filesBefore(bundle: Bundle): string[] {
  const chunks = Object.values(bundle).filter((file): file is Chunk => 'facadeModuleId' in file);
  const found = new Set(chunks.filter(({ facadeModuleId }) => facadeModuleId === login));
  if (found.size !== 1) throw new Error(`the login has ${found.size} chunks: ${login}`);
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  }
  return [...found].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
}

/** A style sheet is small and loaded outright: Chromium warns of one that is preloaded where the first page is not the login. */
function hint(href: string): Record<string, string | boolean> {
  return href.endsWith('.css')
    ? { rel: 'stylesheet', crossorigin: true, href }
    : { rel: 'modulepreload', crossorigin: true, href };
}
