import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkOfFirstPages } from './build/chunk-groups.ts';
import { startScript } from './build/start-script.ts';

/** The default name lists all chunks that share the module, which is too long for a URL. */
function shortName(name: string, otherwise = name): string {
  return name.startsWith('shared~') ? 'shared' : otherwise;
}

const ofSeveralPages = /packages.(ui|money|contract|mining).src|h5.src.(components|lib|locales)|[iI]nfiniteQuery/;

/** With a trailing slash, because `/devices` is a page. */
const proxy = { '/api/': 'http://127.0.0.1:8080', '^/dev/': 'http://127.0.0.1:8080' };

export default defineConfig({
  root: import.meta.dirname,
  // Pages at any depth need absolute chunk URLs.
  base: '/',
  plugins: [react(), startScript()],
  build: {
    outDir: '../../dist/h5',
    emptyOutDir: true,
    // For bench/size.ts.
    manifest: true,
    sourcemap: false,
    // The polyfill needs an inline script in old browsers, which the policy forbids.
    modulePreload: { polyfill: false },
    // Inlined images need `data:`, which the policy forbids.
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
            // Libraries change less often than pages, so their chunk stays cached across releases; a library of one page
            // belongs to that page.
            {
              name: 'libraries',
              test: /rolldown.runtime|node_modules.(?!qrcode\.react|dompurify|altcha-lib|.*[iI]nfiniteQuery(?!Behavior|Options))/,
              priority: 2,
            },
            {
              name: chunkOfFirstPages(),
              debugName: 'first pages',
              test: /packages.(ui|money|contract).src|h5.src/,
              priority: 1,
            },
            // What many of the other pages share comes with the first of them.
            { name: 'common', test: ofSeveralPages, minShareCount: 5 },
            // The rest that they share, grouped by the pages; small chunks are merged.
            {
              name: 'shared',
              test: ofSeveralPages,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 6000,
            },
          ],
        },
      },
    },
  },
  server: { port: 8170, strictPort: true, proxy },
  preview: { port: 8170, strictPort: true, proxy },
});
