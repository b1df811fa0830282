import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkOfFirstPages } from './build/chunk-groups.ts';
import { preloadLogin } from './build/preload-login.ts';

/** Shared chunks are named after all that share them: too long for an address. */
function shortName(name: string, otherwise = name): string {
  return name.startsWith('shared~') ? 'shared' : otherwise;
}

/** `/dev/` with its slash: `/devices` is a page. */
const proxy = { '/api/': 'http://127.0.0.1:8080', '^/dev/': 'http://127.0.0.1:8080' };

export default defineConfig({
  root: import.meta.dirname,
  // Root-relative, so that a page opened at any depth finds its chunks.
  base: '/',
  plugins: [react(), preloadLogin()],
  build: {
    outDir: '../../dist/h5',
    emptyOutDir: true,
    // Read by bench/size.ts: which chunks stand before a page.
    manifest: true,
    sourcemap: false,
    // The polyfill would need an inline script on old browsers; a strict policy allows none.
    modulePreload: { polyfill: false },
    // Inlined pictures would need `data:` in the policy.
    assetsInlineLimit: 0,
    target: ['es2022', 'chrome94', 'safari15.4'],
    rolldownOptions: {
      output: {
        entryFileNames: 'js/[name]-[hash].js',
        chunkFileNames: ({ name }) => `js/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? `css/${shortName(name, '[name]')}-[hash][extname]` : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // Libraries change less often than pages: their chunk stays in the cache over a release. What one page alone draws
            // with comes with that page.
            { name: 'libraries', test: /node_modules.(?!qrcode\.react|dompurify)/, priority: 2 },
            {
              name: chunkOfFirstPages(),
              debugName: 'first pages',
              test: /packages.(ui|money|contract).src|h5.src/,
              priority: 1,
            },
            // What the other pages share, by who shares it; small pieces are put together.
            {
              name: 'shared',
              test: /packages.(ui|money|contract).src|h5.src.(components|lib|locales)/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 3000,
            },
          ],
        },
      },
    },
  },
  server: { port: 8170, strictPort: true, proxy },
  preview: { port: 8170, strictPort: true, proxy },
});
